use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    sendInvoice: billing::invoice::submit,

    listInvoices {
        permission: billing::invoice::read,
    }

    runReport
}

fn main() {
    let _ = operations::sendInvoice;
    let _ = operations::listInvoices;
    let _ = operations::runReport;
}
