//! The module of a permission tree.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Error;
use syn::spanned::Spanned as _;

use super::docs::{description, literal, sentence};
use super::{glue, located, quiet, runtime, same_version, told, vis};
use crate::check::{CheckedLeaf, Child, Resource, Tree};

/// Writes the tree's module, and beside it the row types that its resources name.
///
/// The row types stand outside the module: they are the caller's, and in a function a module does
/// not see what stands around it.
#[must_use]
pub fn permissions(tree: &Tree<'_>, errors: Option<Error>) -> TokenStream {
    let errors = errors.map(told);
    let head = tree.head;
    let name = &head.name;
    let span = glue(name.span());
    let (cfg, item, allow) = (&tree.attrs.cfg, &tree.attrs.item, &tree.attrs.allow);
    let doc = sentence(&tree.attrs, span, "A permission tree.");
    let (vis, inner) = (&head.vis, vis::inside(&head.vis, 1, name.span()));
    let (runtime, version) = (runtime(head.krate.as_ref(), 1), same_version());
    let table = tree.leaves().into_iter().map(permission);
    let mut rows = Vec::new();
    let children = level(tree, &tree.children, 1, &quote!(#name), &mut rows);
    let rows = rows_outside(tree, &rows);
    quote_spanned! {span=>
        #errors
        #doc
        #(#cfg)* #(#item)* #(#allow)*
        #vis mod #name {
            #runtime
            #version
            /// Every permission of this tree, in the order of declaration.
            #inner static PERMISSIONS: __permdock::PermissionSet =
                __permdock::PermissionSet::__new(&[#(#table),*]);
            #children
        }
        #rows
    }
}

/// One leaf as data.
fn permission(leaf: &CheckedLeaf<'_>) -> TokenStream {
    let span = glue(leaf.name.span());
    let (index, row) = (leaf.index, leaf.row);
    let key = literal(&leaf.key, span);
    let resource = literal(&leaf.resource, span);
    let action = literal(&leaf.action, span);
    let description = description(&leaf.attrs.docs, span);
    quote_spanned! {span=>
        __permdock::Permission::__new(&PERMISSIONS, #index, #key, #resource, #action, #row, #description)
    }
}

/// A resource's row, with the path to where it is named from outside the module.
struct Row<'t, 'm> {
    path: TokenStream,
    resource: &'t Resource<'m>,
}

fn level<'t, 'm>(
    tree: &Tree<'m>,
    children: &'t [Child<'m>],
    depth: usize,
    path: &TokenStream,
    rows: &mut Vec<Row<'t, 'm>>,
) -> TokenStream {
    let mut out = TokenStream::new();
    for child in children {
        out.extend(match child {
            Child::Leaf(child) => leaf(tree, child, depth),
            Child::Resource(child) => resource(tree, child, depth, path, rows),
        });
    }
    out
}

fn resource<'t, 'm>(
    tree: &Tree<'m>,
    resource: &'t Resource<'m>,
    depth: usize,
    path: &TokenStream,
    rows: &mut Vec<Row<'t, 'm>>,
) -> TokenStream {
    let name = resource.name;
    let span = glue(name.span());
    let path = quote_spanned!(span=> #path::#name);
    let (item, allow) = (&resource.attrs.item, &resource.attrs.allow);
    let doc = sentence(
        &resource.attrs,
        span,
        &format!("The permissions of `{}`.", resource.key),
    );
    let outer = vis::inside(&tree.head.vis, depth, name.span());
    let inner = vis::inside(&tree.head.vis, depth + 1, name.span());
    let row = resource.row.is_some().then(|| {
        rows.push(Row {
            path: path.clone(),
            resource,
        });
        quote_spanned!(span=> #[doc(hidden)] #inner struct __Row;)
    });
    let children = level(tree, &resource.children, depth + 1, &path, rows);
    quote_spanned! {span=>
        #doc
        #(#item)* #(#allow)*
        #outer mod #name {
            use super::__permdock;
            #row
            #children
        }
    }
}

fn leaf(tree: &Tree<'_>, leaf: &CheckedLeaf<'_>, depth: usize) -> TokenStream {
    let name = located(leaf.name);
    let span = name.span();
    let (item, allow) = (&leaf.attrs.item, &leaf.attrs.allow);
    let doc = sentence(
        &leaf.attrs,
        span,
        &format!("The permission `{}`.", leaf.key),
    );
    let vis = vis::inside(&tree.head.vis, depth, span);
    let quiet = quiet(leaf.attrs.deprecated, span);
    let index = leaf.index as usize;
    let mut set = TokenStream::new();
    if depth > 1 {
        let up = vis::up(span, depth - 1);
        set.extend(quote_spanned!(span=> #up::));
    }
    let (row, row_leaf) = if leaf.row {
        (
            quote_spanned!(span=> <__Row as __permdock::__private::Resource>::Row),
            Some(quote_spanned! {span=>
                #quiet
                #[automatically_derived]
                impl __permdock::RowLeaf for #name {}
            }),
        )
    } else {
        (quote_spanned!(span=> __permdock::NoRow), None)
    };
    quote_spanned! {span=>
        #doc
        #(#item)* #(#allow)*
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        #vis struct #name;
        #quiet
        #[automatically_derived]
        impl __permdock::Leaf for #name {
            type Row = #row;
            const PERMISSION: &'static __permdock::Permission = #set PERMISSIONS.__at(#index);
        }
        #row_leaf
    }
}

fn rows_outside(tree: &Tree<'_>, rows: &[Row<'_, '_>]) -> Option<TokenStream> {
    if rows.is_empty() {
        return None;
    }
    let cfg = &tree.attrs.cfg;
    let runtime = runtime(tree.head.krate.as_ref(), 0);
    let deprecated = tree.attrs.deprecated;
    let rows = rows.iter().map(|row| {
        let span = glue(row.resource.name.span());
        let quiet = quiet(true, span).filter(|_| deprecated || row.resource.attrs.deprecated);
        let (path, ty) = (&row.path, row.resource.row);
        let at_type = glue(ty.map_or(span, |ty| ty.span()));
        let row = quote_spanned!(at_type=> type Row = #ty;);
        quote_spanned! {span=>
            #quiet
            #[automatically_derived]
            impl __permdock::__private::Resource for #path::__Row {
                #row
            }
        }
    });
    let span = Span::mixed_site();
    Some(quote_spanned! {span=>
        #(#cfg)*
        const _: () = {
            #runtime
            #(#rows)*
        };
    })
}
