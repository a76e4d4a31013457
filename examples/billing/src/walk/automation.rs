//! What an automation meets: its owner's rights, narrowed to what it lists.

use permdock::{Outcome, Verdict};

use super::{Walk, verdict};
use crate::Failure;
use crate::show::{self, Show};

const LISTED: [&str; 4] = [
    "report.run-daily",
    "listInvoices",
    "refundPayment",
    "remindCustomer",
];

pub(super) async fn walk(walk: &Walk<'_>, show: &mut Show<'_>) -> Result<(), Failure> {
    let mira = walk.user("u_3")?;
    show.section(
        "4  An automation",
        &format!(
            "`month-end` runs for {mira}, narrowed to {}. It can do no more than these, and no more \
             than Mira. What needs an approval parks, and the run goes on.",
            LISTED.join(", ")
        ),
    )?;
    show.blank()?;
    let month_end = walk.dock.automation("month-end", LISTED)?;
    let run = month_end.run(&mira.caller());
    let refund = r#"{"payment":"pay_1","cents":12000,"reason":"charged twice"}"#;
    let mut parked = 0;
    for (name, input, why) in [
        ("report.run-daily", "", "a manager runs reports"),
        (
            "refundPayment",
            refund,
            "money leaves: a controller approves every refund",
        ),
        (
            "remindCustomer",
            r#"{"id":"inv_6"}"#,
            "overdue; the run went on without the refund",
        ),
        (
            "voidInvoice",
            r#"{"id":"inv_1"}"#,
            "Mira may, but the automation was not made for it",
        ),
    ] {
        let decided = run.decide_operation(name, input).await;
        verdict(show, &decided, &show::call(name, input), why)?;
        parked += usize::from(matches!(decided, Verdict::ApprovalRequired(_)));
    }
    let rows = walk.dock.app().invoices.clone();
    let kept = run.filter_results("listInvoices", rows)?;
    show.outcome(Outcome::Granted, "listInvoices")?;
    show.fact("why", "Larkspur's invoices; another company's are left out")?;
    show.fact("got", &super::lists::ids(&kept))?;

    show.remark(&format!(
        "{parked} parked. An automation that names an operation which does not exist is refused at once:"
    ))?;
    if let Err(error) = walk
        .dock
        .automation("nightly", ["report.run-daily", "sendInvoices"])
    {
        show.quote(&error.to_string())?;
    }
    Ok(())
}
