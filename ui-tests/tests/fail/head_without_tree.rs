use permdock_ui_tests::App;

permdock::define_operations! {
    pub mod operations for App;

    sendInvoice {
        permission: billing::invoice::submit,
    }
}

fn main() {
    let _ = operations::sendInvoice;
}
