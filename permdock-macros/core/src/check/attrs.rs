//! Which attributes a table takes, and what becomes of them.

use proc_macro2::TokenStream;
use syn::spanned::Spanned as _;
use syn::{Attribute, Meta};

use super::docs::{Doc, docs};
use crate::errors::Errors;

/// What a group, a resource or a leaf is called in a message.
pub(super) const PERMISSION: &str = "a permission";

/// The attributes of one item of a table.
#[derive(Default)]
pub struct Attrs<'m> {
    /// `doc` and `deprecated`, for the item.
    pub item: Vec<&'m Attribute>,
    /// `cfg`, for the item and everything that belongs to it.
    pub cfg: Vec<&'m Attribute>,
    /// `allow`, for the item and its implementations.
    pub allow: Vec<&'m Attribute>,
    /// The description.
    pub docs: Vec<Doc<'m>>,
    /// Whether the item is deprecated.
    pub deprecated: bool,
}

/// Sorts the attributes of `what`; one that a table does not take is a fault.
pub(super) fn attrs<'m>(attrs: &'m [Attribute], what: &str, errors: &mut Errors) -> Attrs<'m> {
    let mut sorted = Attrs {
        docs: docs(attrs),
        ..Attrs::default()
    };
    let taken = if what == PERMISSION {
        "doc comments, `#[deprecated]` and `#[allow]`"
    } else {
        "doc comments, `#[cfg]`, `#[deprecated]` and `#[allow]`"
    };
    for attr in attrs {
        let path = attr.path();
        if path.is_ident("doc") {
            sorted.item.push(attr);
        } else if path.is_ident("deprecated") {
            sorted.deprecated = true;
            sorted.item.push(attr);
        } else if path.is_ident("cfg") {
            sorted.cfg.push(attr);
        } else if path.is_ident("allow") {
            sorted.allow.push(attr);
        } else {
            let name = path_text(attr);
            errors.at(
                path.span(),
                format_args!("`#[{name}]` is not taken on {what}, only {taken} are"),
            );
        }
    }
    sorted
}

fn path_text(attr: &Attribute) -> String {
    let words: Vec<String> = attr
        .path()
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    words.join("::")
}

impl Attrs<'_> {
    /// The description, when all of it is known from the source.
    #[must_use]
    pub fn description(&self) -> Option<String> {
        let mut text = String::new();
        for doc in &self.docs {
            let Doc::Text(part) = doc else {
                return None;
            };
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(part);
        }
        (!text.is_empty()).then_some(text)
    }

    /// The predicates of the `cfg` attributes.
    pub fn predicates(&self) -> impl Iterator<Item = &TokenStream> {
        self.cfg.iter().filter_map(|attr| match &attr.meta {
            Meta::List(list) => Some(&list.tokens),
            _ => None,
        })
    }

    /// Whether something says what the item is.
    pub(crate) fn documented(&self) -> bool {
        !self.docs.is_empty()
            || self.item.iter().any(|attr| match &attr.meta {
                Meta::List(list) => {
                    list.path.is_ident("doc") && list.tokens.to_string().contains("hidden")
                }
                _ => false,
            })
    }
}
