//! What an actor was given of its principal's rights. It only ever narrows.

use crate::operation::Operation;
use crate::permission::{Leaf, Permission};

/// The leaves, and optionally the operations, that an actor may use for its principal.
///
/// It grants nothing by itself: the principal must hold the permission too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delegation {
    /// Keys of leaves, sorted and distinct.
    permissions: Vec<&'static str>,
    /// Names of operations, sorted and distinct; `None` is every operation on these leaves.
    operations: Option<Vec<&'static str>>,
}

impl Delegation {
    /// Any operation on this leaf, and on those [added](Self::and).
    ///
    /// ```
    /// # pub struct Invoice;
    /// # permdock::define_permissions! {
    /// #     pub mod permissions { billing { invoice: Invoice { read, submit } } }
    /// # }
    /// # fn main() {
    /// use permdock::Delegation;
    /// use permissions::billing::invoice;
    ///
    /// let delegation = Delegation::of(invoice::read).and(invoice::submit);
    /// # let _ = delegation;
    /// # }
    /// ```
    pub fn of<L: Leaf>(_: L) -> Self {
        Self::permissions([L::PERMISSION])
    }

    /// Adds a leaf, before it is given to anybody: a caller's delegation only narrows.
    #[must_use]
    pub fn and<L: Leaf>(mut self, _: L) -> Self {
        let leaves = self.permissions.iter().copied();
        self.permissions = sorted(leaves.chain([L::PERMISSION.key()]));
        self
    }

    /// Any operation on these leaves, such as those that a stored delegation names.
    pub fn permissions(leaves: impl IntoIterator<Item = &'static Permission>) -> Self {
        Self {
            permissions: sorted(leaves.into_iter().map(Permission::key)),
            operations: None,
        }
    }

    /// Exactly these operations, on their permission and results leaves.
    pub fn operations<App: 'static>(
        operations: impl IntoIterator<Item = &'static Operation<App>>,
    ) -> Self {
        let operations: Vec<_> = operations.into_iter().collect();
        let leaves = operations
            .iter()
            .flat_map(|operation| [Some(operation.permission()), operation.results()])
            .flatten();
        Self {
            permissions: sorted(leaves.map(Permission::key)),
            operations: Some(sorted(operations.iter().map(|operation| operation.name()))),
        }
    }

    /// Nothing at all.
    #[must_use]
    pub fn nothing() -> Self {
        Self {
            permissions: Vec::new(),
            operations: None,
        }
    }

    /// What both delegations cover.
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Self {
        let operations = match (&self.operations, &other.operations) {
            (Some(ours), Some(theirs)) => Some(common(ours, theirs)),
            (ours, theirs) => ours.clone().or_else(|| theirs.clone()),
        };
        Self {
            permissions: common(&self.permissions, &other.permissions),
            operations,
        }
    }

    /// Whether it covers this leaf under this operation.
    #[must_use]
    pub fn covers(&self, operation: &str, permission: &Permission) -> bool {
        let holds = |list: &[&str], word: &str| list.binary_search(&word).is_ok();
        holds(&self.permissions, permission.key())
            && self
                .operations
                .as_ref()
                .is_none_or(|names| holds(names, operation))
    }
}

fn sorted(words: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut words: Vec<_> = words.collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn common(ours: &[&'static str], theirs: &[&'static str]) -> Vec<&'static str> {
    ours.iter()
        .filter(|word| theirs.binary_search(word).is_ok())
        .copied()
        .collect()
}
