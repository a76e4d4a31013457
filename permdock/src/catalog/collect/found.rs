//! What stands in a source, free of its tokens.

use permdock_macros_core::check::{self, Checked, Table};
use permdock_macros_core::errors::Errors;
use permdock_macros_core::model;
use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned as _;

use super::cfg::{Features, Truth, evaluate};
use super::fault::Place;
use crate::catalog::{CatalogMeta, CatalogPermission};

/// A permission tree.
pub(crate) struct FoundTree {
    /// The path of its module, as far as it is known, its own name last.
    pub(crate) path: Vec<String>,
    /// By key.
    pub(crate) leaves: Vec<FoundLeaf>,
}

impl FoundTree {
    pub(super) fn new(path: Vec<String>, mut leaves: Vec<FoundLeaf>) -> Self {
        leaves.sort_by(|a, b| a.leaf.key.cmp(&b.leaf.key));
        Self { path, leaves }
    }

    /// Whether it declares this key.
    pub(super) fn has(&self, key: &str) -> bool {
        let order = |found: &FoundLeaf| found.leaf.key.as_str().cmp(key);
        self.leaves.binary_search_by(order).is_ok()
    }
}

/// A leaf of a tree.
#[derive(Clone)]
pub(crate) struct FoundLeaf {
    pub(crate) leaf: CatalogPermission,
    pub(crate) place: Place,
}

/// A table of operations.
pub(crate) struct FoundTable {
    /// The path of its tree, with what its `use` items say filled in.
    pub(crate) tree: Vec<String>,
    pub(crate) tree_place: Place,
    pub(crate) entries: Vec<FoundEntry>,
}

/// An operation.
#[derive(Clone)]
pub(crate) struct FoundEntry {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) permission: (String, Place),
    pub(crate) results: Option<(String, Place)>,
    pub(crate) meta: CatalogMeta,
    pub(crate) cfg: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) loads: bool,
}

/// The leaves of a tree; with the faults of the tree, if it has any.
pub(super) fn leaves(
    model: &model::Permissions,
    place: &dyn Fn(proc_macro2::Span) -> Place,
) -> (Vec<FoundLeaf>, Option<syn::Error>) {
    let mut errors = Errors::default();
    let tree = check::permissions(model, &mut errors);
    let found = tree.leaves().into_iter().map(|leaf| FoundLeaf {
        leaf: CatalogPermission {
            key: leaf.key.clone(),
            resource: leaf.resource.clone(),
            action: leaf.action.clone(),
            row: leaf.row,
        },
        place: place(leaf.name.span()),
    });
    (found.collect(), errors.finish())
}

/// The entries of a table that are there, or may be; with the faults of the table.
pub(super) fn entries(
    model: &model::Operations,
    around: &Truth,
    features: &Features,
    place: &dyn Fn(proc_macro2::Span) -> Place,
) -> (Vec<FoundEntry>, Option<syn::Error>) {
    let mut errors = Errors::default();
    let table = check::operations(model, &mut errors);
    let mut found = Vec::new();
    for entry in &table.entries {
        let own = predicates(&table, entry);
        let parts = own.iter().map(|tokens| evaluate(tokens, features));
        let cfg = match Truth::all(std::iter::once(around.clone()).chain(parts)) {
            Truth::No => continue,
            Truth::Yes => None,
            Truth::Open(text) => Some(text),
        };
        found.extend(one(entry, cfg, place));
    }
    for clash in &table.clashes {
        clash_fault(&table, clash, features, &mut errors);
    }
    (found, errors.finish())
}

/// Two entries that are both there in this build.
fn clash_fault(table: &Table<'_>, clash: &check::Clash, features: &Features, errors: &mut Errors) {
    let (Some(first), Some(second)) = (
        table.entries.get(clash.first),
        table.entries.get(clash.second),
    ) else {
        return;
    };
    let both = first.attrs.predicates().chain(second.attrs.predicates());
    if Truth::all(both.map(|tokens| evaluate(tokens, features))) == Truth::Yes {
        errors.twice(second.span, &clash.message, first.span);
    }
}

/// As the macro has it: of two entries that may not both be there, the second stands back.
fn predicates(table: &Table<'_>, entry: &Checked<'_>) -> Vec<TokenStream> {
    let mut all: Vec<TokenStream> = entry.attrs.predicates().cloned().collect();
    for place in &entry.shadowed_by {
        if let Some(other) = table.entries.get(*place) {
            let predicates = other.attrs.predicates();
            all.push(quote!(not(all(#(#predicates),*))));
        }
    }
    all
}

fn one(
    entry: &Checked<'_>,
    cfg: Option<String>,
    place: &dyn Fn(proc_macro2::Span) -> Place,
) -> Option<FoundEntry> {
    let leaf = |path: &syn::Path| (key(path), place(path.span()));
    let risk = entry
        .meta
        .risk
        .and_then(|word| word.to_string().parse().ok());
    let effects = &entry.meta.effects;
    Some(FoundEntry {
        name: entry.name.clone(),
        place: place(entry.span),
        permission: entry.permission.map(leaf)?,
        results: entry.results.map(leaf),
        meta: CatalogMeta {
            risk,
            effects: effects
                .iter()
                .filter_map(|word| word.to_string().parse().ok())
                .collect(),
            title: entry.meta.title.map(syn::LitStr::value),
        },
        cfg,
        description: entry.attrs.description(),
        loads: entry.has_data,
    })
}

fn key(path: &syn::Path) -> String {
    words(path).join(".")
}

/// The segments of a path, without `r#`.
pub(super) fn words(path: &syn::Path) -> Vec<String> {
    let word = |segment: &syn::PathSegment| plain(&segment.ident);
    path.segments.iter().map(word).collect()
}

pub(super) fn plain(ident: &syn::Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map_or(text.clone(), str::to_owned)
}
