use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
        meta: { title: "Send\u{202e}invoice" },
    }

    listInvoices {
        permission: billing::invoice::read,
        meta: { title: "" },
    }
}

fn main() {
}
