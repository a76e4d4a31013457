//! What a chat author meets: a handler that runs as them, and only when granted.

use permdock::{Caller, Outcome};

use super::Walk;
use crate::Failure;
use crate::data::Euros;
use crate::inputs::InvoiceId;
use crate::operations::remindCustomer;
use crate::show::Show;

pub(super) async fn walk(walk: &Walk<'_>, show: &mut Show<'_>) -> Result<(), Failure> {
    show.section(
        "3  A chat command",
        "`/remindCustomer` is a handler behind `protect`. The author is whom the platform \
         verified. The whole channel reads the answer, so a refusal is short.",
    )?;
    show.blank()?;
    let remind = walk.dock.protect(remindCustomer, async |call| {
        let row = call.row();
        let customer = call.app().customer(&row.customer);
        let whom = customer.map_or_else(|| row.customer.clone(), |customer| customer.name);
        format!("Reminded {whom} of {} ({}).", row.id, Euros(row.cents))
    });
    for (handle, id, why) in [
        ("@ana", "inv_5", "Ana's own; the handler ran"),
        ("@ben", "inv_5", "Ana's, not Ben's; the handler did not run"),
        (
            "@mira",
            "inv_4",
            "a manager may, but it is paid: a deny wins",
        ),
        ("@stranger", "inv_5", "the host knows nobody by this handle"),
    ] {
        let author = author(walk, handle);
        let command = format!("{handle}: /{} {id}", remind.name());
        match remind.call(InvoiceId { id: id.to_owned() }, &author).await {
            Ok(said) => {
                show.outcome(Outcome::Granted, &command)?;
                show.fact("why", why)?;
                show.fact("said", &said)?;
            }
            Err(refused) => {
                let outcome = refused.verdict().outcome();
                let reason = outcome.reason().map_or("", |reason| reason.as_str());
                show.outcome(outcome, &command)?;
                show.fact("why", &format!("{reason}: {why}"))?;
                show.fact("said", &refused.to_string())?;
            }
        }
    }
    Ok(())
}

/// The platform's verified handle, mapped to a user by the host.
fn author(walk: &Walk<'_>, handle: &str) -> Caller {
    let users = &walk.dock.app().users;
    match users.iter().find(|user| user.chat == handle) {
        Some(user) => user.caller(),
        None => Caller::anonymous(),
    }
}
