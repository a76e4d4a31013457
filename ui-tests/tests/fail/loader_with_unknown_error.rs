use permdock_ui_tests::{App, Invoice, InvoiceId, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
        data: |app: &App, input: &InvoiceId| Err::<Option<Invoice>, u8>(3),
    }
}

fn main() {
}
