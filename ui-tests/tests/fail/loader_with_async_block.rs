use permdock_ui_tests::{App, InvoiceId, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
        data: |app: &App, input: &InvoiceId| async move { app.load(&input.id).await },
    }
}

fn main() {
}
