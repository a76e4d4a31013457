//! What the source of a table says, with spans, before anything is judged.
//!
//! A part that could not be read stands in its place as the fault it is, so that a check that walks
//! the model meets every fault in source order.

use proc_macro2::Span;
use syn::{Attribute, Expr, Ident, LitStr, Path, Type, Visibility};

/// A part of the source, or what is wrong with it.
pub type Parsed<T> = syn::Result<T>;

/// What both tables start with: an optional `crate = path;`, then the module's first words.
pub struct Head {
    /// The path to permdock, if it is not `::permdock`.
    pub krate: Option<Path>,
    /// The module's attributes.
    pub attrs: Vec<Attribute>,
    /// The module's visibility.
    pub vis: Visibility,
    /// The module's name.
    pub name: Ident,
}

/// One `define_permissions!`.
pub struct Permissions {
    /// Its first words.
    pub head: Head,
    /// What stands in the module's braces.
    pub nodes: Vec<Parsed<Node>>,
}

/// One name of a permission tree.
pub enum Node {
    /// `name { .. }` or `name: Row { .. }`
    Group(Box<Group>),
    /// `name`
    Leaf(Leaf),
}

/// A group or resource.
pub struct Group {
    /// Its attributes.
    pub attrs: Vec<Attribute>,
    /// Its name.
    pub name: Ident,
    /// The row type of its leaves.
    pub row: Option<Type>,
    /// What stands in its braces.
    pub nodes: Vec<Parsed<Node>>,
}

/// One leaf.
pub struct Leaf {
    /// Its attributes.
    pub attrs: Vec<Attribute>,
    /// Its name.
    pub name: Ident,
}

/// One `define_operations!`.
pub struct Operations {
    /// Its first words.
    pub head: Head,
    /// The application state, after `for`; `None` after a fault.
    pub app: Option<Type>,
    /// The permission tree, after `in`; `None` after a fault.
    pub tree: Option<Path>,
    /// What is wrong between the module's name and the first entry.
    pub fault: Option<syn::Error>,
    /// The entries.
    pub entries: Vec<Parsed<Entry>>,
}

/// One operation.
pub struct Entry {
    /// Its attributes.
    pub attrs: Vec<Attribute>,
    /// Its name, when it is not the handle's.
    pub text: Option<LitStr>,
    /// The handle's name.
    pub handle: Ident,
    /// What stands in its braces.
    pub parts: Vec<Parsed<Part>>,
}

/// One `key: value` of an entry.
pub struct Part {
    /// The key.
    pub key: Ident,
    /// Its value.
    pub value: Value,
}

/// The value of a [`Part`]; its variant is its key.
pub enum Value {
    /// `permission: group::resource::leaf`
    Permission(Path),
    /// `data: |app: &App, input: &Input| ..`
    Data(Expr),
    /// `input: Type`
    Input(Type),
    /// `results: group::resource::leaf`
    Results(Path),
    /// `meta: { .. }`
    Meta(Vec<Parsed<MetaPart>>),
}

/// One `key: value` of an entry's meta.
pub struct MetaPart {
    /// The key.
    pub key: Ident,
    /// Its value.
    pub value: MetaValue,
}

/// The value of a [`MetaPart`]; its variant is its key.
pub enum MetaValue {
    /// `risk: high`
    Risk(Ident),
    /// `effects: [send, external]`
    Effects(Vec<Parsed<Ident>>),
    /// `title: "Send invoice"`
    Title(LitStr),
}

impl Entry {
    /// Where the entry's name stands.
    #[must_use]
    pub fn name_span(&self) -> Span {
        self.text
            .as_ref()
            .map_or_else(|| self.handle.span(), LitStr::span)
    }
}
