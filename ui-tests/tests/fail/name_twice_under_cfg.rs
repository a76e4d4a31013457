#![allow(unexpected_cfgs)]

use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    #[cfg(not(feature = "none"))]
    sendInvoice {
        permission: billing::invoice::submit,
    }

    #[cfg(not(feature = "nothing"))]
    sendInvoice {
        permission: billing::invoice::read,
    }
}

fn main() {
}
