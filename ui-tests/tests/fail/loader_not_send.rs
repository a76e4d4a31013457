use permdock_ui_tests::{App, InvoiceId, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
        data: async |app: &App, input: &InvoiceId| {
            let shared = std::rc::Rc::new(());
            let row = app.load(&input.id).await;
            drop(shared);
            row
        },
    }
}

fn main() {
}
