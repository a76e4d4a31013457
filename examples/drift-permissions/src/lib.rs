//! The permissions that a company's applications share, as they are now: `ledger.entry.reverse` was
//! renamed to `correct`, and `drift-app` does not know yet.

/// An entry of the ledger.
pub struct Entry;

permdock::define_permissions! {
    /// What may be done.
    pub mod permissions {
        ledger {
            entry: crate::Entry { read, correct }
        }
    }
}
