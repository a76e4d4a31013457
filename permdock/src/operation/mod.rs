//! The table: what an operation is, and how it is found.
//!
//! [`define_operations!`](crate::define_operations) emits one static [`OperationMap`] of immutable
//! [`Operation`]s, and a typed [`Handle`] for each. The table knows permissions and inputs; it does
//! not know who calls.

mod handle;
mod held;
pub(crate) mod index;
mod input;
pub(crate) mod map;
mod meta;

use std::any::TypeId;
use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

pub use handle::{
    AppOf, Handle, HasRow, Input, LoadError, LoadResult, LoaderOutput, OperationInput, ResultOf,
    RowOf, Table, WithResults,
};
#[doc(hidden)]
pub use handle::{Data, Loaded, Loading, NoData, an_async_loader_must_be_send, loaded};
pub(crate) use held::{AnyCall, ErasedCall, HeldCall};
pub use input::NoInput;
pub(crate) use input::{InputFault, admit, admit_typed, canonical_input};
pub use map::{OperationMap, Operations};
pub use meta::{
    Effect, Meta, OPERATION_EFFECTS, OPERATION_RISKS, Risk, UnknownWord, is_operation_risk,
};

use crate::canon::Limits;
use crate::guard::caught;
use crate::permission::Permission;

/// An input's JSON Schema (2020-12), as JSON.
pub type Schema = serde_json::Value;

/// One action of the application: a name, the permission it needs, and how to load its row.
///
/// `App` is the application state that the loader sees.
pub struct Operation<App: 'static> {
    name: &'static str,
    description: Option<&'static str>,
    permission: &'static Permission,
    results: Option<&'static Permission>,
    meta: Meta,
    loads: bool,
    result_row: Option<TypeId>,
    schema: Option<fn() -> Schema>,
    read: held::Read<App>,
}

impl<App: 'static> Operation<App> {
    /// What the macro emits; not part of the public interface.
    #[doc(hidden)]
    #[must_use]
    pub const fn __new<O>(
        name: &'static str,
        description: &'static str,
        title: &'static str,
        meta: Meta,
        schema: Option<fn() -> Schema>,
    ) -> Self
    where
        O: Handle<Table: Table<App = App>>,
    {
        Self {
            name,
            description: stated(description),
            permission: <O::Permission as crate::Leaf>::PERMISSION,
            results: None,
            result_row: None,
            meta: Meta {
                title: stated(title),
                ..meta
            },
            loads: <O::Data as Data<RowOf<O>>>::LOADS,
            schema,
            read: held::read::<O>,
        }
    }

    /// What the macro emits for an entry with `results`; not part of the public interface.
    #[doc(hidden)]
    #[must_use]
    pub const fn __results<O: WithResults>(self) -> Self {
        Self {
            results: Some(<O::Results as crate::Leaf>::PERMISSION),
            result_row: Some(TypeId::of::<ResultOf<O>>()),
            ..self
        }
    }
}

/// The macro writes what is absent as an empty text, which neither a title nor a description is.
const fn stated(text: &'static str) -> Option<&'static str> {
    if text.is_empty() { None } else { Some(text) }
}

impl<App: 'static> Operation<App> {
    /// The name by which every host knows it; a tool's name, unchanged.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The entry's doc comment.
    #[must_use]
    pub const fn description(&self) -> Option<&'static str> {
        self.description
    }

    /// The leaf a caller must hold to run it.
    #[must_use]
    pub const fn permission(&self) -> &'static Permission {
        self.permission
    }

    /// The leaf each result row is filtered by.
    #[must_use]
    pub const fn results(&self) -> Option<&'static Permission> {
        self.results
    }

    /// Its labels. Nothing decides on them.
    #[must_use]
    pub const fn meta(&self) -> &Meta {
        &self.meta
    }

    /// Whether a row is loaded before the decision.
    #[must_use]
    pub const fn loads(&self) -> bool {
        self.loads
    }

    /// Whether its results are rows of this type.
    pub(crate) fn lists<R: 'static>(&self) -> bool {
        self.result_row == Some(TypeId::of::<R>())
    }

    /// What to call it before people: its title, else its permission's key.
    #[must_use]
    pub const fn label(&self) -> &'static str {
        match self.meta.title {
            Some(title) => title,
            None => self.permission.key(),
        }
    }

    /// The input's JSON Schema: closed and empty for [`NoInput`]; of another type the one it
    /// derives through `schemars`, with the feature `schema`; else `None`.
    #[must_use]
    pub fn input_schema(&self) -> Option<Schema> {
        caught(|| self.schema()).ok().flatten()
    }

    /// As [`input_schema`](Self::input_schema), with the panic of a type that cannot say its schema.
    pub(crate) fn schema(&self) -> Option<Schema> {
        self.schema.map(|schema| schema())
    }

    pub(crate) fn read(
        &self,
        raw: &[u8],
        limits: &Limits,
    ) -> Result<Box<dyn ErasedCall<App>>, InputFault> {
        (self.read)(raw, limits)
    }
}

impl<App> fmt::Debug for Operation<App> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Operation")
            .field("name", &self.name)
            .field("permission", &self.permission.key())
            .field("results", &self.results.map(Permission::key))
            .field("meta", &self.meta)
            .field("loads", &self.loads)
            .finish()
    }
}

/// As the catalog writes it: `{ name, permission, results?, meta }`.
impl<App> Serialize for Operation<App> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = 3 + usize::from(self.results.is_some());
        let mut out = serializer.serialize_struct("Operation", members)?;
        out.serialize_field("name", self.name)?;
        out.serialize_field("permission", self.permission.key())?;
        if let Some(results) = self.results {
            out.serialize_field("results", results.key())?;
        }
        out.serialize_field("meta", &self.meta)?;
        out.end()
    }
}
