use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    runReport {
        permission: report::run,
        results: report::run,
    }
}

fn main() {
}
