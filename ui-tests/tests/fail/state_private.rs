use permdock_ui_tests::permissions;

struct Hidden;

permdock::define_operations! {
    pub mod operations for Hidden in permissions;

    runReport { permission: report::run }
}

fn main() {}
