//! What the operations take.

use serde::{Deserialize, Serialize};

use crate::data::Status;

/// Names one invoice.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct InvoiceId {
    pub(crate) id: String,
}

/// Names one customer.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CustomerId {
    pub(crate) id: String,
}

/// A customer's new address.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NewEmail {
    pub(crate) customer: String,
    pub(crate) email: String,
}

/// An invoice to draft. Money is in cents.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NewInvoice {
    pub(crate) customer: String,
    pub(crate) cents: u32,
    pub(crate) memo: Option<String>,
}

/// Which invoices to list; all of them when no status is given.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ByStatus {
    pub(crate) status: Option<Status>,
}

/// Money that came in for an invoice, in cents.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Received {
    pub(crate) invoice: String,
    pub(crate) cents: u32,
}

/// Money to pay back, in cents, and why.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Refund {
    pub(crate) payment: String,
    pub(crate) cents: u32,
    pub(crate) reason: String,
}

/// One month.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Period {
    pub(crate) year: u16,
    pub(crate) month: u8,
}
