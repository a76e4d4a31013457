//! The module of a table of operations.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Error;
use syn::spanned::Spanned as _;

use super::docs::{literal, sentence};
use super::entry::Own;
use super::metas::Metas;
use super::places::Places;
use super::{glue, located, quiet, runtime, same_version, told, vis};
use crate::check::{Checked, Clash, Table};

/// Writes the table's module, with its handles, and beside it what names the caller's types.
///
/// After a fault every handle is still there, with a stub for what is wrong, and the table is empty:
/// one mistake makes one message.
#[must_use]
pub fn operations(table: &Table<'_>, errors: Option<Error>) -> TokenStream {
    let faulty = errors.is_some();
    let errors = errors.map(told);
    let clashes = table.clashes.iter().map(|pair| clash(table, pair));
    let module = module(table);
    let beside = beside(table, faulty);
    quote! {
        #errors
        #(#clashes)*
        #module
        #beside
    }
}

fn module(table: &Table<'_>) -> TokenStream {
    let head = table.head;
    let name = &head.name;
    let span = glue(name.span());
    let (cfg, item, allow) = (&table.attrs.cfg, &table.attrs.item, &table.attrs.allow);
    let doc = sentence(&table.attrs, span, "A table of operations.");
    let outer = &head.vis;
    let vis = vis::inside(&head.vis, 1, name.span());
    let (runtime, version) = (runtime(head.krate.as_ref(), 1), same_version());
    let handles = table.entries.iter().map(|entry| handle(table, entry, &vis));
    quote_spanned! {span=>
        #doc
        #(#cfg)* #(#item)* #(#allow)*
        #outer mod #name {
            #runtime
            #version
            #[doc(hidden)]
            #vis struct __Table;
            /// Every operation of this table, in the order of declaration.
            #vis static OPERATIONS: __permdock::OperationMap<<__Table as __permdock::Table>::App> =
                __permdock::OperationMap::__new::<__Table>(&__SLOTS);
            const __COUNT: ::core::primitive::usize = <__Table as __permdock::Table>::ENTRIES.len();
            static __SLOTS: [__permdock::__private::Slot;
                __permdock::__private::capacity(__COUNT)] =
                __permdock::__private::build(&__permdock::__private::names::<__Table, __COUNT>());
            #(#handles)*
        }
    }
}

fn handle(table: &Table<'_>, entry: &Checked<'_>, vis: &TokenStream) -> TokenStream {
    let name = located(entry.handle);
    let span = name.span();
    let (item, allow) = (&entry.attrs.item, &entry.attrs.allow);
    let cfg = condition(&predicates(table, entry), span);
    let doc = sentence(
        &entry.attrs,
        span,
        &format!("The operation `{}`.", entry.name),
    );
    quote_spanned! {span=>
        #doc
        #cfg #(#item)* #(#allow)*
        #vis struct #name;
    }
}

/// What stands beside the module: it names the caller's types, which a module inside a function
/// would not see.
fn beside(table: &Table<'_>, faulty: bool) -> TokenStream {
    let span = Span::mixed_site();
    let name = &table.head.name;
    let cfg = &table.attrs.cfg;
    let runtime = runtime(table.head.krate.as_ref(), 0);
    let tree = match table.tree {
        Some(tree) => {
            let span = glue(tree.span());
            quote_spanned!(span=> use #tree as __tree;)
        }
        None => quote_spanned!(span=> use __permdock::__private::missing as __tree;),
    };
    // Located at the state, so that what is wrong with it is wrong where it is named.
    let app = match table.app {
        Some(app) => {
            let span = glue(app.span());
            quote_spanned!(span=> type App = #app;)
        }
        None => quote_spanned!(span=> type App = ();),
    };
    let mut metas = Metas::default();
    let mut places = Places::default();
    let (mut elements, mut implementations) = (TokenStream::new(), TokenStream::new());
    for entry in &table.entries {
        let own = Own::new(table, entry);
        if !faulty {
            own.element(&mut metas, &mut elements);
        }
        own.implementation(&mut places, &mut implementations);
    }
    let allow = &table.attrs.allow;
    let module_quiet = quiet(table.attrs.deprecated, span);
    let quiet = quiet(table.entries.iter().any(|e| e.attrs.deprecated), span);
    let (metas, places) = (metas.consts, places.consts);
    quote_spanned! {span=>
        #(#cfg)* #(#allow)*
        #module_quiet
        const _: () = {
            #runtime
            #tree
            use #name::__Table;
            use __permdock::__private::NoSchema as _;
            #quiet
            #[automatically_derived]
            impl __permdock::Table for __Table {
                #app
                const PERMISSIONS: &'static __permdock::PermissionSet = &__tree::PERMISSIONS;
                const ENTRIES: &'static [__permdock::Operation<Self::App>] = &[#elements];
            }
            #metas
            #places
            #implementations
        };
    }
}

/// When the entry is there; of two entries that may not both be there, the second stands back.
pub(super) fn predicates(table: &Table<'_>, entry: &Checked<'_>) -> Vec<TokenStream> {
    let mut all: Vec<TokenStream> = entry.attrs.predicates().cloned().collect();
    for place in &entry.shadowed_by {
        if let Some(other) = table.entries.get(*place) {
            let predicates = other.attrs.predicates();
            all.push(quote!(not(all(#(#predicates),*))));
        }
    }
    all
}

pub(super) fn condition(predicates: &[TokenStream], span: Span) -> Option<TokenStream> {
    (!predicates.is_empty()).then(|| quote_spanned!(span=> #[cfg(all(#(#predicates),*))]))
}

/// The fault of two entries that are both there, in the builds where they are.
fn clash(table: &Table<'_>, pair: &Clash) -> Option<TokenStream> {
    let first = table.entries.get(pair.first)?;
    let second = table.entries.get(pair.second)?;
    let both: Vec<_> = first
        .attrs
        .predicates()
        .chain(second.attrs.predicates())
        .collect();
    let fault = |span: Span, message: &str| {
        let message = literal(message, span);
        quote_spanned!(span=> #[cfg(all(#(#both),*))] ::core::compile_error! { #message })
    };
    let (here, there) = (
        fault(second.span, &pair.message),
        fault(first.span, "first declared here"),
    );
    Some(quote!(#here #there))
}
