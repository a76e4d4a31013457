//! Who may do what: a role a function, each condition under the name by which it is known.

use permdock::{Approvers, Caller, Policy, PolicyError, RoleBuilder};

use crate::data::{Customer, Invoice, Payment, Status};
use crate::permissions::PERMISSIONS;
use crate::permissions::billing::{customer, invoice, payment};
use crate::permissions::report;

/// What a clerk may send without a second pair of eyes, in cents.
const CLERK_LIMIT: u32 = 100_000;
/// What a manager may.
const MANAGER_LIMIT: u32 = 500_000;

/// The whole policy. Whose a row is comes before any role: nobody reaches another company's data.
pub(crate) fn policy() -> Result<Policy, PolicyError> {
    Policy::builder(&PERMISSIONS)
        .tenant_of(|row: &Customer| &row.tenant)
        .tenant_of(|row: &Invoice| &row.tenant)
        .tenant_of(|row: &Payment| &row.tenant)
        .role("clerk", clerk)
        .role("manager", manager)
        .role("controller", controller)
        .role("analyst", analyst)
        .role("auditor", auditor)
        // Raised with the limits: what waits for an approval is asked for again.
        .revision("limits of 2026")
        .build()
}

/// Works on what is their own; larger invoices go out once a controller agrees.
fn clerk(role: RoleBuilder) -> RoleBuilder {
    role.allow(customer::read)
        .allow_when(customer::change, "own", own_customer)
        .allow_when(customer::bill, "own", own_customer)
        .allow_when(invoice::read, "own", own)
        .allow_when(invoice::submit, "own and small", |caller, row| {
            own(caller, row) && row.cents <= CLERK_LIMIT
        })
        .allow_with_approval_when(invoice::submit, Approvers::role("controller"), "own", own)
        .deny_when(invoice::submit, "paid", paid)
        .allow_when(invoice::remind, "own", own)
        .deny_when(invoice::remind, "paid", paid)
        .allow_when(payment::read, "own", |caller, row| {
            caller.id() == Some(&row.owner)
        })
}

/// Works on everything of the company; money that leaves needs a controller, every time.
fn manager(role: RoleBuilder) -> RoleBuilder {
    let controller = || Approvers::role("controller");
    readers(role)
        .allow(customer::change)
        .allow(customer::bill)
        .allow_when(invoice::submit, "up to 5,000", |_, row| {
            row.cents <= MANAGER_LIMIT
        })
        .allow_with_approval(invoice::submit, controller())
        .deny_when(invoice::submit, "paid", paid)
        .allow(invoice::remind)
        .deny_when(invoice::remind, "paid", paid)
        .allow(invoice::void)
        .deny_when(invoice::void, "paid", paid)
        .allow_with_approval(payment::refund, controller().every_time())
        .allow(report::run)
}

/// Closes the books.
fn controller(role: RoleBuilder) -> RoleBuilder {
    readers(role)
        .allow(invoice::settle)
        .allow(invoice::void)
        .deny_when(invoice::void, "paid", paid)
        .allow_with_approval(customer::erase, Approvers::role("manager").every_time())
        .allow(report::run)
        .allow(report::export)
}

/// Reads figures, not rows.
fn analyst(role: RoleBuilder) -> RoleBuilder {
    role.allow(report::run)
        .allow_with_approval(report::export, Approvers::role("controller"))
}

/// Sees everything and changes nothing, whatever other roles they hold: a deny wins.
fn auditor(role: RoleBuilder) -> RoleBuilder {
    readers(role)
        .deny(customer::change)
        .deny(customer::bill)
        .deny(customer::erase)
        .deny(invoice::submit)
        .deny(invoice::remind)
        .deny(invoice::settle)
        .deny(invoice::void)
        .deny(payment::refund)
}

fn readers(role: RoleBuilder) -> RoleBuilder {
    role.allow(customer::read)
        .allow(invoice::read)
        .allow(payment::read)
}

fn own(caller: &Caller, row: &Invoice) -> bool {
    caller.id() == Some(&row.owner)
}

fn own_customer(caller: &Caller, row: &Customer) -> bool {
    caller.id() == Some(&row.owner)
}

fn paid(_: &Caller, row: &Invoice) -> bool {
    row.status == Status::Paid
}
