//! What a loader's body tells by its tokens.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::Expr;

/// Whether nothing in the body can leave it early, as far as its tokens tell: then it needs no closure
/// around it, which would be one more function for the compiler to check. A macro may hide anything.
pub(super) fn runs_through(body: TokenStream) -> bool {
    let mut macro_may_follow = false;
    let mut tokens = body.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let after_name = std::mem::take(&mut macro_may_follow);
        match token {
            TokenTree::Group(group) if !runs_through(group.stream()) => return false,
            TokenTree::Ident(ident) => {
                if ident == "return" {
                    return false;
                }
                macro_may_follow = true;
            }
            TokenTree::Punct(punct) => match punct.as_char() {
                '?' => return false,
                '!' if after_name && !is_equals(tokens.peek()) => return false,
                _ => {}
            },
            _ => {}
        }
    }
    true
}

fn is_equals(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == '=')
}

/// Puts parentheses around what `macro_rules!` made one expression.
///
/// It does so with a group without delimiters, which the compiler does not see in the output of a
/// procedural macro: `$a.len()` with `1 + 2` for `$a` would become `1 + 2.len()`.
pub(super) fn keep_precedence(body: TokenStream) -> TokenStream {
    if !has_bare_group(&body) {
        return body;
    }
    let wrap = |token| match token {
        TokenTree::Group(group) => TokenTree::Group(wrapped(&group)),
        other => other,
    };
    body.into_iter().map(wrap).collect()
}

fn has_bare_group(body: &TokenStream) -> bool {
    body.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::None || has_bare_group(&group.stream())
        }
        _ => false,
    })
}

fn wrapped(group: &Group) -> Group {
    let (delimiter, span) = if group.delimiter() == Delimiter::None && binds_loosely(group) {
        (Delimiter::Parenthesis, super::glue(group.span()))
    } else {
        (group.delimiter(), group.span())
    };
    let mut wrapped = Group::new(delimiter, keep_precedence(group.stream()));
    wrapped.set_span(span);
    wrapped
}

/// Whether what stands next to the expression could tear it apart. A type or a pattern that looks
/// like such an expression can stand in parentheses as well; a block, which could not, does not.
fn binds_loosely(group: &Group) -> bool {
    let Ok(expression) = syn::parse2::<Expr>(group.stream()) else {
        return false;
    };
    matches!(
        expression,
        Expr::Assign(_)
            | Expr::Binary(_)
            | Expr::Cast(_)
            | Expr::Closure(_)
            | Expr::If(_)
            | Expr::Match(_)
            | Expr::Range(_)
            | Expr::RawAddr(_)
            | Expr::Reference(_)
            | Expr::Unary(_)
    )
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[test]
    fn a_body_that_may_leave_early_is_told_from_one_that_cannot() {
        for through in [
            quote!(a.b()),
            quote!(a != b && !c),
            quote!({
                let a = 1;
                (a, [b])
            }),
        ] {
            assert!(runs_through(through.clone()), "{through}");
        }
        for early in [
            quote!(a?),
            quote!(f(|| [a?])),
            quote!({ return a }),
            quote!(bail!()),
        ] {
            assert!(!runs_through(early.clone()), "{early}");
        }
    }

    #[test]
    fn an_interpolated_expression_stays_whole() {
        let group = |inner| TokenTree::Group(Group::new(Delimiter::None, inner));
        let sum = group(quote!(1 + 2));
        assert_eq!(
            keep_precedence(quote!(f(#sum.len()))).to_string(),
            quote!(f((1 + 2).len())).to_string()
        );
        let (name, block) = (group(quote!(a::b)), group(quote!({ 1 })));
        let kept = keep_precedence(quote!(#name #block)).to_string();
        assert!(!kept.contains('('), "{kept}");
    }
}
