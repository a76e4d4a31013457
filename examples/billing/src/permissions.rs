//! What the application can be asked to allow, as a tree.

use crate::data::{Customer, Invoice, Payment};

permdock::define_permissions! {
    /// Everything the billing application can be asked to allow.
    pub(crate) mod tree {
        billing {
            /// A customer, looked after by one clerk.
            customer: Customer {
                read,
                change,
                /// Draft an invoice for the customer.
                bill,
                /// Remove the customer and all that names them.
                erase,
            }
            /// An invoice, owned by the clerk who wrote it.
            invoice: Invoice {
                read,
                submit,
                remind,
                /// Record that money came in.
                settle,
                void,
            }
            payment: Payment { read, refund }
        }
        /// Decided without a row.
        report { run, export }
    }
}

pub(crate) use tree::*;
