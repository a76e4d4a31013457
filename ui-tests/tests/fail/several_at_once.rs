use permdock_ui_tests::{App, Day, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    sendInvoice {
        permission: "billing.invoice.submit",
        data: async |app: &App, input: &Day| app.load("1").await,
        meta: { risk: hihg, effects: [send, sent], title: "" },
    }

    listInvoices {
        results: billing::invoice::read,
    }

    runReport {
        permission: report::run,
        dat: |app: &App, input: &Day| None,
        meta: { riks: low },
    }

    SENDINVOICE {
        permission: billing::invoice::read,
        data: load,
    }
}

fn main() {
    // Every name is still there: one mistake makes one message.
    let _ = operations::sendInvoice;
    let _ = operations::listInvoices;
    let _ = operations::runReport;
    let _ = operations::SENDINVOICE;
    let _ = operations::OPERATIONS.get("sendInvoice");
}
