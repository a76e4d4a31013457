use permdock_ui_tests::{App, InvoiceId, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
        data: async |app: &App, input: &InvoiceId| Some(app.invoices.len()),
    }
}

fn main() {
}
