//! What the macros write, used as a caller would, under lints as strict as they get.
#![deny(warnings, missing_docs, unused, clippy::pedantic)]
#![forbid(unsafe_code)]

use permdock::{Effect, NoInput, OperationInput, OperationMap, Risk};
use serde::{Deserialize, Serialize};

/// An invoice.
#[derive(Clone)]
pub struct Invoice {
    /// Its id.
    pub id: String,
}

/// Which invoice.
#[derive(Serialize, Deserialize)]
pub struct InvoiceId {
    /// Its id.
    pub id: String,
}

/// The application.
pub struct App {
    /// The invoices.
    pub invoices: Vec<Invoice>,
}

impl App {
    async fn invoice(&self, id: &str) -> Result<Option<Invoice>, std::io::Error> {
        std::future::ready(()).await;
        Ok(self.invoices.iter().find(|i| i.id == id).cloned())
    }
}

permdock::define_permissions! {
    /// Everything the application can be asked to allow.
    pub mod permissions {
        billing {
            /// An invoice.
            invoice: Invoice {
                /// See an invoice.
                read,
                submit,
                line { r#type },
                void,
            }
        }
        report { run }
    }
}

permdock::define_operations! {
    /// Every action the application exposes.
    pub mod operations for App in permissions;

    /// Sends an invoice
    /// to its customer.
    sendInvoice {
        permission: billing::invoice::submit,
        data: async |app: &App, input: &InvoiceId| app.invoice(&input.id).await,
        meta: { risk: high, effects: [send, external], title: "Send invoice" },
    }

    voidInvoice {
        permission: billing::invoice::void,
        data: |app: &App, InvoiceId { id }: &InvoiceId| -> Option<Invoice> {
            let first = app.invoices.first()?;
            if first.id == *id {
                return Some(first.clone());
            }
            app.invoices.iter().find(|i| i.id == *id).cloned()
        },
        meta: { risk: critical },
    }

    listInvoices {
        permission: billing::invoice::read,
        results: billing::invoice::read,
    }

    "report.run-daily" as runDailyReport {
        permission: report::run,
        input: InvoiceId,
    }

    r#type {
        permission: billing::invoice::line::r#type,
    }

    #[deprecated]
    readInvoice {
        input: InvoiceId,
        data: async move |app, input: &InvoiceId| -> Result<Option<Invoice>, std::io::Error> {
            let found = app.invoice(&input.id).await?;
            Ok(found)
        },
        permission: billing::invoice::read,
    }
}

#[test]
fn the_table_is_what_was_declared() {
    let table: &'static OperationMap<App> = &operations::OPERATIONS;
    let names: Vec<_> = table.iter().map(permdock::Operation::name).collect();
    assert_eq!(
        names,
        [
            "sendInvoice",
            "voidInvoice",
            "listInvoices",
            "report.run-daily",
            "type",
            "readInvoice"
        ]
    );
    let send = table.get("sendInvoice").unwrap();
    assert_eq!(send.permission().key(), "billing.invoice.submit");
    assert_eq!(
        send.description(),
        Some("Sends an invoice\nto its customer.")
    );
    assert_eq!(send.meta().risk, Some(Risk::High));
    assert_eq!(send.meta().effects, [Effect::Send, Effect::External]);
    assert_eq!(send.meta().title, Some("Send invoice"));
    assert!(send.loads());
    let typed = table.get("type").unwrap().permission();
    assert_eq!(typed.key(), "billing.invoice.line.type");
    assert!(!typed.has_row());
    let list = table.get_ignore_case("LISTINVOICES").unwrap();
    assert_eq!(list.results().unwrap().key(), "billing.invoice.read");
    assert_eq!(table.permissions().len(), 5);
    let _: OperationInput<operations::listInvoices> = NoInput;
    let _: OperationInput<operations::sendInvoice> = InvoiceId { id: "i".into() };
}

#[test]
fn a_table_inside_a_function_sees_its_types() {
    struct Row;
    struct State;

    permdock::define_permissions! {
        mod tree { thing: Row { read } }
    }
    permdock::define_operations! {
        mod table for State in tree;
        readThing { permission: thing::read, data: |_: &State, _: &NoInput| Some(Row) }
    }
    let _: fn(Row) -> <tree::thing::read as permdock::Leaf>::Row = |row| row;
    let _ = Row;
    let _ = State;
    assert!(table::OPERATIONS.get("readThing").unwrap().loads());
}
