//! One application that the tests share: a billing system with invoices of several tenants.
//!
//! Its loaders can be told to misbehave by the id they are asked for; see [`ids`]. What must never
//! leave it stands in [`secrets`].

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use permdock::{
    Approvers, Caller, Event, PermDock, Policy, PolicyBuilder, PolicyEngine, RawInput, Sink,
    Verdict,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What no message, event or request may repeat.
pub mod secrets {
    /// In the loader's error.
    pub const PASSWORD: &str = "hunter2-the-database-password";
    /// In a row.
    pub const ROW: &str = "row-secret-7f3a";
    /// In an argument.
    pub const ARGUMENT: &str = "argument-secret-c41d";
    /// In what a panicking condition, engine or sink says.
    pub const CODE: &str = "code-secret-09be";

    pub const ALL: [&str; 4] = [PASSWORD, ROW, ARGUMENT, CODE];
}

/// Ids of invoices on which the loaders misbehave.
pub mod ids {
    /// The loader fails, with the password in its error.
    pub const BROKEN: &str = "broken";
    /// The loader panics, before its first await where it has one.
    pub const BOOM: &str = "boom";
    /// The asynchronous loader panics after its first await.
    pub const LATE_BOOM: &str = "late-boom";
    /// The asynchronous loader never returns.
    pub const NEVER: &str = "never";
}

#[derive(Clone, Debug, PartialEq)]
pub struct Invoice {
    pub id: String,
    pub owner: String,
    pub tenant: String,
    pub cents: i64,
    pub note: &'static str,
}

impl Invoice {
    pub fn new(id: &str, owner: &str, tenant: &str, cents: i64) -> Self {
        Self {
            id: id.into(),
            owner: owner.into(),
            tenant: tenant.into(),
            cents,
            note: secrets::ROW,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Customer {
    pub id: String,
    pub tenant: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InvoiceId {
    pub id: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Refund {
    pub id: String,
    pub cents: i64,
    #[serde(default)]
    pub lines: Vec<Line>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    pub sku: String,
    #[serde(default)]
    pub parts: Vec<Line>,
}

/// The application's state, which counts how often a loader ran.
#[derive(Debug)]
pub struct App {
    pub invoices: Vec<Invoice>,
    pub loads: AtomicUsize,
}

impl App {
    /// `u_1` owns the first invoice, `u_2` the second, which is paid; the third is another
    /// tenant's, though `u_1` is named as its owner.
    pub fn new() -> Self {
        Self {
            invoices: vec![
                Invoice::new("inv_1", "u_1", "acme", 1200),
                Invoice::new("inv_2", "u_2", "acme", 0),
                Invoice::new("inv_3", "u_1", "globex", 700),
            ],
            loads: AtomicUsize::new(0),
        }
    }

    pub fn loads(&self) -> usize {
        self.loads.load(Ordering::SeqCst)
    }

    fn find(&self, id: &str) -> Result<Option<Invoice>, std::io::Error> {
        self.loads.fetch_add(1, Ordering::SeqCst);
        match id {
            ids::BROKEN => Err(std::io::Error::other(secrets::PASSWORD)),
            ids::BOOM => panic!("the loader went wrong"),
            _ => Ok(self.invoices.iter().find(|one| one.id == id).cloned()),
        }
    }

    async fn find_later(&self, id: &str) -> Result<Option<Invoice>, std::io::Error> {
        let found = self.find(id);
        if id == ids::NEVER {
            std::future::pending::<()>().await;
        }
        tokio::task::yield_now().await;
        assert!(id != ids::LATE_BOOM, "the loader went wrong later");
        found
    }
}

impl Default for App {
    fn default() -> Self {
        Self::new()
    }
}

permdock::define_permissions! {
    /// Everything the billing application can be asked to allow.
    pub mod permissions {
        billing {
            invoice: Invoice {
                /// See an invoice.
                read,
                submit, void, refund
            }
            customer: Customer { read }
        }
        report { run, export }
    }
}

permdock::define_operations! {
    /// Every action the billing application exposes.
    pub mod operations for App in permissions;

    /// Sends an invoice to its customer.
    sendInvoice {
        permission: billing::invoice::submit,
        data: async |app: &App, input: &InvoiceId| app.find_later(&input.id).await,
        meta: { risk: high, effects: [send, external], title: "Send invoice" },
    }

    /// Voids an invoice.
    ///
    /// It cannot be undone.
    voidInvoice {
        permission: billing::invoice::void,
        data: |app: &App, input: &InvoiceId| app.find(&input.id).ok().flatten(),
        meta: { risk: critical },
    }

    refundInvoice {
        permission: billing::invoice::refund,
        data: |app: &App, input: &Refund| app.find(&input.id),
        meta: { risk: critical, effects: [write, spend] },
    }

    listInvoices {
        permission: billing::invoice::read,
        results: billing::invoice::read,
    }

    listCustomers {
        permission: report::export,
        input: InvoiceId,
        results: billing::customer::read,
        meta: { effects: [read] },
    }

    "report.run-daily" as runDailyReport {
        permission: report::run,
    }

    voidEverything {
        permission: billing::invoice::void,
    }
}

/// Says whose each row is.
pub fn tenants(builder: PolicyBuilder) -> PolicyBuilder {
    builder
        .tenant_of::<Invoice>(|invoice| &invoice.tenant)
        .tenant_of::<Customer>(|customer| &customer.tenant)
}

/// The roles of the application, before a test adds its own.
///
/// - `clerk` reads every invoice of the tenant and sends those it owns;
/// - `manager` reads all, sends once a controller approves, and voids what is not paid;
/// - `cashier` refunds once a controller approves;
/// - `analyst` runs and exports reports;
/// - `suspended` is denied sending;
/// - `jumpy` sends under a condition that panics, `wary` is denied voiding under one.
pub fn roles(builder: PolicyBuilder) -> PolicyBuilder {
    use permissions::billing::{customer, invoice};
    use permissions::report;
    builder
        .role("clerk", |role| {
            role.allow(invoice::read)
                .allow(customer::read)
                .allow_when(invoice::submit, "own", owns)
        })
        .role("manager", |role| {
            role.allow(invoice::read)
                .allow_with_approval(invoice::submit, Approvers::role("controller"))
                .allow(invoice::void)
                .deny_when(invoice::void, "paid", |_, row| row.cents == 0)
        })
        .role("cashier", |role| {
            role.allow_with_approval(invoice::refund, Approvers::role("controller"))
        })
        .role("analyst", |role| {
            role.allow(report::run).allow(report::export)
        })
        .role("suspended", |role| role.deny(invoice::submit))
        .role("jumpy", |role| {
            role.allow_when(invoice::submit, "panics", |_, _| {
                panic!("{}", secrets::CODE)
            })
        })
        .role("wary", |role| {
            role.deny_when(invoice::void, "panics", |_, _| panic!("{}", secrets::CODE))
        })
}

/// Whether the caller owns the invoice.
pub fn owns(caller: &Caller, invoice: &Invoice) -> bool {
    caller.id() == Some(invoice.owner.as_str())
}

/// The policy of the application.
pub fn policy() -> Policy {
    let builder = Policy::builder(&permissions::PERMISSIONS);
    roles(tenants(builder)).build().expect("well formed")
}

/// A policy with one role `r`, for one tenant.
pub fn policy_of(grants: impl FnOnce(permdock::RoleBuilder) -> permdock::RoleBuilder) -> Policy {
    Policy::builder(&permissions::PERMISSIONS)
        .single_tenant()
        .role("r", grants)
        .build()
        .expect("well formed")
}

/// The application's table with this policy.
pub fn dock_with<P: PolicyEngine>(policy: P) -> PermDock<App, P> {
    PermDock::new(&operations::OPERATIONS, policy, App::new())
}

/// The application as it stands, and what its sink heard.
pub fn dock() -> (PermDock<App>, Recorder) {
    recorded(dock_with(policy()))
}

/// Puts a recorder behind the dock.
pub fn recorded<P: PolicyEngine>(dock: PermDock<App, P>) -> (PermDock<App, P>, Recorder) {
    let recorder = Recorder::default();
    (dock.with_sink(recorder.clone()), recorder)
}

/// The user of this number, of the tenant `acme`, with these roles.
pub fn user<'a>(id: &'static str, roles: impl IntoIterator<Item = &'a str>) -> Caller {
    let roles = roles.into_iter().map(str::to_owned);
    Caller::user(id).tenant("acme").with_roles(roles)
}

/// Keeps each event, as it serialises and as it prints.
#[derive(Clone, Debug, Default)]
pub struct Recorder(Arc<Mutex<Vec<(Value, String)>>>);

impl Sink for Recorder {
    fn record(&self, event: &Event<'_>) {
        let value = serde_json::to_value(event).expect("an event serialises");
        let text = format!("{event:?}");
        self.0.lock().expect("not poisoned").push((value, text));
    }
}

impl Recorder {
    /// The events so far, which are then forgotten.
    pub fn take(&self) -> Vec<Value> {
        let mut events = self.0.lock().expect("not poisoned");
        events.drain(..).map(|(value, _)| value).collect()
    }

    /// The one event there is.
    pub fn one(&self) -> Value {
        let mut events = self.take();
        assert_eq!(events.len(), 1, "one decision is one event: {events:#?}");
        events.remove(0)
    }

    /// All that was heard, serialised and printed, as one text.
    pub fn everything(&self) -> String {
        let events = self.0.lock().expect("not poisoned");
        let texts = events
            .iter()
            .map(|(value, text)| format!("{value}\n{text}"));
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// Fails when the text repeats a secret.
#[track_caller]
pub fn no_secret_in(text: &str) {
    for secret in secrets::ALL {
        assert!(!text.contains(secret), "`{secret}` leaks in: {text}");
    }
}

/// Decides by name, and gives the reason for a denial and what the model is told.
pub async fn refusal<'i, P: PolicyEngine>(
    dock: &PermDock<App, P>,
    name: &str,
    input: impl Into<RawInput<'i>>,
    caller: &Caller,
) -> (&'static str, String) {
    match dock.decide_operation(name, input, caller).await {
        Verdict::Denied(denied) => (denied.reason().as_str(), denied.message().to_owned()),
        other => panic!("`{name}` should be denied, but: {other:?}"),
    }
}

/// The README's programs, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
