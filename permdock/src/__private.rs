//! What the macros' output names. Nothing here is part of the public interface: a table written
//! against it breaks with any release.

use std::marker::PhantomData;

pub use crate::operation::index::{Slot, build, capacity};
pub use crate::operation::map::__names as names;
pub use crate::operation::{Loading, Schema, an_async_loader_must_be_send, loaded};

/// The row type of a resource, named once beside the tree.
pub trait Resource {
    /// The row that the resource's leaves are decided on.
    type Row: Send + Sync + 'static;
}

/// Finds an input's JSON Schema: the inherent method where the type has one, else the trait's.
#[derive(Debug, Clone, Copy)]
pub struct Probe<T>(PhantomData<fn() -> T>);

impl<T> Probe<T> {
    /// For the type `T`.
    pub const NEW: Self = Self(PhantomData);
}

/// The fallback of [`Probe`].
pub trait NoSchema {
    /// No schema.
    fn schema(&self) -> Option<Schema> {
        None
    }
}

impl<T> NoSchema for Probe<T> {}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> Probe<T> {
    /// The schema that `schemars` derives, with its sub-schemas in place: many hosts follow no
    /// reference.
    pub fn schema(&self) -> Option<Schema> {
        let settings = schemars::generate::SchemaSettings::draft2020_12()
            .with(|settings| settings.inline_subschemas = true);
        let schema = settings.into_generator().into_root_schema_for::<T>();
        Some(schema.into())
    }
}
