//! The table: each action of the application once, with its permission, its row and its labels.

use crate::data::App;
use crate::inputs::{
    ByStatus, CustomerId, InvoiceId, NewEmail, NewInvoice, Period, Received, Refund,
};

permdock::define_operations! {
    /// Every action the billing application exposes, to whoever calls.
    pub(crate) mod table for App in crate::permissions;

    /// Lists the customers that the caller may see.
    listCustomers {
        permission: billing::customer::read,
        results: billing::customer::read,
        meta: { risk: low, effects: [read], title: "List customers" },
    }

    /// Shows one customer with their address.
    viewCustomer {
        permission: billing::customer::read,
        data: |app: &App, input: &CustomerId| app.customer(&input.id),
        meta: { risk: low, effects: [read], title: "View customer" },
    }

    /// Changes the address that a customer's invoices are sent to.
    changeEmail {
        permission: billing::customer::change,
        data: |app: &App, input: &NewEmail| app.customer(&input.customer),
        meta: { risk: medium, effects: [write], title: "Change a customer's email" },
    }

    /// Removes a customer and all that names them. This cannot be undone.
    eraseCustomer {
        permission: billing::customer::erase,
        data: |app: &App, input: &CustomerId| app.customer(&input.id),
        meta: { risk: critical, effects: [delete], title: "Erase customer" },
    }

    /// Drafts an invoice; the customer decides who may.
    draftInvoice {
        permission: billing::customer::bill,
        data: |app: &App, input: &NewInvoice| app.customer(&input.customer),
        meta: { risk: medium, effects: [write], title: "Draft invoice" },
    }

    /// Lists the invoices that the caller may see, all of them or those of one status.
    listInvoices {
        permission: billing::invoice::read,
        input: ByStatus,
        results: billing::invoice::read,
        meta: { risk: low, effects: [read], title: "List invoices" },
    }

    /// Shows one invoice.
    viewInvoice {
        permission: billing::invoice::read,
        data: async |app: &App, input: &InvoiceId| app.invoice(&input.id).await,
        meta: { risk: low, effects: [read], title: "View invoice" },
    }

    /// Sends an invoice to its customer.
    sendInvoice {
        permission: billing::invoice::submit,
        data: async |app: &App, input: &InvoiceId| app.invoice(&input.id).await,
        meta: { risk: high, effects: [send, external], title: "Send invoice" },
    }

    /// Reminds a customer of an invoice that is due.
    remindCustomer {
        permission: billing::invoice::remind,
        data: async |app: &App, input: &InvoiceId| app.invoice(&input.id).await,
        meta: { risk: medium, effects: [send], title: "Remind customer" },
    }

    /// Records that a customer paid an invoice, in full or in part.
    recordPayment {
        permission: billing::invoice::settle,
        data: async |app: &App, input: &Received| app.invoice(&input.invoice).await,
        meta: { risk: medium, effects: [write], title: "Record payment" },
    }

    /// Voids an invoice, so that nobody has to pay it.
    voidInvoice {
        permission: billing::invoice::void,
        data: async |app: &App, input: &InvoiceId| app.invoice(&input.id).await,
        meta: { risk: critical, effects: [write], title: "Void invoice" },
    }

    /// Lists the payments that the caller may see.
    listPayments {
        permission: billing::payment::read,
        results: billing::payment::read,
        meta: { risk: low, effects: [read], title: "List payments" },
    }

    /// Pays money back to a customer.
    refundPayment {
        permission: billing::payment::refund,
        data: |app: &App, input: &Refund| app.payment(&input.payment),
        meta: { risk: critical, effects: [spend, external], title: "Refund payment" },
    }

    /// Adds up the day: what was sent, what was paid, what is late.
    "report.run-daily" as runDailyReport {
        permission: report::run,
        meta: { risk: low, effects: [read], title: "Run the daily report" },
    }

    /// Hands a month's ledger to the tax adviser.
    "report.export" as exportLedger {
        permission: report::export,
        input: Period,
        meta: { risk: high, effects: [read, external], title: "Export the ledger" },
    }
}

pub(crate) use table::*;

#[cfg(test)]
mod tests {
    use permdock::catalog::Catalog;

    /// What the build script read from the source, and what the package keeps for its reviewers, is
    /// the table that was compiled.
    #[test]
    fn the_catalogs_are_those_of_the_compiled_table() {
        let compiled = Catalog::of(&super::OPERATIONS);
        let built = include_str!(concat!(env!("OUT_DIR"), "/permdock.catalog.json"));
        let kept = include_str!("../permdock.catalog.json");
        for text in [built, kept] {
            let catalog = Catalog::read(text.as_bytes()).expect("a catalog");
            assert_eq!(catalog.operations(), compiled.operations());
            assert_eq!(catalog.permissions(), compiled.permissions());
        }
    }
}
