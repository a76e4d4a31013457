//! The application's state: two companies' users, customers, invoices and payments, from a file
//! that is part of the program.

use std::fmt;

use permdock::Caller;
use serde::{Deserialize, Serialize};

/// What the file says.
const SHIPPED: &str = include_str!("../data/billing.json");

/// The state that loaders and handlers see.
#[derive(Debug, Deserialize)]
pub(crate) struct App {
    pub(crate) users: Vec<User>,
    pub(crate) customers: Vec<Customer>,
    pub(crate) invoices: Vec<Invoice>,
    pub(crate) payments: Vec<Payment>,
    /// Invoices that were moved to the archive, which is out of order.
    archived: Vec<String>,
}

/// Somebody who signs in. A tenant is the company for which they work.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct User {
    pub(crate) id: String,
    pub(crate) name: String,
    /// How the chat platform knows them.
    pub(crate) chat: String,
    pub(crate) tenant: String,
    pub(crate) roles: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Customer {
    pub(crate) id: String,
    pub(crate) tenant: String,
    pub(crate) owner: String,
    pub(crate) name: String,
    pub(crate) email: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Invoice {
    pub(crate) id: String,
    pub(crate) tenant: String,
    pub(crate) owner: String,
    pub(crate) customer: String,
    pub(crate) cents: u32,
    pub(crate) status: Status,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Payment {
    pub(crate) id: String,
    pub(crate) tenant: String,
    pub(crate) owner: String,
    pub(crate) invoice: String,
    pub(crate) cents: u32,
}

/// How far an invoice has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Draft,
    Sent,
    Overdue,
    Paid,
    Void,
}

/// The archive does not answer. Its address is for the log, not for a caller.
#[derive(Debug)]
pub(crate) struct ArchiveOffline;

impl App {
    /// The data that the program carries.
    pub(crate) fn shipped() -> Result<Self, serde_json::Error> {
        serde_json::from_str(SHIPPED)
    }

    pub(crate) fn user(&self, id: &str) -> Option<&User> {
        self.users.iter().find(|user| user.id == id)
    }

    pub(crate) fn customer(&self, id: &str) -> Option<Customer> {
        let found = self.customers.iter().find(|customer| customer.id == id);
        found.cloned()
    }

    pub(crate) fn payment(&self, id: &str) -> Option<Payment> {
        let found = self.payments.iter().find(|payment| payment.id == id);
        found.cloned()
    }

    /// Asynchronous, as it would be with a database.
    pub(crate) async fn invoice(&self, id: &str) -> Result<Option<Invoice>, ArchiveOffline> {
        tokio::task::yield_now().await;
        if self.archived.iter().any(|archived| archived == id) {
            return Err(ArchiveOffline);
        }
        let found = self.invoices.iter().find(|invoice| invoice.id == id);
        Ok(found.cloned())
    }
}

impl User {
    /// Who asks when this user does: what the host's own sign-in knows, never what a call says.
    pub(crate) fn caller(&self) -> Caller {
        Caller::user(self.id.clone())
            .with_roles(self.roles.iter().cloned())
            .tenant(self.tenant.clone())
    }
}

/// `Ana Ruiz (u_1, clerk at larkspur)`.
impl fmt::Display for User {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let roles = self.roles.join(" and ");
        write!(f, "{} ({}, {roles} at {})", self.name, self.id, self.tenant)
    }
}

impl fmt::Display for Customer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            id, name, owner, ..
        } = self;
        write!(f, "customer {id}: {name}, {}, owner {owner}", self.email)
    }
}

impl fmt::Display for Invoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, status, .. } = self;
        let money = Euros(self.cents);
        write!(
            f,
            "invoice {id}: {money}, {status}, for {}, owner {}",
            self.customer, self.owner
        )
    }
}

impl fmt::Display for Payment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, invoice, .. } = self;
        let money = Euros(self.cents);
        write!(
            f,
            "payment {id}: {money} for {invoice}, owner {}",
            self.owner
        )
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Draft => "draft",
            Self::Sent => "sent",
            Self::Overdue => "overdue",
            Self::Paid => "paid",
            Self::Void => "void",
        })
    }
}

impl fmt::Display for ArchiveOffline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("archive.internal:5432 refused the connection")
    }
}

impl std::error::Error for ArchiveOffline {}

/// Cents, written as euros: `7,480.00 EUR`.
pub(crate) struct Euros(pub(crate) u32);

impl fmt::Display for Euros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (euros, cents) = (self.0 / 100, self.0 % 100);
        let (millions, thousands, rest) = (euros / 1_000_000, euros / 1000 % 1000, euros % 1000);
        match (millions, thousands) {
            (0, 0) => write!(f, "{rest}.{cents:02} EUR"),
            (0, _) => write!(f, "{thousands},{rest:03}.{cents:02} EUR"),
            _ => write!(f, "{millions},{thousands:03},{rest:03}.{cents:02} EUR"),
        }
    }
}
