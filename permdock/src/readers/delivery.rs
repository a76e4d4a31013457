//! Delivery: what an approver sees, in a mail, a chat or a page.
//!
//! A prompt informs and never decides: a link in it opens a page, where a person decides.

mod html;
mod terms;
mod words;

use crate::caller::{Actor, Principal};
use crate::canon::{Json, Limits};
use crate::dock::ApprovalRequest;
use crate::operation::{Effect, Operation, Risk};
use crate::policy::Approvers;
use crate::text::{Channel, bounded, quoted, show, visible};
use terms::Term;

/// Something that waits for an approval and can be shown to whoever decides it.
///
/// An [`ApprovalRequest`] is one.
pub trait Pending {
    /// What there is to show.
    ///
    /// # Errors
    ///
    /// [`PromptError::NotPending`] once it has been decided, or has expired.
    fn pending(&self) -> Result<PendingApproval<'_>, PromptError>;
}

/// What a prompt shows of a pending approval, beside what its operation says.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct PendingApproval<'a> {
    /// The operation's name.
    pub operation: &'a str,
    /// What it is about, in the application's words.
    pub summary: Option<&'a str>,
    /// The terms as a JSON object: all that is asked, in full.
    pub terms: &'a str,
    /// For whom it is asked.
    pub principal: &'a Principal,
    /// What asks for them.
    pub actor: Option<&'a Actor>,
    /// The tenant for whose data it is asked.
    pub tenant: Option<&'a str>,
    /// Who may approve.
    pub approvers: Option<&'a Approvers>,
    /// When it expires (RFC 3339), once that is known.
    pub expires_at: Option<&'a str>,
}

impl<'a> PendingApproval<'a> {
    /// With the parts that are never absent; the others are set on the value.
    #[must_use]
    pub fn new(operation: &'a str, terms: &'a str, principal: &'a Principal) -> Self {
        Self {
            operation,
            summary: None,
            terms,
            principal,
            actor: None,
            tenant: None,
            approvers: None,
            expires_at: None,
        }
    }
}

impl Pending for ApprovalRequest {
    fn pending(&self) -> Result<PendingApproval<'_>, PromptError> {
        Ok(PendingApproval {
            actor: self.actor(),
            tenant: self.tenant(),
            approvers: Some(self.approvers()),
            ..PendingApproval::new(self.operation(), self.input(), self.principal())
        })
    }
}

/// Why there is no prompt.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PromptError {
    /// The operation is not the one that is asked for.
    #[error("the request is for `{asked}`, not for `{given}`")]
    OtherOperation {
        /// The request's operation.
        asked: String,
        /// The operation that was given.
        given: String,
    },
    /// It has been decided already, or has expired.
    #[error("this no longer waits for an approval")]
    NotPending,
    /// The terms are not JSON.
    #[error("the terms cannot be shown: they are not a JSON text")]
    Terms,
    /// The terms come to more than can be shown in full; nothing is cut off.
    #[error("the terms are too large to be shown in full")]
    TooLarge,
    /// The link is not `https://`, or not text that a link can be.
    #[error("a prompt links to a page by `https://`")]
    Link,
}

/// What an approver sees of one pending approval.
///
/// All text from outside is untrusted: whatever channel the prompt is rendered for, nothing in it
/// hides, starts markup or is cut off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalPrompt {
    title: &'static str,
    operation: &'static str,
    permission: &'static str,
    description: Option<&'static str>,
    risk: Option<Risk>,
    effects: &'static [Effect],
    summary: Option<String>,
    asks: String,
    tenant: Option<String>,
    approvers: Option<String>,
    terms: Vec<Term>,
    expires_at: Option<String>,
    link: Option<String>,
}

/// A prompt as a mail: the parts of a `multipart/alternative` message and its subject.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mail {
    /// The subject, on one line, fit for a header.
    pub subject: String,
    /// The part of type `text/plain; charset=utf-8`.
    pub text: String,
    /// The part of type `text/html; charset=utf-8`, a whole document that loads nothing.
    pub html: String,
}

