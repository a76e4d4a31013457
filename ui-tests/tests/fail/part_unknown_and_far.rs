use permdock_ui_tests::{App, InvoiceId, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
        handler: |app: &App, input: &InvoiceId| app.find(&input.id),
        meta: { risk: low },
    }
}

fn main() {
}
