//! What an agent meets: operations by name, with whatever input a model wrote.

use permdock::{Actor, Delegation, Leaf};

use super::Walk;
use crate::Failure;
use crate::permissions::billing::invoice;
use crate::show::Show;

pub(super) async fn walk(walk: &Walk<'_>, show: &mut Show<'_>) -> Result<(), Failure> {
    let ana = walk.user("u_1")?;
    show.section(
        "2  An agent",
        &format!(
            "The agent `assistant` works for {ana}. A clerk sends their own invoices, and needs a \
             controller's approval above 1,000.00 EUR. `why` is for the host and its log; `told` \
             is all that the model reads."
        ),
    )?;
    let acting = ana.caller().acting(Actor::agent("assistant"));
    let send = |input| ("sendInvoice", input);

    show.remark("Before Ana delegated anything:")?;
    walk.call(
        show,
        send(r#"{"id":"inv_1"}"#),
        &acting,
        "Ana may, but she delegated nothing",
    )
    .await?;

    let assistant = acting.delegated(Delegation::permissions([
        invoice::read::PERMISSION,
        invoice::submit::PERMISSION,
    ]));
    show.remark("Delegated billing.invoice.read and billing.invoice.submit:")?;
    for (input, why) in [
        (
            r#"{"id":"inv_1"}"#,
            "Ana's own, 480.00 EUR; its row goes to the handler, loaded once",
        ),
        (
            r#"{"id":"inv_2"}"#,
            "Ana's own, 7,480.00 EUR: above what a clerk sends alone",
        ),
    ] {
        walk.call(show, send(input), &assistant, why).await?;
    }
    let why = "Ana may, but she did not delegate it";
    walk.call(
        show,
        ("remindCustomer", r#"{"id":"inv_5"}"#),
        &assistant,
        why,
    )
    .await?;

    show.remark("Another clerk's, a missing one, another company's: all told alike:")?;
    for (input, why) in [
        (
            r#"{"id":"inv_3"}"#,
            "Ben's, so no condition of an allow holds",
        ),
        (r#"{"id":"inv_404"}"#, "there is no such invoice"),
        (
            r#"{"id":"inv_7"}"#,
            "Tidewater's; only the log knows that there is one",
        ),
    ] {
        walk.call(show, send(input), &assistant, why).await?;
    }

    show.remark("Calls that do not fit:")?;
    for (call, why) in [
        (send(r#"{"id":7}"#), "an id is a text"),
        (
            send(r#"{"id":"inv_3","id":"inv_1"}"#),
            "which of the two would it be?",
        ),
        (
            send(r#"{"id":"inv_1","force":true}"#),
            "nothing here knows `force`",
        ),
        (
            ("sendInvoices", r#"{"id":"inv_1"}"#),
            "names are compared exactly",
        ),
        (
            ("viewInvoice", r#"{"id":"inv_0"}"#),
            "the archive is down; its address stays in the log",
        ),
    ] {
        walk.call(show, call, &assistant, why).await?;
    }
    Ok(())
}
