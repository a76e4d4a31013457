use permdock_ui_tests::{App, InvoiceId, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    runReport {
        permission: report::run,
        input: &InvoiceId,
    }
    listInvoices {
        permission: billing::invoice::read,
        input: &str,
    }
}

fn main() {}
