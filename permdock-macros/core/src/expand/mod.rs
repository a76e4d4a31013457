//! Writing the Rust that a table stands for.
//!
//! Two rules hold everywhere. What a user wrote (a path, a type, an expression) is emitted once,
//! with its own span. What the macro adds has a mixed-site span located at the user's token, and
//! names everything from `::core` or from the one alias of permdock, so that nothing a caller has in
//! scope changes its meaning.

mod body;
mod docs;
mod entry;
mod loader;
mod metas;
mod operations;
mod permissions;
mod places;
mod vis;

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned as _;
use syn::{Error, Ident, Path};

pub use self::operations::operations;
pub use self::permissions::permissions;

/// A span for what the macro adds, located at a token of the user's.
fn glue(at: Span) -> Span {
    Span::mixed_site().located_at(at)
}

/// The user's name, as something the macro makes: lints on a name's style and use are not for it.
///
/// Such a name is read by the rules of the macro's edition. A word that is only reserved there is
/// written raw.
fn located(name: &Ident) -> Ident {
    let span = glue(name.span());
    let text = name.to_string();
    if matches!(text.as_str(), "async" | "await" | "dyn" | "gen" | "try") {
        return Ident::new_raw(&text, span);
    }
    let mut name = name.clone();
    name.set_span(span);
    name
}

/// The errors, in a module of their own: beside the table they would silence what the compiler has
/// to say of the names around them, such as a permission that is not in the tree.
fn told(errors: Error) -> TokenStream {
    let errors = errors.into_compile_error();
    quote_spanned! {Span::mixed_site()=>
        const _: () = {
            mod __faults {
                #errors
            }
        };
    }
}

/// Keeps the expansion from warning about what it makes itself.
fn quiet(deprecated: bool, span: Span) -> Option<TokenStream> {
    deprecated.then(|| quote_spanned!(span=> #[allow(deprecated)]))
}

/// `use ::permdock as __permdock;`, with the path as seen from `depth` modules down.
fn runtime(krate: Option<&Path>, depth: usize) -> TokenStream {
    let Some(path) = krate else {
        let span = Span::mixed_site();
        return quote_spanned!(span=> use ::permdock as __permdock;);
    };
    let span = glue(path.span());
    let path = vis::from_inside(path, depth);
    quote_spanned!(span=> use #path as __permdock;)
}

/// Fails, naming the reason, when the macros and the library are of different versions.
fn same_version() -> TokenStream {
    let span = Span::mixed_site();
    let version = env!("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_");
    let marker = quote::format_ident!(
        "permdock_macros_{version}_needs_permdock_{version}",
        span = span
    );
    quote_spanned!(span=> use __permdock::__private::#marker as _;)
}
