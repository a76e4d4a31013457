//! What the macros' output names. Nothing here is part of the public interface: a table written
//! against it breaks with any release.

use std::future::Future;
use std::marker::PhantomData;

use crate::operation::NoInput;
pub use crate::operation::index::{Slot, build, capacity};
pub use crate::operation::map::__names as names;
pub use crate::operation::{
    Data, Loaded, Loading, NoData, Schema, an_async_loader_must_be_send, loaded,
};

/// What the macros look for: when it is missing, they and this library are of different versions.
pub use crate as permdock_macros_0_1_0_needs_permdock_0_1_0;

/// The row type of a resource, named once beside the tree.
pub trait Resource {
    /// The row that the resource's leaves are decided on.
    type Row: Send + Sync + 'static;
}

/// Says what an asynchronous loader answers, where its closure does.
pub fn answering<T, F: Future<Output = T>>(future: F) -> F {
    future
}

/// What stands in for a part that could not be read, so that one mistake makes one message. A program
/// that names it does not compile.
pub mod missing {
    use crate::permission::{self, Permission, PermissionSet, RowLeaf};

    /// No permissions.
    pub static PERMISSIONS: PermissionSet = PermissionSet::__new(&[]);

    /// A leaf.
    #[derive(Debug, Clone, Copy)]
    pub struct Leaf;

    #[diagnostic::do_not_recommend]
    impl permission::Leaf for Leaf {
        type Row = Self;
        const PERMISSION: &'static Permission =
            &Permission::__new(&PERMISSIONS, 0, "", "", "", true, "");
    }

    #[diagnostic::do_not_recommend]
    impl RowLeaf for Leaf {}
}

/// Finds an input's JSON Schema: the inherent constant where the type has one, else the trait's.
#[derive(Debug, Clone, Copy)]
pub struct Probe<T>(PhantomData<fn() -> T>);

/// How to make a schema, if there is a way.
pub type SchemaOf = Option<fn() -> Schema>;

/// The schema of an operation that takes no input.
pub const NOTHING: SchemaOf = Some(NoInput::schema);

/// The fallback of [`Probe`].
pub trait NoSchema {
    /// No schema.
    const __PERMDOCK_SCHEMA: SchemaOf = None;
}

impl<T> NoSchema for Probe<T> {}

#[cfg(not(feature = "schema"))]
impl Probe<NoInput> {
    /// The same with and without the feature.
    pub const __PERMDOCK_SCHEMA: SchemaOf = NOTHING;
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema + 'static> Probe<T> {
    /// The schema that `schemars` derives, with its sub-schemas in place: many hosts follow no
    /// reference.
    pub const __PERMDOCK_SCHEMA: SchemaOf = Some(|| {
        if std::any::TypeId::of::<T>() == std::any::TypeId::of::<NoInput>() {
            return NoInput::schema();
        }
        let settings = schemars::generate::SchemaSettings::draft2020_12()
            .with(|settings| settings.inline_subschemas = true);
        let mut schema = settings.into_generator().into_root_schema_for::<T>();
        // The Rust type's name says nothing of the input: renaming it changes no definition.
        if schema.get("title").and_then(Schema::as_str) == Some(&*T::schema_name()) {
            schema.remove("title");
        }
        schema.into()
    });
}
