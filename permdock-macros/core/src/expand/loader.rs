//! The function that runs an entry's loader.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned as _;

use super::body::{keep_precedence, runs_through};
use super::glue;
use crate::check::{Checked, Loader, Param};

/// `fn __load`, for an entry whose loader is good.
pub(super) fn load(entry: &Checked<'_>, loader: &Loader<'_>) -> TokenStream {
    let span = glue(loader.span);
    let app = bind(&loader.app, "__app", true);
    let annotated_apart = loader.input.target.is_some_and(|target| {
        entry
            .input
            .is_some_and(|input| !std::ptr::eq(target, input))
    });
    let untyped = loader.input.target.is_none();
    let input = bind(&loader.input, "__input", annotated_apart || untyped);
    let run = run(loader);
    quote_spanned! {span=>
        fn __load<'a>(
            __app: &'a __permdock::AppOf<Self>,
            __input: &'a Self::Input,
        ) -> __permdock::__private::Loading<'a, __permdock::RowOf<Self>> {
            #app
            #input
            #run
        }
    }
}

/// Binds a parameter's pattern. A type of the user's that is wrong is wrong where it stands.
fn bind(param: &Param<'_>, from: &str, with_type: bool) -> TokenStream {
    let pat = param.pat;
    match param.reference.filter(|_| with_type) {
        Some(ty) => {
            let span = glue(ty.span());
            let from = syn::Ident::new(from, span);
            quote_spanned!(span=> let #pat: #ty = #from;)
        }
        None => {
            let span = glue(param.span());
            let from = syn::Ident::new(from, span);
            quote_spanned!(span=> let #pat = #from;)
        }
    }
}

/// Runs the body: a closure that is called, or a block that is awaited later. `return` and `?` leave
/// the body in both.
fn run(loader: &Loader<'_>) -> TokenStream {
    let body = loader.body;
    let span = glue(body.span());
    let runs_through = runs_through(body.to_token_stream());
    let block = match body {
        Expr::Block(block) if block.attrs.is_empty() && block.label.is_none() => {
            keep_precedence(block.block.to_token_stream())
        }
        body => {
            let body = keep_precedence(body.to_token_stream());
            quote_spanned!(span=> { #body })
        }
    };
    match (loader.is_async, loader.output) {
        (true, None) => quote_spanned! {span=>
            __permdock::__private::an_async_loader_must_be_send::<Self, _>(async move #block)
        },
        (true, Some(output)) => quote_spanned! {span=>
            __permdock::__private::an_async_loader_must_be_send::<Self, _>(
                __permdock::__private::answering::<#output, _>(async move #block)
            )
        },
        (false, None) if runs_through => {
            let value = value(body, block);
            quote_spanned!(span=> __permdock::__private::loaded::<Self, _>(#value))
        }
        (false, None) => quote_spanned! {span=>
            __permdock::__private::loaded::<Self, _>((move || #block)())
        },
        (false, Some(output)) => quote_spanned! {span=>
            __permdock::__private::loaded::<Self, _>((move || -> #output #block)())
        },
    }
}

/// A block as the value of an argument. One that is a single expression stands without its braces,
/// which the compiler would call unnecessary there.
fn value(body: &Expr, block: TokenStream) -> TokenStream {
    match body {
        Expr::Block(inner) => match inner.block.stmts.as_slice() {
            [syn::Stmt::Expr(only, None)] => keep_precedence(only.to_token_stream()),
            _ => block,
        },
        _ => keep_precedence(body.to_token_stream()),
    }
}
