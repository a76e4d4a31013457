//! The tables in a crate of the 2021 edition, under its strictest lints.
#![deny(
    warnings,
    missing_docs,
    unused,
    rust_2018_idioms,
    rust_2021_compatibility
)]
#![deny(clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

use serde::{Deserialize, Serialize};

/// A row. `gen` is a name in this edition.
#[derive(Clone, Debug)]
pub struct Invoice {
    /// Its id.
    pub gen: String,
}

/// An input.
#[derive(Debug, Serialize, Deserialize)]
pub struct InvoiceId {
    /// The invoice's id.
    pub gen: String,
}

/// The application state.
#[derive(Debug)]
pub struct App {
    /// All invoices.
    pub invoices: Vec<Invoice>,
}

permdock::define_permissions! {
    /// A tree.
    pub mod permissions {
        invoice: Invoice { read, gen }
    }
}

permdock::define_operations! {
    /// A table.
    pub mod operations for App in permissions;

    readInvoice {
        permission: invoice::read,
        data: |app: &App, input: &InvoiceId| app.invoices.iter().find(|row| row.gen == input.gen).cloned(),
        results: invoice::read,
    }

    gen {
        permission: invoice::gen,
        data: async |app: &App, InvoiceId { gen }: &InvoiceId| {
            let first = app.invoices.first()?;
            std::future::ready(()).await;
            (first.gen == *gen).then(|| first.clone())
        },
    }
}

#[cfg(test)]
mod tests {
    use super::operations;

    #[test]
    fn the_table_is_there() {
        assert!(operations::OPERATIONS.get("gen").is_some());
        assert_eq!(operations::OPERATIONS.len(), 2);
    }
}
