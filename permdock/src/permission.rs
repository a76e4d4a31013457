//! Permission leaves and the set that holds them.
//!
//! A leaf is one thing a caller may be allowed to do. Everything else in the crate (a grant, a
//! delegation, an operation) points at a leaf; nothing here knows who points.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// One leaf of a permission tree, as data.
///
/// Made by [`define_permissions!`](crate::define_permissions). Two permissions are the same when
/// their [keys](Permission::key) are equal.
#[derive(Clone, Copy)]
pub struct Permission {
    key: &'static str,
    resource: &'static str,
    action: &'static str,
    description: Option<&'static str>,
    tree: &'static PermissionSet,
    index: u32,
    row: bool,
}

impl Permission {
    /// What the macro emits; not part of the public interface.
    #[doc(hidden)]
    #[must_use]
    pub const fn __new(
        tree: &'static PermissionSet,
        index: u32,
        key: &'static str,
        resource: &'static str,
        action: &'static str,
        row: bool,
        description: &'static str,
    ) -> Self {
        Self {
            key,
            resource,
            action,
            description: if description.is_empty() {
                None
            } else {
                Some(description)
            },
            tree,
            index,
            row,
        }
    }

    /// The path from the tree's root, joined with dots: `billing.invoice.submit`.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        self.key
    }

    /// The key of what the action is done to: `billing.invoice`.
    #[must_use]
    pub const fn resource(&self) -> &'static str {
        self.resource
    }

    /// The last segment of the key: `submit`.
    #[must_use]
    pub const fn action(&self) -> &'static str {
        self.action
    }

    /// The leaf's doc comment, if it has one.
    #[must_use]
    pub const fn description(&self) -> Option<&'static str> {
        self.description
    }

    /// Whether the leaf is decided on a row: whether its resource names a row type.
    #[must_use]
    pub const fn has_row(&self) -> bool {
        self.row
    }

    /// The leaf's place in this set, if the set is its own tree's.
    #[inline]
    pub(crate) fn place_in(&self, set: &'static PermissionSet) -> Option<usize> {
        std::ptr::eq(self.tree, set).then_some(self.index as usize)
    }
}

impl PartialEq for Permission {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Permission {}

impl fmt::Debug for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Permission").field(&self.key).finish()
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key)
    }
}

impl Serialize for Permission {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Permission", 4)?;
        out.serialize_field("key", self.key)?;
        out.serialize_field("resource", self.resource)?;
        out.serialize_field("action", self.action)?;
        out.serialize_field("row", &self.row)?;
        out.end()
    }
}

/// Every leaf of one tree, in the order of declaration.
#[derive(Debug, Clone, Copy)]
pub struct PermissionSet {
    leaves: &'static [Permission],
}

impl PermissionSet {
    /// What the macro emits; not part of the public interface.
    #[doc(hidden)]
    #[must_use]
    pub const fn __new(leaves: &'static [Permission]) -> Self {
        Self { leaves }
    }

    /// What the macro emits; not part of the public interface.
    ///
    /// # Panics
    ///
    /// While compiling, when there is no such leaf. The macro counts them itself.
    #[doc(hidden)]
    #[must_use]
    #[expect(
        clippy::indexing_slicing,
        reason = "evaluated while compiling, with a place the macro counted"
    )]
    pub const fn __at(&self, place: usize) -> &'static Permission {
        &self.leaves[place]
    }

    /// The leaf with this key, compared exactly.
    ///
    /// It looks through the tree from the start: meant for reading a configuration, not for a
    /// decision, where a leaf is a value already.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'static Permission> {
        self.leaves.iter().find(|leaf| leaf.key == key)
    }

    /// The leaves in the order of declaration.
    pub fn iter(&self) -> std::slice::Iter<'static, Permission> {
        self.leaves.iter()
    }

    /// How many leaves there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Whether there is no leaf; a tree made by the macro always has one.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }
}

impl IntoIterator for &PermissionSet {
    type Item = &'static Permission;
    type IntoIter = std::slice::Iter<'static, Permission>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The type of one leaf, such as `permissions::billing::invoice::submit`.
///
/// A leaf is a zero-sized value: its type carries the key and the row that the leaf is decided on,
/// so that a condition, a loader and a handler are checked against the right row by the compiler.
/// Only [`define_permissions!`](crate::define_permissions) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a permission leaf",
    label = "expected a leaf declared by `define_permissions!`",
    note = "name the leaf itself, such as `permissions::billing::invoice::read`, not a group or a resource"
)]
pub trait Leaf: Copy + Send + Sync + 'static {
    /// The row the leaf is decided on; [`NoRow`] when its resource names none.
    type Row: Send + Sync + 'static;

    /// The leaf as data.
    const PERMISSION: &'static Permission;
}

/// A leaf whose resource names a row type.
///
/// Only such a leaf can carry a condition, be loaded for, or filter results.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is decided without a row",
    label = "this leaf has no row type",
    note = "give its resource one in `define_permissions!`, as in `invoice: Invoice {{ read, submit }}`"
)]
pub trait RowLeaf: Leaf {}

/// The row of a leaf that is decided without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRow;
