use permdock_ui_tests::permissions;

pub struct Local {
    pub cell: std::cell::Cell<u8>,
}

permdock::define_operations! {
    pub mod operations for Local in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
    }
}

fn main() {}
