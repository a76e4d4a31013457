//! Documentation of what a table makes.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};

use crate::check::{Attrs, Doc};

/// A sentence for an item that has no doc comment, so that nobody's `missing_docs` fires.
pub(super) fn sentence(attrs: &Attrs<'_>, span: Span, text: &str) -> Option<TokenStream> {
    if attrs.documented() {
        return None;
    }
    let text = literal(text, span);
    Some(quote_spanned!(span=> #[doc = #text]))
}

/// The description as a string constant; empty when there is none.
pub(super) fn description(docs: &[Doc<'_>], span: Span) -> TokenStream {
    match docs {
        [] => quote_spanned!(span=> ""),
        [Doc::Text(text)] => literal(text, span).into_token_stream(),
        docs => {
            let mut parts = TokenStream::new();
            for (place, doc) in docs.iter().enumerate() {
                if place > 0 {
                    parts.extend(quote_spanned!(span=> "\n",));
                }
                match doc {
                    Doc::Text(text) => {
                        let text = literal(text, span);
                        parts.extend(quote_spanned!(span=> #text,));
                    }
                    Doc::Computed(value) => parts.extend(quote_spanned!(span=> #value,)),
                }
            }
            quote_spanned!(span=> ::core::concat!(#parts))
        }
    }
}

/// A string literal at a place.
pub(super) fn literal(text: &str, span: Span) -> Literal {
    let mut literal = Literal::string(text);
    literal.set_span(span);
    literal
}
