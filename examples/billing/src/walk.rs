//! The walk-through: the same table and policy, as each kind of caller meets them.

mod agent;
mod approver;
mod automation;
mod chat;
mod lists;

use std::io;

use permdock::{Caller, Operation, PermDock, Verdict};

use crate::Failure;
use crate::data::{App, User};
use crate::log::Log;
use crate::operations::OPERATIONS;
use crate::show::{self, Cell, Show};

/// The dock at which all of them meet.
struct Walk<'a> {
    dock: &'a PermDock<App>,
}

/// Walks through the whole chain.
pub(crate) async fn walk(
    dock: PermDock<App>,
    log: &Log,
    show: &mut Show<'_>,
) -> Result<(), Failure> {
    let walk = Walk { dock: &dock };
    show.text(
        "PermDock: every action named once, bound to one permission, and decided in one place.\n",
    )?;
    show.text(
        "Two companies write invoices here, Larkspur Studio and Tidewater Boats. Their users, \
         customers and invoices are in examples/billing/data/billing.json.",
    )?;
    show.section(
        "1  The table",
        "What the application can do. Risk and effects are labels for people; they decide nothing.",
    )?;
    show.blank()?;
    operations(&OPERATIONS, show)?;
    agent::walk(&walk, show).await?;
    chat::walk(&walk, show).await?;
    automation::walk(&walk, show).await?;
    lists::walk(&walk, show)?;
    approver::walk(&walk, show).await?;
    show.section(
        "7  The log",
        "What the sink was told of all the above: the true reasons, and never a row or an input.",
    )?;
    show.remark(&log.summary())?;
    log.table(show)?;
    show.remark("The last of them in full, as the sink JsonLines writes it, without its time:")?;
    show.quote(&log.last())?;
    show.remark(
        "Ask one thing yourself: cargo run -p billing -- decide sendInvoice '{\"id\":\"inv_2\"}' --as u_1",
    )?;
    Ok(())
}

/// Operations as a table.
pub(crate) fn operations(
    operations: impl IntoIterator<Item = &'static Operation<App>>,
    show: &mut Show<'_>,
) -> io::Result<()> {
    let rows: Vec<_> = operations
        .into_iter()
        .map(|operation| {
            let meta = operation.meta();
            let effects: Vec<_> = meta.effects.iter().map(|effect| effect.as_str()).collect();
            vec![
                Cell::bold(operation.name()),
                Cell::plain(operation.permission().key()),
                Cell::risk(meta.risk),
                Cell::plain(effects.join(", ")),
                Cell::plain(meta.title.unwrap_or_default()),
            ]
        })
        .collect();
    show.table(
        &["operation", "permission", "risk", "effects", "title"],
        &rows,
    )
}

/// One verdict: what was called, why it came out so, and what its caller is told.
fn verdict(show: &mut Show<'_>, verdict: &Verdict, call: &str, why: &str) -> io::Result<()> {
    show.outcome(verdict.outcome(), call)?;
    match verdict {
        Verdict::Granted(_) => show.fact("why", why),
        Verdict::Denied(denied) => {
            show.fact("why", &format!("{}: {why}", denied.reason()))?;
            show.fact("told", denied.message())
        }
        Verdict::ApprovalRequired(required) => {
            show.fact("why", why)?;
            show.fact("told", &required.message())
        }
    }
}

impl Walk<'_> {
    /// A user of the data file.
    fn user(&self, id: &str) -> Result<&User, Failure> {
        let user = self.dock.app().user(id);
        Ok(user.ok_or_else(|| format!("the data file has no user `{id}`"))?)
    }

    /// Decides a call by name and shows what came of it.
    async fn call(
        &self,
        show: &mut Show<'_>,
        (name, input): (&str, &str),
        caller: &Caller,
        why: &str,
    ) -> io::Result<()> {
        let decided = self.dock.decide_operation(name, input, caller).await;
        verdict(show, &decided, &show::call(name, input), why)
    }
}
