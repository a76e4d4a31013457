//! What a sink is told of a decision.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::caller::Caller;
use crate::policy::Outcome;

/// Takes every decision. It must not block: it is called on the path of the request.
///
/// A sink that panics changes no outcome. Any `Fn(&Event<'_>)` is a sink.
pub trait Sink: Send + Sync {
    /// Takes one decision.
    fn record(&self, event: &Event<'_>);
}

impl<F: Fn(&Event<'_>) + Send + Sync> Sink for F {
    fn record(&self, event: &Event<'_>) {
        self(event);
    }
}

/// One decision. Never a row, an argument's value, a credential or a condition's code.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Event<'a> {
    /// Who asked.
    pub caller: &'a Caller,
    /// The operation's name. An unknown one is as it was asked for, but bounded and shown safely.
    pub operation: &'a str,
    /// The key of the leaf that was decided; absent for an unknown operation.
    pub permission: Option<&'static str>,
    /// What came of it, with the true reason of a denial, which the caller may not be told.
    pub outcome: Outcome,
    /// The request that waits for approval.
    pub request: Option<&'a str>,
    /// Where the call came in.
    pub source: Source<'a>,
    /// What a person who looks into it wants to know: the path of a fault in the input, the cause
    /// of a failed load, the condition that panicked. Bounded, and shown safely.
    pub detail: Option<&'a str>,
    /// How many rows were kept, for a filtered list.
    pub counts: Option<Counts>,
}

/// The rows of one filtered list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// How many there were.
    pub rows: usize,
    /// How many the caller gets.
    pub kept: usize,
}

/// Where a call came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source<'a> {
    /// The application's own code.
    Code,
    /// An agent's call, by name.
    Agent,
    /// A run of the automation of this name.
    Automation(&'a str),
    /// A chat command.
    Chat,
}

impl Source<'_> {
    /// The word used on the wire, without the automation's name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Agent => "agent",
            Self::Automation(_) => "automation",
            Self::Chat => "chat",
        }
    }
}

/// One flat object; absent members are left out.
impl Serialize for Event<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(None)?;
        out.serialize_entry("outcome", self.outcome.as_str())?;
        let mut optional = |name: &str, value: Option<&str>| match value {
            Some(value) => out.serialize_entry(name, value),
            None => Ok(()),
        };
        optional(
            "reason",
            self.outcome.reason().map(|reason| reason.as_str()),
        )?;
        optional("operation", Some(self.operation))?;
        optional("permission", self.permission)?;
        optional("request", self.request)?;
        optional("source", Some(self.source.as_str()))?;
        optional("detail", self.detail)?;
        out.serialize_entry("principal", self.caller.principal())?;
        if let Some(tenant) = self.caller.tenant_id() {
            out.serialize_entry("tenant", tenant)?;
        }
        if let Some(actor) = self.caller.actor() {
            out.serialize_entry("actor", actor)?;
        }
        if let Some(counts) = &self.counts {
            out.serialize_entry("counts", counts)?;
        }
        out.end()
    }
}
