use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    "report.run-daily" {
        permission: report::run,
    }
}

fn main() {
}
