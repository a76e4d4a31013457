use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions

    sendInvoice {
        permission: billing::invoice::submit,
    }
}

fn main() {
    let _ = operations::sendInvoice;
}
