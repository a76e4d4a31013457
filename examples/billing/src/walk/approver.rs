//! What an approver meets: exactly what is asked, labelled by its operation.

use permdock::{Actor, Delegation, Leaf, Verdict, approval_prompt};

use super::Walk;
use crate::Failure;
use crate::operations::OPERATIONS;
use crate::permissions::billing::payment;
use crate::show::Show;

pub(super) async fn walk(walk: &Walk<'_>, show: &mut Show<'_>) -> Result<(), Failure> {
    show.section(
        "6  An approver",
        "The agent `bookkeeper` asks for a refund in Mira's name. Jonas Weber (u_4, controller) is \
         shown this; nothing has run.",
    )?;
    show.blank()?;
    let bookkeeper = walk
        .user("u_3")?
        .caller()
        .acting(Actor::agent("bookkeeper"))
        .delegated(Delegation::permissions([payment::refund::PERMISSION]));
    let input = r#"{"payment":"pay_1","cents":52000,"reason":"order cancelled"}"#;
    let asked = walk
        .dock
        .decide_operation("refundPayment", input, &bookkeeper)
        .await;
    let (Verdict::ApprovalRequired(required), Some(operation)) =
        (asked, OPERATIONS.get("refundPayment"))
    else {
        return Err("a refund was meant to need an approval".into());
    };
    let request = required.request();
    let page = format!("https://billing.example/approvals/{:.12}", request.id());
    let prompt = approval_prompt(request, operation)?.with_link(page)?;
    show.quote(&prompt.to_text())?;
    show.remark(
        "The same prompt renders as HTML for a page and as a mail with both parts: add `--format \
         html` or `--format mail` to the command `prompt`.",
    )?;
    Ok(())
}
