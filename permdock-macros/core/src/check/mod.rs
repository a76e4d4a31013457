//! Judging a table: every fault in source order, and what is left when they are set aside.

mod attrs;
mod docs;
mod loader;
mod meta;
mod names;
mod operations;
mod permissions;
mod text;
pub mod words;

pub use self::attrs::Attrs;
pub use self::docs::Doc;
pub use self::loader::{Loader, Param};
pub use self::meta::Meta;
pub use self::operations::{Checked, Clash, Table, operations};
pub use self::permissions::{CheckedLeaf, Child, Resource, Tree, permissions};
use crate::errors::Errors;

/// The type itself, where a reference to it was written: what a table names is owned.
fn owned<'m>(ty: &'m syn::Type, what: &str, errors: &mut Errors) -> Option<&'m syn::Type> {
    let syn::Type::Reference(reference) = ty else {
        return Some(ty);
    };
    let text = matches!(&*reference.elem, syn::Type::Path(path) if path.path.is_ident("str"));
    let instead = if text {
        "`String`"
    } else {
        "the type without `&`"
    };
    errors.push(syn::Error::new_spanned(
        reference.and_token,
        format_args!("{what} is owned: write {instead}"),
    ));
    (!text).then_some(&*reference.elem)
}
