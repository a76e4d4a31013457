//! The table as a whole: looked up by name, or walked in the order of declaration.

use std::fmt;

use serde::{Serialize, Serializer};

use super::index::{self, Slot};
use super::{Operation, Table};
use crate::permission::PermissionSet;

/// The operations of one application, immutable, found by name.
///
/// Declared as a static by [`define_operations!`](crate::define_operations). A look-up allocates
/// nothing, and its cost does not grow with the table.
pub struct OperationMap<App: 'static> {
    permissions: &'static PermissionSet,
    entries: &'static [Operation<App>],
    slots: &'static [Slot],
}

impl<App: 'static> OperationMap<App> {
    /// What the macro emits; not part of the public interface.
    #[doc(hidden)]
    #[must_use]
    pub const fn __new<T: Table<App = App>>(slots: &'static [Slot]) -> Self {
        Self {
            permissions: T::PERMISSIONS,
            entries: T::ENTRIES,
            slots,
        }
    }
}

/// The names of a table's entries, for the index; emitted by the macro.
#[doc(hidden)]
#[must_use]
#[expect(
    clippy::indexing_slicing,
    reason = "evaluated while compiling, and bounded by the loop"
)]
pub const fn __names<T: Table, const N: usize>() -> [&'static str; N] {
    let entries = T::ENTRIES;
    let mut names = [""; N];
    let mut place = 0;
    while place < N {
        names[place] = entries[place].name;
        place += 1;
    }
    names
}

impl<App: 'static> OperationMap<App> {
    /// The operation of exactly this name: what agents and automations look up by.
    #[must_use]
    #[inline]
    pub fn get(&self, name: &str) -> Option<&'static Operation<App>> {
        index::find(self.slots, self.entries, name, |known| known == name)
    }

    /// The operation of this name, ignoring ASCII case: what chat looks up by.
    #[must_use]
    #[inline]
    pub fn get_ignore_case(&self, name: &str) -> Option<&'static Operation<App>> {
        index::find(self.slots, self.entries, name, |known| {
            known.eq_ignore_ascii_case(name)
        })
    }

    /// The operations in the order of declaration.
    pub fn iter(&self) -> Operations<App> {
        self.entries.iter()
    }

    /// How many operations there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the table is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The tree that the operations' leaves come from.
    #[must_use]
    pub const fn permissions(&self) -> &'static PermissionSet {
        self.permissions
    }
}

/// The operations of a table in the order of declaration.
pub type Operations<App> = std::slice::Iter<'static, Operation<App>>;

impl<App: 'static> IntoIterator for &OperationMap<App> {
    type Item = &'static Operation<App>;
    type IntoIter = Operations<App>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<App> fmt::Debug for OperationMap<App> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries).finish()
    }
}

/// The entries in the order of declaration.
impl<App> Serialize for OperationMap<App> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.entries)
    }
}
