//! The document itself: what it holds, its order, its bytes and its fingerprint.

mod read;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

pub use read::CatalogError;

use crate::canon::{Json, base64url};
use crate::operation::{Effect, Operation, OperationMap, Risk};
use crate::permission::Permission;

const SCHEMA_NAME: &str = "permdock.catalog-v1.schema.json";
const VERSION: u32 = 1;

/// A catalog: permissions sorted by key, operations by name.
///
/// Two catalogs are equal when they say the same; what generated them does not count.
///
/// ```
/// # struct App;
/// # permdock::define_permissions! { mod permissions { report { run } } }
/// # permdock::define_operations! {
/// #     mod operations for App in permissions;
/// #     runReport { permission: report::run }
/// # }
/// use permdock::catalog::Catalog;
///
/// let catalog = Catalog::of(&operations::OPERATIONS);
/// let read = Catalog::read(catalog.to_json().as_bytes())?;
/// assert_eq!(read, catalog);
/// # Ok::<(), permdock::catalog::CatalogError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Catalog {
    generator: String,
    permissions: Vec<CatalogPermission>,
    operations: Vec<CatalogOperation>,
}

/// One leaf of a permission tree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct CatalogPermission {
    /// The path from the tree's root, joined with dots.
    pub key: String,
    /// The key of what the action is done to.
    pub resource: String,
    /// The last segment of the key.
    pub action: String,
    /// Whether it is decided on a row.
    pub row: bool,
}

/// One operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CatalogOperation {
    /// Its name.
    pub name: String,
    /// The key of the leaf a caller must hold.
    pub permission: String,
    /// The key of the leaf each result row is filtered by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<String>,
    /// Its labels.
    pub meta: CatalogMeta,
    /// The condition under which it is there, other than features: such an entry is only known from
    /// source, and is left out of comparisons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cfg: Option<String>,
}

/// The labels of an operation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CatalogMeta {
    /// How much harm it can do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<Risk>,
    /// What it does to the world, in the order of declaration.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// What to call it before people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// What the fingerprint is over.
#[derive(Serialize)]
struct Body<'a> {
    #[serde(rename = "$schema")]
    schema: &'a str,
    version: u32,
    permissions: &'a [CatalogPermission],
    operations: &'a [CatalogOperation],
}

#[derive(Serialize)]
struct Document<'a> {
    #[serde(rename = "$schema")]
    schema: &'a str,
    version: u32,
    generator: &'a str,
    fingerprint: &'a str,
    permissions: &'a [CatalogPermission],
    operations: &'a [CatalogOperation],
}

impl Catalog {
    /// The catalog of a compiled table.
    #[must_use]
    pub fn of<App>(table: &OperationMap<App>) -> Self {
        let permissions = table.permissions().iter().map(of_permission).collect();
        let operations = table.iter().map(of_operation).collect();
        Self::new(permissions, operations)
    }

