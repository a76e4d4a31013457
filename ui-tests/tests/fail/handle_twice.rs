use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    "invoice.send" as send {
        permission: billing::invoice::submit,
    }

    "report.send" as send {
        permission: report::run,
    }
}

fn main() {
}
