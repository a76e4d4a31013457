//! One call, decided: for a person, as JSON, or as its approver sees it.

use std::process::ExitCode;

use permdock::{
    ApprovalPrompt, ApprovalRequest, ApprovalRequired, DenialReason, PermDock, Verdict,
    approval_prompt,
};
use serde::Serialize;

use super::{APPROVAL, Call, DENIED, Format};
use crate::Failure;
use crate::data::{App, Customer, Invoice, Payment};
use crate::show::{self, Show};

/// Decides the call and says what came of it.
pub(super) async fn decide(
    call: &Call,
    as_json: bool,
    dock: &PermDock<App>,
    show: &mut Show<'_>,
    code: &mut ExitCode,
) -> Result<(), Failure> {
    let verdict = verdict(call, dock).await?;
    *code = match &verdict {
        Verdict::Granted(_) => ExitCode::SUCCESS,
        Verdict::Denied(_) => ExitCode::from(DENIED),
        Verdict::ApprovalRequired(_) => ExitCode::from(APPROVAL),
    };
    if as_json {
        let answer = answer(call, &verdict, dock)?;
        Ok(show.plain(&serde_json::to_string_pretty(&answer)?)?)
    } else {
        explain(call, &verdict, dock, show)
    }
}

async fn verdict(call: &Call, dock: &PermDock<App>) -> Result<Verdict, Failure> {
    let caller = call.who.caller(dock.app())?;
    let input = call.input.as_str();
    Ok(dock.decide_operation(&call.operation, input, &caller).await)
}

fn explain(
    call: &Call,
    verdict: &Verdict,
    dock: &PermDock<App>,
    show: &mut Show<'_>,
) -> Result<(), Failure> {
    show.outcome(verdict.outcome(), &show::call(&call.operation, &call.input))?;
    show.fact("caller", &call.who.words(dock.app()))?;
    if let Some(operation) = dock.operations().get(&call.operation) {
        show.fact("needs", operation.permission().key())?;
    }
    match verdict {
        Verdict::Granted(granted) => {
            if let Some(row) = row(granted) {
                show.fact("row", &row)?;
            }
        }
        Verdict::Denied(denied) => {
            show.fact("reason", &format!("{} (for the host)", denied.reason()))?;
            show.fact("message", &format!("{} (for the caller)", denied.message()))?;
        }
        Verdict::ApprovalRequired(required) => {
            show.fact(
                "message",
                &format!("{} (for the caller)", required.message()),
            )?;
            show.fact("request", required.request().id())?;
            show.remark("What the approver sees:")?;
            show.quote(&prompt_of(required, dock)?.to_text())?;
        }
    }
    Ok(())
}

/// The verdict as JSON. What does not apply is left out.
#[derive(Serialize)]
struct Answer<'a> {
    outcome: &'static str,
    operation: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<DenialReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<&'a ApprovalRequest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt: Option<String>,
}

fn answer<'a>(
    call: &'a Call,
    verdict: &'a Verdict,
    dock: &PermDock<App>,
) -> Result<Answer<'a>, Failure> {
    let outcome = verdict.outcome();
    let operation = dock.operations().get(&call.operation);
    let mut answer = Answer {
        outcome: outcome.as_str(),
        operation: &call.operation,
        permission: operation.map(|operation| operation.permission().key()),
        reason: outcome.reason(),
        message: None,
        request: None,
        prompt: None,
    };
    match verdict {
        Verdict::Granted(_) => {}
        Verdict::Denied(denied) => answer.message = Some(denied.message().to_owned()),
        Verdict::ApprovalRequired(required) => {
            answer.message = Some(required.message());
            answer.request = Some(required.request());
            answer.prompt = Some(prompt_of(required, dock)?.to_text());
        }
    }
    Ok(answer)
}

/// The row on which it was granted, in words.
fn row(granted: &permdock::Granted) -> Option<String> {
    let invoice = granted.row::<Invoice>().map(Invoice::to_string);
    let customer = granted.row::<Customer>().map(Customer::to_string);
    let payment = granted.row::<Payment>().map(Payment::to_string);
    invoice.or(customer).or(payment)
}

/// What the approver of the call sees.
pub(super) async fn prompt(
    call: &Call,
    format: Format,
    dock: &PermDock<App>,
    show: &mut Show<'_>,
    code: &mut ExitCode,
) -> Result<(), Failure> {
    let required = match verdict(call, dock).await? {
        Verdict::ApprovalRequired(required) => required,
        other => {
            *code = ExitCode::from(DENIED);
            let outcome = other.outcome();
            let reason = outcome.reason().map(|reason| format!(" ({reason})"));
            crate::complain(&format!(
                "nothing to approve: `{}` is {outcome}{}",
                permdock::text::visible(&call.operation),
                reason.unwrap_or_default()
            ));
            return Ok(());
        }
    };
    let prompt = prompt_of(&required, dock)?;
    match format {
        Format::Text => show.plain(&prompt.to_text())?,
        Format::Html => show.plain(&prompt.to_html())?,
        Format::Mail => {
            let mail = prompt.to_mail();
            show.plain(&format!("Subject: {}\n", mail.subject))?;
            show.plain(&format!("--- text/plain ---\n{}", mail.text))?;
            show.plain(&format!("--- text/html ---\n{}", mail.html))?;
        }
    }
    Ok(())
}

fn prompt_of(required: &ApprovalRequired, dock: &PermDock<App>) -> Result<ApprovalPrompt, Failure> {
    let name = required.request().operation();
    let operation = dock.operations().get(name);
    let operation =
        operation.ok_or("the request names an operation that the table does not have")?;
    Ok(approval_prompt(required.request(), operation)?)
}
