use permdock_ui_tests::{App, Day, InvoiceId, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
        input: Day,
        data: |app: &App, input: &InvoiceId| app.find(&input.id),
    }
}

fn main() {
}
