//! What the application exposes.

use permdock::NoInput;

use crate::{App, Entry, permissions};

permdock::define_operations! {
    /// Every action of the application.
    pub mod table for App in permissions;

    /// Lists the entries.
    listEntries {
        permission: ledger::entry::read,
        results: ledger::entry::read,
    }

    /// Takes an entry back.
    reverseEntry {
        permission: ledger::entry::reverse,
        data: |_: &App, _: &NoInput| Some(Entry),
        meta: { risk: medium, effects: [write], title: "Reverse entry" },
    }
}
