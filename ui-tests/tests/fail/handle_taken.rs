use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    OPERATIONS {
        permission: billing::invoice::submit,
    }

    "__private" as __private {
        permission: billing::invoice::read,
    }
}

fn main() {
}
