permdock::define_operations! {
    pub struct operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
    }
}

fn main() {
}
