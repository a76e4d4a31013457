use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
        data: App::find,
    }

    listInvoices {
        permission: billing::invoice::read,
        data: App { invoices: Vec::new() },
    }
}

fn main() {
}
