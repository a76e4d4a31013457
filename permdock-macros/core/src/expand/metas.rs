//! The constants for the risks and effects of a table.

use std::collections::BTreeMap;

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::Ident;

use crate::check::Meta;

/// The risks and effects of a table, each combination once: most tables have few.
#[derive(Default)]
pub(super) struct Metas {
    known: BTreeMap<String, Ident>,
    pub(super) consts: TokenStream,
}

impl Metas {
    pub(super) fn named(&mut self, meta: &Meta<'_>, span: Span) -> Ident {
        let words = meta.risk.iter().chain(&meta.effects);
        let mut key = if meta.risk.is_some() { "risk" } else { "none" }.to_owned();
        for word in words {
            key.push(' ');
            key.push_str(&word.to_string());
        }
        let fresh = self.known.len();
        if let Some(known) = self.known.get(&key) {
            let mut name = known.clone();
            name.set_span(span);
            return name;
        }
        let name = format_ident!("__META_{fresh}", span = span);
        let risk = match meta.risk {
            Some(word) => {
                let risk = variant(word, span);
                quote_spanned!(span=> ::core::option::Option::Some(__permdock::Risk::#risk))
            }
            None => quote_spanned!(span=> ::core::option::Option::None),
        };
        let effects = meta.effects.iter().map(|word| {
            let effect = variant(word, span);
            quote_spanned!(span=> __permdock::Effect::#effect)
        });
        self.consts.extend(quote_spanned! {span=>
            const #name: __permdock::Meta = __permdock::Meta::__new(#risk, &[#(#effects),*]);
        });
        self.known.insert(key, name.clone());
        name
    }
}

/// `high` as the variant `High`.
fn variant(word: &Ident, span: Span) -> Ident {
    let text = word.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let text: String = first.into_iter().chain(letters).collect();
    Ident::new(&text, span)
}
