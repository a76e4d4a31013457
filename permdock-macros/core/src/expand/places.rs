//! Where an entry stands in its table, when `cfg` may take others away.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::Ident;

/// The entries' places: plain numbers, counted on from a constant after an entry that has a `cfg`.
#[derive(Default)]
pub(super) struct Places {
    base: Option<Ident>,
    /// How many entries come after the base.
    count: usize,
    /// How many bases there were.
    counted: usize,
    pub(super) consts: TokenStream,
}

impl Places {
    pub(super) fn next(&mut self, predicates: &[TokenStream], span: Span) -> TokenStream {
        let count = Literal::usize_unsuffixed(self.count);
        let place = match &self.base {
            Some(base) => quote_spanned!(span=> #base + #count),
            None => quote_spanned!(span=> #count),
        };
        self.count += 1;
        if predicates.is_empty() {
            return place;
        }
        let name = format_ident!("__AFTER_{}", self.counted, span = span);
        self.consts.extend(quote_spanned! {span=>
            #[cfg(all(#(#predicates),*))]
            const #name: usize = #place + 1;
            #[cfg(not(all(#(#predicates),*)))]
            const #name: usize = #place;
        });
        self.base = Some(name);
        self.counted += 1;
        self.count = 0;
        place
    }
}
