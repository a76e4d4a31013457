//! The catalog: the JSON document that other tools read instead of the code.
//!
//! Reviewers, approval services, documentation and CI read it. [`Catalog::of`] makes one of a
//! compiled table; a build script and the `permdock` command make the same one of the source (with
//! the features `build` and `cli`). The crate ships its JSON Schema, [`SCHEMA`].

mod diff;
mod document;

#[cfg(feature = "build")]
#[cfg_attr(
    not(feature = "cli"),
    allow(
        dead_code,
        reason = "the command reads more of it than the build script does"
    )
)]
pub(crate) mod collect;
#[cfg(feature = "cli")]
pub(crate) mod doctor;

pub use diff::{Change, ChangeKind, changes};
pub use document::{Catalog, CatalogError, CatalogMeta, CatalogOperation, CatalogPermission};

/// The JSON Schema (2020-12) of the document, `permdock.catalog-v1.schema.json`.
pub const SCHEMA: &str = include_str!("../../permdock.catalog-v1.schema.json");
