use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    runReport {
        permission: report::rum,
    }
    listInvoices {
        permission: billing::invoice::read,
        meta: { risk: hi },
    }
}

fn main() {}
