//! A deprecated entry warns where it is used, and nowhere else.
#![deny(warnings)]

use permdock_ui_tests::{App, Invoice, InvoiceId};

permdock::define_permissions! {
    mod permissions {
        billing {
            #[deprecated = "offers are gone"]
            offer: Invoice { read },
            invoice: Invoice { read, #[deprecated] void }
        }
    }
}

permdock::define_operations! {
    mod operations for App in permissions;

    #[deprecated(note = "use `readInvoice`")]
    getInvoice {
        permission: billing::invoice::read,
        data: |app: &App, input: &InvoiceId| app.find(&input.id),
        results: billing::invoice::read,
    }

    #[allow(deprecated)]
    voidInvoice { permission: billing::invoice::void }
}

fn main() {
    assert!(operations::OPERATIONS.get("getInvoice").is_some());
}