    /// This catalog and another, for an application of several tables. A leaf that both hold is held
    /// once, and so is an operation that both hold alike; one name for two operations stays twice,
    /// and [`Catalog::read`] will refuse it.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let mut permissions = self.permissions;
        permissions.extend(other.permissions);
        let mut operations = self.operations;
        operations.extend(other.operations);
        Self::new(permissions, operations)
    }

    /// Sorts.
    pub(crate) fn new(
        mut permissions: Vec<CatalogPermission>,
        mut operations: Vec<CatalogOperation>,
    ) -> Self {
        permissions.sort();
        permissions.dedup();
        operations.sort_by(|a, b| (&a.name, &a.cfg).cmp(&(&b.name, &b.cfg)));
        operations.dedup();
        Self {
            generator: concat!("permdock ", env!("CARGO_PKG_VERSION")).to_owned(),
            permissions,
            operations,
        }
    }

    /// What wrote it, such as `permdock 0.1.0`.
    #[must_use]
    pub fn generator(&self) -> &str {
        &self.generator
    }

    /// The leaves, by key.
    #[must_use]
    pub fn permissions(&self) -> &[CatalogPermission] {
        &self.permissions
    }

    /// The operations, by name.
    #[must_use]
    pub fn operations(&self) -> &[CatalogOperation] {
        &self.operations
    }

    /// The leaf of this key, compared exactly.
    #[must_use]
    pub fn permission(&self, key: &str) -> Option<&CatalogPermission> {
        let place = self
            .permissions
            .binary_search_by(|leaf| leaf.key.as_str().cmp(key));
        place.ok().and_then(|place| self.permissions.get(place))
    }

    /// The SHA-256, as base64url without padding, of the canonical JSON (RFC 8785) of the document
    /// without `generator` and `fingerprint`.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let body = Body {
            schema: SCHEMA_NAME,
            version: VERSION,
            permissions: &self.permissions,
            operations: &self.operations,
        };
        // Strings, booleans and one small number always have a canonical form.
        let text = Json::of(&body).and_then(|json| json.canonical());
        digest(&text.unwrap_or_default())
    }

    /// The document: the same bytes on every machine, ending in a newline.
    #[must_use]
    pub fn to_json(&self) -> String {
        let document = Document {
            schema: SCHEMA_NAME,
            version: VERSION,
            generator: &self.generator,
            fingerprint: &self.fingerprint(),
            permissions: &self.permissions,
            operations: &self.operations,
        };
        let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
        text.push('\n');
        text
    }

    /// What is there in every build: without the entries under a `cfg` other than features.
    #[must_use]
    pub fn unconditional(&self) -> Self {
        let mut same = self.clone();
        same.operations.retain(|operation| operation.cfg.is_none());
        same
    }

    /// The same, without what another catalog lists under a `cfg`: to compare a compiled table with
    /// the catalog of its source.
    ///
    /// ```
    /// # struct App;
    /// # permdock::define_permissions! { mod permissions { report { run } } }
    /// # permdock::define_operations! {
    /// #     mod operations for App in permissions;
    /// #     runReport { permission: report::run }
    /// # }
    /// # use permdock::catalog::Catalog;
    /// # let written = Catalog::of(&operations::OPERATIONS).to_json();
    /// let source = Catalog::read(written.as_bytes())?;
    /// let compiled = Catalog::of(&operations::OPERATIONS);
    /// assert_eq!(compiled.comparable_to(&source), source.unconditional());
    /// # Ok::<(), permdock::catalog::CatalogError>(())
    /// ```
    #[must_use]
    pub fn comparable_to(&self, source: &Self) -> Self {
        let mut same = self.clone();
        let conditional = |name: &str| {
            source
                .operations
                .iter()
                .any(|other| other.name == name && other.cfg.is_some())
        };
        same.operations
            .retain(|operation| !conditional(&operation.name));
        same
    }
}

impl PartialEq for Catalog {
    fn eq(&self, other: &Self) -> bool {
        self.permissions == other.permissions && self.operations == other.operations
    }
}

impl Eq for Catalog {}

fn of_permission(leaf: &Permission) -> CatalogPermission {
    CatalogPermission {
        key: leaf.key().to_owned(),
        resource: leaf.resource().to_owned(),
        action: leaf.action().to_owned(),
        row: leaf.has_row(),
    }
}

fn of_operation<App>(operation: &Operation<App>) -> CatalogOperation {
    let meta = operation.meta();
    CatalogOperation {
        name: operation.name().to_owned(),
        permission: operation.permission().key().to_owned(),
        results: operation.results().map(|leaf| leaf.key().to_owned()),
        meta: CatalogMeta {
            risk: meta.risk,
            effects: meta.effects.to_vec(),
            title: meta.title.map(str::to_owned),
        },
        cfg: None,
    }
}

fn digest(canonical: &str) -> String {
    base64url(&Sha256::digest(canonical.as_bytes()))
}
