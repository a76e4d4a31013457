use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    runReport {
        permission: report::run,
        risk: high,
        description: "Runs the report.",
        loader: |_: &App, _: &()| None,
    }
}

fn main() {}
