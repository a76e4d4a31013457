use permdock_ui_tests::App;

permdock::define_operations! {
    pub mod operations for App in permisions;

    sendInvoice {
        permission: billing::invoice::submit,
    }

    listInvoices {
        permission: billing::invoice::read,
    }
}

fn main() {}
