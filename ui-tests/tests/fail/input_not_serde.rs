use permdock_ui_tests::{App, Invoice, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
        input: Invoice,
    }
}

fn main() {
}
