use permdock_ui_tests::{permissions};

permdock::define_operations! {
    pub mod operations in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
    }
}

fn main() {
    let _ = operations::sendInvoice;
}
