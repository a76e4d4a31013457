//! What one operation expands to: its element of the table, and its implementations.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::spanned::Spanned as _;

use super::docs::{description, literal};
use super::loader::load;
use super::metas::Metas;
use super::operations::{condition, predicates};
use super::places::Places;
use super::{glue, located, quiet};
use crate::check::{Checked, Table};

/// One entry, with what its items have in common.
pub(super) struct Own<'t, 'm> {
    entry: &'t Checked<'m>,
    span: Span,
    /// The path of the handle.
    handle: TokenStream,
    predicates: Vec<TokenStream>,
    cfg: Option<TokenStream>,
    /// Whether the table says what its state and its tree are.
    known: bool,
}

impl<'t, 'm> Own<'t, 'm> {
    pub(super) fn new(table: &'t Table<'m>, entry: &'t Checked<'m>) -> Self {
        let name = located(entry.handle);
        let span = name.span();
        let module = &table.head.name;
        let predicates = predicates(table, entry);
        Self {
            entry,
            cfg: condition(&predicates, span),
            span,
            handle: quote_spanned!(span=> #module::#name),
            predicates,
            known: table.tree.is_some() && table.app.is_some(),
        }
    }

    /// The entry as data.
    pub(super) fn element(&self, metas: &mut Metas, out: &mut TokenStream) {
        let Self {
            entry,
            span,
            handle,
            cfg,
            ..
        } = self;
        let span = *span;
        let name = literal(&entry.name, span);
        let description = description(&entry.attrs.docs, span);
        let title = match entry.meta.title {
            Some(title) => title.to_token_stream(),
            None => quote_spanned!(span=> ""),
        };
        let meta = metas.named(&entry.meta, span);
        let schema = match entry.input {
            Some(_) => quote_spanned! {span=>
                __permdock::__private::Probe::<<#handle as __permdock::Handle>::Input>::__PERMDOCK_SCHEMA
            },
            None => quote_spanned!(span=> __permdock::__private::NOTHING),
        };
        let results = entry
            .results
            .map(|_| quote_spanned!(span=> .__results::<#handle>()));
        out.extend(quote_spanned! {span=>
            #cfg
            __permdock::Operation::__new::<#handle>(
                #name, #description, #title, #meta, #schema
            ) #results,
        });
    }

    pub(super) fn implementation(&self, places: &mut Places, out: &mut TokenStream) {
        let Self {
            entry,
            span,
            handle,
            cfg,
            ..
        } = self;
        let span = *span;
        let allow = &entry.attrs.allow;
        let quiet = quiet(entry.attrs.deprecated, span);
        let permission = self.leaf(entry.permission);
        let input = match entry.input {
            Some(input) => {
                let span = glue(input.span());
                quote_spanned!(span=> type Input = #input;)
            }
            None => quote_spanned!(span=> type Input = __permdock::NoInput;),
        };
        // After a fault the row's type is not known, and a loader could only make a second message.
        let known = self.known && entry.permission.is_some();
        let loader = entry.loader.as_ref().filter(|_| known);
        let load = loader.map(|loader| load(entry, loader));
        // What is wrong with the data's type is wrong with the permission: it has no row.
        let data = if entry.has_data {
            let span = glue(entry.permission.map_or(span, |path| path.span()));
            quote_spanned!(span=> type Data = __permdock::__private::Loaded<Self::Permission>;)
        } else {
            quote_spanned!(span=> type Data = __permdock::__private::NoData;)
        };
        let place = places.next(&self.predicates, span);
        out.extend(quote_spanned! {span=>
            #cfg
            #quiet #(#allow)*
            #[automatically_derived]
            impl __permdock::Handle for #handle {
                type Table = __Table;
                type Permission = #permission;
                #input
                #data
                const __PLACE: usize = #place;
                #load
            }
        });
        if entry.has_results {
            let leaf = self.leaf(entry.results);
            out.extend(quote_spanned! {span=>
                #cfg
                #quiet #(#allow)*
                #[automatically_derived]
                impl __permdock::WithResults for #handle {
                    type Results = #leaf;
                }
            });
        }
    }

    /// The type of a leaf; a stand-in after a fault.
    fn leaf(&self, path: Option<&syn::Path>) -> TokenStream {
        match path.filter(|_| self.known) {
            Some(path) => {
                let span = glue(path.span());
                quote_spanned!(span=> __tree::#path)
            }
            None => {
                let span = self.span;
                quote_spanned!(span=> __permdock::__private::missing::Leaf)
            }
        }
    }
}
