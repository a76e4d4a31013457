use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    #[derive(Debug)]
    sendInvoice {
        permission: billing::invoice::submit,
    }

    #[must_use = "really"]
    listInvoices {
        permission: billing::invoice::read,
    }
}

fn main() {
}
