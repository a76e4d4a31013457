use permdock_ui_tests::{App, InvoiceId, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
        data: |app: &'static App, input: &InvoiceId| app.find(&input.id),
    }
}

fn main() {
}
