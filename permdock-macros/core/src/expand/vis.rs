//! Visibility, and other paths, as they are written from inside the modules that a table makes.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Path, Visibility};

use super::glue;

/// The module's visibility, for an item `depth` modules down.
pub(super) fn inside(vis: &Visibility, depth: usize, at: Span) -> TokenStream {
    let span = glue(at);
    match vis {
        Visibility::Public(_) => quote_spanned!(span=> pub),
        Visibility::Inherited => restricted(span, depth, &TokenStream::new()),
        Visibility::Restricted(restricted_to) => {
            let path = &restricted_to.path;
            match first(path).as_deref() {
                Some("self") => restricted(span, depth, &tail(path)),
                Some("super") => {
                    let path = quote!(:: #path);
                    restricted(span, depth, &path)
                }
                Some("crate") if path.segments.len() == 1 => quote_spanned!(span=> pub(crate)),
                _ => quote_spanned!(span=> pub(in #path)),
            }
        }
    }
}

fn restricted(span: Span, depth: usize, rest: &TokenStream) -> TokenStream {
    if depth == 1 && rest.is_empty() {
        return quote_spanned!(span=> pub(super));
    }
    let up = up(span, depth);
    quote_spanned!(span=> pub(in #up #rest))
}

/// `super::super`, for so many modules.
pub(super) fn up(span: Span, depth: usize) -> TokenStream {
    let mut path = quote_spanned!(span=> super);
    for _ in 1..depth {
        path.extend(quote_spanned!(span=> ::super));
    }
    path
}

/// A path that is relative to where the macro was called, from `depth` modules down.
pub(super) fn from_inside(path: &Path, depth: usize) -> TokenStream {
    if depth == 0 {
        return quote!(#path);
    }
    let span = Span::mixed_site();
    let up = up(span, depth);
    match first(path).as_deref() {
        Some("self") => {
            let tail = tail(path);
            quote_spanned!(span=> #up #tail)
        }
        Some("super") => quote_spanned!(span=> #up :: #path),
        _ => quote!(#path),
    }
}

fn first(path: &Path) -> Option<String> {
    path.segments.first().map(|first| first.ident.to_string())
}

/// The path after its first segment, with the `::` before it.
fn tail(path: &Path) -> TokenStream {
    let segments = path.segments.iter().skip(1);
    quote!(#(:: #segments)*)
}

#[cfg(test)]
mod tests {
    use syn::parse_str;

    use super::*;

    #[track_caller]
    fn is(vis: &str, depth: usize, expected: &str) {
        let vis: Visibility = parse_str(vis).unwrap();
        let got = inside(&vis, depth, Span::call_site()).to_string();
        assert_eq!(got.replace(' ', ""), expected.replace(' ', ""));
    }

    #[test]
    fn an_item_is_as_visible_as_its_module() {
        is("", 1, "pub(super)");
        is("", 3, "pub(in super::super::super)");
        is("pub", 3, "pub");
        is("pub(crate)", 2, "pub(crate)");
        is("pub(self)", 2, "pub(in super::super)");
        is("pub(super)", 1, "pub(in super::super)");
        is(
            "pub(in super::super)",
            2,
            "pub(in super::super::super::super)",
        );
        is("pub(in self::super)", 1, "pub(in super::super)");
        is("pub(in crate::billing)", 2, "pub(in crate::billing)");
    }
}
