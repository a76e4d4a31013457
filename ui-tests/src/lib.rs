//! What must not compile, in `tests/fail` with the message a person reads, and what must, in
//! `tests/pass`. Here is what most of the cases share.

use serde::{Deserialize, Serialize};

/// A row.
#[derive(Clone, Debug)]
pub struct Invoice {
    /// Its id.
    pub id: String,
}

/// An input.
#[derive(Debug, Serialize, Deserialize)]
pub struct InvoiceId {
    /// The invoice's id.
    pub id: String,
}

/// Another input.
#[derive(Debug, Serialize, Deserialize)]
pub struct Day {
    /// Its number.
    pub number: u32,
}

/// The application state.
#[derive(Debug)]
pub struct App {
    /// All invoices.
    pub invoices: Vec<Invoice>,
}

impl App {
    /// An invoice by its id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<Invoice> {
        self.invoices
            .iter()
            .find(|invoice| invoice.id == id)
            .cloned()
    }

    /// The same, later.
    ///
    /// # Errors
    ///
    /// Never.
    pub async fn load(&self, id: &str) -> Result<Option<Invoice>, std::io::Error> {
        std::future::ready(()).await;
        Ok(self.find(id))
    }
}

permdock::define_permissions! {
    /// A tree.
    pub mod permissions {
        billing {
            invoice: Invoice { read, submit }
        }
        report { run }
    }
}

permdock::define_operations! {
    /// A table.
    pub mod operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
        data: |app: &App, input: &InvoiceId| app.find(&input.id),
    }
    listInvoices {
        permission: billing::invoice::read,
        results: billing::invoice::read,
    }
    runReport { permission: report::run }
}
