//! The forms of a loader.
#![deny(warnings)]

use permdock_ui_tests::{App, Day, Invoice, InvoiceId, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    types_left_out { permission: billing::invoice::read, input: InvoiceId, data: |app, input| app.find(&input.id) }
    input_typed { permission: billing::invoice::read, data: |app, input: &InvoiceId| app.find(&input.id) }
    app_ignored { permission: billing::invoice::read, data: |_, _: &Day| None }
    both_typed { permission: billing::invoice::read, input: Day, data: |_app: &App, _input: &Day| None, }
    moving { permission: billing::invoice::read, data: move |app, input: &InvoiceId| app.find(&input.id) }
    later { permission: billing::invoice::read, data: async move |app, input: &InvoiceId| app.load(&input.id).await }
    pattern { permission: billing::invoice::read, data: async |app, InvoiceId { id }: &InvoiceId| app.load(id).await }
    braces { permission: billing::invoice::read, data: |app, input: &InvoiceId| { app.find(&input.id) } }
    parens { permission: billing::invoice::read, data: (|app: &App, input: &InvoiceId| app.find(&input.id)) }
    question {
        permission: billing::invoice::read,
        data: |app, input: &InvoiceId| {
            let first = app.invoices.first()?;
            Some(Invoice { id: format!("{}{}", first.id, input.id) })
        }
    }
    failing {
        permission: billing::invoice::read,
        data: |app, input: &InvoiceId| -> Result<Option<Invoice>, Box<dyn std::error::Error + Send + Sync>> {
            let number: usize = input.id.parse()?;
            if number == 0 {
                return Ok(None);
            }
            Ok(app.invoices.get(number).cloned())
        },
    }
    failing_later {
        data: async |app, input: &InvoiceId| -> Result<Option<Invoice>, std::io::Error> {
            let row = app.load(&input.id).await?;
            if row.is_none() {
                return Ok(None);
            }
            Ok(row)
        },
        permission: billing::invoice::read,
    }
    generic { permission: billing::invoice::read, data: |app, input: &Vec<(u8, u8)>| app.find(&input.iter().map(|(a, b)| a + b).map(|n| n.to_string()).collect::<Vec<String>>().join(",")) }
}

fn main() {
    assert!(operations::OPERATIONS.iter().all(|operation| operation.loads()));
}
