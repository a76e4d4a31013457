//! An application that is compiled against its own copy of the shared permissions. The copy has
//! drifted: it compiles, and only `permdock doctor -p drift-app` tells, with PD067.

pub mod operations;

/// An entry of the ledger.
pub struct Entry;

/// The application.
pub struct App;

permdock::define_permissions! {
    /// The copy, from before `reverse` became `correct`.
    pub mod permissions {
        ledger {
            entry: crate::Entry { read, reverse }
        }
    }
}
