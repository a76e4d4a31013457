//! What a caller is told of a refusal. Nothing here depends on a row: whoever reads it learns no
//! more than what they sent.

use std::borrow::Cow;
use std::fmt;

use crate::guard::{caught, drop_quietly};
use crate::operation::InputFault;
use crate::policy::{Denial, DenialReason};
use crate::text;

/// One line for a missing row, another tenant's, and one that a condition or a deny refuses: none
/// can be told from the others.
const NO_SUCH_ROW: &str = "there is no such record, or you may not do this with it";

/// The most of a cause that an event shows, in characters.
const LONGEST_CAUSE: usize = 1000;

/// A denial on its way out: the truth for the event, and what the caller is told.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The true reason.
    pub(crate) reason: DenialReason,
    /// The reason that a host sees.
    pub(crate) told: DenialReason,
    pub(crate) message: Cow<'static, str>,
    pub(crate) detail: Option<Cow<'static, str>>,
}

impl Refusal {
    pub(crate) fn new(reason: DenialReason, detail: impl Into<Option<Cow<'static, str>>>) -> Self {
        Self {
            reason,
            told: told(reason),
            message: Cow::Borrowed(message(reason)),
            detail: detail.into(),
        }
    }

    /// Decided without looking at a row.
    pub(crate) fn before_row(denial: Denial) -> Self {
        Self::new(
            denial.reason,
            denial
                .detail
                .map(|detail| Cow::Owned(bounded_detail(&detail))),
        )
    }

    /// Decided on a row.
    pub(crate) fn on_row(denial: Denial) -> Self {
        Self {
            message: Cow::Borrowed(NO_SUCH_ROW),
            ..Self::before_row(denial)
        }
    }

    pub(crate) fn no_row() -> Self {
        Self {
            message: Cow::Borrowed(NO_SUCH_ROW),
            ..Self::new(DenialReason::Validation, Cow::Borrowed("no such row"))
        }
    }

    pub(crate) fn input(operation: &str, fault: &InputFault) -> Self {
        Self {
            message: Cow::Owned(format!("the input does not fit `{operation}`: {fault}")),
            ..Self::new(DenialReason::Validation, Cow::Owned(fault.to_string()))
        }
    }

    /// The cause is the application's: its text is of any length and content, and writing it may
    /// itself fail.
    pub(crate) fn load_failed<C: fmt::Display>(cause: C) -> Self {
        let text = caught(|| cause.to_string());
        drop_quietly(cause);
        let cause = match &text {
            Ok(text) => text::bounded(text, LONGEST_CAUSE),
            Err(_) => Cow::Borrowed("the loader's error could not be written"),
        };
        Self::new(DenialReason::LoadFailed, Cow::Owned(cause.into_owned()))
    }

    pub(crate) fn internal(cause: String) -> Self {
        Self::new(DenialReason::Internal, Cow::Owned(cause))
    }
}

/// What an engine says beside a denial, as an event shows it.
pub(crate) fn bounded_detail(detail: &str) -> String {
    text::bounded(detail, LONGEST_CAUSE).into_owned()
}

/// The reason that a host sees: another tenant's row is a missing one.
pub(crate) const fn told(reason: DenialReason) -> DenialReason {
    match reason {
        DenialReason::TenantMismatch => DenialReason::Validation,
        other => other,
    }
}

const fn message(reason: DenialReason) -> &'static str {
    match reason {
        DenialReason::Anonymous => "sign in first: this is not open to everybody",
        DenialReason::NoGrant | DenialReason::Condition | DenialReason::Deny => {
            "you are not allowed to do this"
        }
        DenialReason::NoDelegation => {
            "nothing has been delegated to the agent or automation that makes this call"
        }
        DenialReason::NotDelegated => {
            "this is outside what was delegated to the agent or automation that makes this call"
        }
        DenialReason::Validation | DenialReason::TenantMismatch => NO_SUCH_ROW,
        DenialReason::UnknownOperation => "there is no operation of this name",
        DenialReason::LoadFailed => {
            "the record could not be loaded just now; nothing was done, so it is safe to try again"
        }
        DenialReason::ApprovalPending => "the same request waits for its approval",
        DenialReason::ApprovalRejected => "the approver declined this",
        DenialReason::ApprovalExpired => "nobody approved this in time",
        DenialReason::ApprovalConsumed => "this approval was used already",
        DenialReason::ApprovalMismatch => "the approval is for something else",
        DenialReason::StaleApproval => "what was approved has changed since; ask again",
        DenialReason::Internal => "something failed on our side; nothing was done",
    }
}
