//! Judging a loader: which closures can be one, and what they say about their parameters.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned as _;
use syn::{Error, Expr, ExprClosure, Pat, ReturnType, Type};

/// A loader that can be emitted.
pub struct Loader<'m> {
    /// Whether the closure is `async`.
    pub is_async: bool,
    /// Where the closure starts.
    pub span: Span,
    /// The parameter for the application state.
    pub app: Param<'m>,
    /// The parameter for the input.
    pub input: Param<'m>,
    /// The closure's return type.
    pub output: Option<&'m Type>,
    /// The closure's body.
    pub body: &'m Expr,
}

/// One parameter of a loader.
pub struct Param<'m> {
    /// Its pattern.
    pub pat: &'m Pat,
    /// Its type, a reference, if it is written.
    pub reference: Option<&'m Type>,
    /// What it refers to.
    pub target: Option<&'m Type>,
}

/// Takes a loader apart.
pub(super) fn loader(value: &Expr) -> Result<Loader<'_>, Error> {
    let closure = closure(value)?;
    let mut inputs = closure.inputs.iter();
    let (Some(app), Some(input), None) = (inputs.next(), inputs.next(), inputs.next()) else {
        return Err(wrong_count(closure));
    };
    if closure.asyncness.is_none()
        && let Expr::Async(block) = bare(&closure.body)
    {
        return Err(Error::new(
            block.async_token.span,
            "an asynchronous loader is an `async` closure: write `async |app: &App, input: \
             &Input| ..`, without the block",
        ));
    }
    Ok(Loader {
        is_async: closure.asyncness.is_some(),
        span: closure
            .asyncness
            .map_or(closure.inputs_begin.span, |token| token.span),
        app: param(app, "the application state", "app: &App")?,
        input: param(input, "its input", "input: &Input")?,
        output: match &closure.output {
            ReturnType::Type(_, output) => Some(output),
            ReturnType::Default => None,
        },
        body: &closure.body,
    })
}

/// The input type that a loader names, though the loader itself is faulty.
pub(super) fn named_input(value: &Expr) -> Option<&Type> {
    let Expr::Closure(closure) = bare(value) else {
        return None;
    };
    let input = closure.inputs.iter().nth(1).or(closure.inputs.first());
    let Some(Pat::Type(typed)) = input else {
        return None;
    };
    match plain_type(&typed.ty) {
        Type::Reference(reference) => Some(&reference.elem),
        _ => Some(&typed.ty),
    }
}

fn closure(value: &Expr) -> Result<&ExprClosure, Error> {
    let Expr::Closure(closure) = bare(value) else {
        let written = value.to_token_stream();
        let message = match bare(value) {
            Expr::Path(_) => {
                let written = close_up(&written);
                format!(
                    "a loader is a closure: write `|app: &App, input: &Input| {written}(app, \
                     input)`, or `async |app: &App, input: &Input| {written}(app, input).await`"
                )
            }
            _ => "a loader is a closure of the application state and the input: write `|app: \
                  &App, input: &Input| ..` or `async |app: &App, input: &Input| ..`"
                .to_owned(),
        };
        return Err(Error::new_spanned(written, message));
    };
    if let Some(attr) = closure.attrs.first() {
        return Err(Error::new_spanned(
            attr.path(),
            "an attribute stands on the whole operation, before its name",
        ));
    }
    if let Some(binder) = &closure.lifetimes {
        return Err(Error::new_spanned(
            binder,
            "a loader needs no lifetimes: leave `for<..>` out",
        ));
    }
    Ok(closure)
}

fn close_up(tokens: &TokenStream) -> String {
    tokens.to_string().replace(' ', "")
}

fn wrong_count(closure: &ExprClosure) -> Error {
    let count = closure.inputs.len();
    let message = format!(
        "a loader takes two parameters, the application state and the input, this one takes \
         {count}: write `|app: &App, input: &Input| ..`"
    );
    match closure.inputs.iter().nth(2) {
        Some(extra) => Error::new_spanned(extra, message),
        None => {
            let mut tokens = closure.inputs_begin.to_token_stream();
            closure.inputs.to_tokens(&mut tokens);
            closure.inputs_end.to_tokens(&mut tokens);
            Error::new_spanned(tokens, message)
        }
    }
}

fn param<'m>(pat: &'m Pat, what: &str, example: &str) -> Result<Param<'m>, Error> {
    let Pat::Type(typed) = pat else {
        return Ok(Param {
            pat,
            reference: None,
            target: None,
        });
    };
    let by_reference = || format!("a loader borrows {what}: write `{example}`");
    let (reference, target) = match plain_type(&typed.ty) {
        Type::Infer(_) => (None, None),
        Type::Reference(reference) => {
            if let Some(token) = reference.mutability {
                return Err(Error::new(
                    token.span,
                    format_args!(
                        "a loader changes nothing, it only reads {what}: write `{example}`"
                    ),
                ));
            }
            if let Some(lifetime) = &reference.lifetime {
                return Err(Error::new(
                    lifetime.span(),
                    format_args!("a loader needs no lifetimes: write `{example}`"),
                ));
            }
            let target = plain_type(&reference.elem);
            let known = !matches!(target, Type::Infer(_));
            (Some(&*typed.ty), known.then_some(&*reference.elem))
        }
        other => return Err(Error::new_spanned(other, by_reference())),
    };
    Ok(Param {
        pat: &typed.pat,
        reference,
        target,
    })
}

/// The expression without the parentheses and invisible groups around it.
fn bare(mut value: &Expr) -> &Expr {
    loop {
        value = match value {
            Expr::Group(group) => &group.expr,
            Expr::Paren(paren) => &paren.expr,
            other => return other,
        };
    }
}

fn plain_type(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            other => return other,
        };
    }
}

impl Param<'_> {
    /// Where the parameter stands.
    pub(crate) fn span(&self) -> Span {
        self.pat.span()
    }
}