/// Builds what the approver of a pending approval sees, labelled by its own operation.
///
/// # Errors
///
/// An operation other than the request's own; a value that is no longer pending.
pub fn approval_prompt<App: 'static>(
    pending: &impl Pending,
    operation: &Operation<App>,
) -> Result<ApprovalPrompt, PromptError> {
    let pending = pending.pending()?;
    if pending.operation != operation.name() {
        return Err(PromptError::OtherOperation {
            asked: bounded(pending.operation, 128).into_owned(),
            given: operation.name().to_owned(),
        });
    }
    let terms =
        Json::read(pending.terms.as_bytes(), &Limits::OWN).map_err(|_| PromptError::Terms)?;
    Ok(ApprovalPrompt {
        title: operation.label(),
        operation: operation.name(),
        permission: operation.permission().key(),
        description: operation.description(),
        risk: operation.meta().risk,
        effects: operation.meta().effects,
        summary: pending.summary.map(str::to_owned),
        asks: words::asks(pending.principal, pending.actor),
        tenant: pending.tenant.map(str::to_owned),
        approvers: pending.approvers.map(ToString::to_string),
        terms: terms::terms(&terms).ok_or(PromptError::TooLarge)?,
        expires_at: pending.expires_at.map(str::to_owned),
        link: None,
    })
}

impl ApprovalPrompt {
    /// Says what it is about, in the application's words, above everything else. The terms stay.
    #[must_use]
    pub fn with_summary(mut self, summary: impl Into<String>) -> Self {
        self.summary = Some(summary.into());
        self
    }

    /// Adds the page on which a person decides. Opening it decides nothing.
    ///
    /// # Errors
    ///
    /// A link that is not plain ASCII text beginning with `https://`.
    pub fn with_link(mut self, link: impl Into<String>) -> Result<Self, PromptError> {
        let link = link.into();
        let plain = link.bytes().all(|byte| byte.is_ascii_graphic());
        if plain
            && link
                .strip_prefix("https://")
                .is_some_and(|rest| !rest.is_empty())
        {
            self.link = Some(link);
            Ok(self)
        } else {
            Err(PromptError::Link)
        }
    }

    /// The operation's title, else its permission's key.
    #[must_use]
    pub fn title(&self) -> &str {
        self.title
    }

    /// The operation's risk; never invented.
    #[must_use]
    pub fn risk(&self) -> Option<Risk> {
        self.risk
    }

    /// What the operation does.
    #[must_use]
    pub fn effects(&self) -> &[Effect] {
        self.effects
    }

    /// When the request expires (RFC 3339), where that is known.
    #[must_use]
    pub fn expires_at(&self) -> Option<&str> {
        self.expires_at.as_deref()
    }

    /// The prompt as plain text, one fact a line.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("Approval needed: {}\n\n", visible(self.title));
        for (name, value) in self.facts() {
            text.push_str(&format!("{name}: {value}\n"));
        }
        text.push_str(words::TERMS);
        text.push_str(":\n");
        if self.terms.is_empty() {
            text.push_str("  none\n");
        }
        for term in &self.terms {
            // A term's parts were made visible where they were put together.
            text.push_str(&format!("  {}: {}\n", term.name, term.value));
        }
        if let Some(link) = &self.link {
            text.push_str(&format!(
                "\n{}: {link}\n{}\n",
                words::DECIDE,
                words::OPENING
            ));
        }
        text
    }

    /// The prompt as an HTML fragment, for a page of the host's own.
    #[must_use]
    pub fn to_html(&self) -> String {
        html::fragment(self)
    }

    /// The prompt as a mail.
    #[must_use]
    pub fn to_mail(&self) -> Mail {
        let subject = format!("Approval needed: {}", self.title);
        Mail {
            subject: show(Channel::MailSubject, &subject).into_owned(),
            text: self.to_text(),
            html: html::document(self),
        }
    }

    /// What every channel says, in order, beside the title, the terms and the link. Each value is shown
    /// visibly already; what a channel's markup needs is still to be added.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let effects: Vec<_> = self.effects.iter().map(|effect| effect.as_str()).collect();
        let risk = self.risk.map_or("not stated", Risk::as_str);
        let mut facts = Vec::new();
        if let Some(summary) = &self.summary {
            facts.push(("What", visible(summary).into_owned()));
        }
        facts.push(("Asked by", self.asks.clone()));
        if let Some(tenant) = &self.tenant {
            facts.push(("Tenant", quoted(tenant)));
        }
        facts.push(("Risk", risk.to_owned()));
        if !effects.is_empty() {
            facts.push(("Effects", effects.join(", ")));
        }
        facts.push((
            "Operation",
            format!("{} ({})", self.operation, self.permission),
        ));
        if let Some(description) = self.description {
            facts.push(("Does", visible(description).into_owned()));
        }
        if let Some(approvers) = &self.approvers {
            facts.push(("May approve", approvers.clone()));
        }
        if let Some(expires_at) = &self.expires_at {
            facts.push(("Expires", visible(expires_at).into_owned()));
        }
        facts
    }
}
