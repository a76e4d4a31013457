use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    => { permission: report::run }

    listInvoices {
        permission: billing::invoice::read,
    }
}

fn main() {
    let _ = operations::listInvoices;
}
