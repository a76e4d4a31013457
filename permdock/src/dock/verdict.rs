//! What a decision hands back.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

use super::message::Refusal;
use super::request::ApprovalRequest;
use crate::caller::Caller;
use crate::operation::{AnyCall, AppOf, Data, Handle, HasRow, HeldCall, Operation, RowOf};
use crate::permission::Permission;
use crate::policy::{DenialReason, Outcome};

/// The outcome of deciding an operation. Never anything else.
///
/// `G` is what a grant hands over: by name a [`Granted`], by typed handle a [`Call`].
#[must_use = "a verdict that nobody reads decides nothing"]
pub enum Verdict<G = Granted> {
    /// The caller may do it now.
    Granted(G),
    /// The caller may not.
    Denied(Denied),
    /// The caller may do it once somebody approves exactly this.
    ApprovalRequired(ApprovalRequired),
}

/// What a refusal grants.
pub type Never = Infallible;

impl<G> Verdict<G> {
    /// The outcome alone.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Granted(_) => Outcome::Granted,
            Self::Denied(denied) => Outcome::Denied(denied.reason()),
            Self::ApprovalRequired(_) => Outcome::ApprovalRequired,
        }
    }

    /// The grant, or the verdict as one that grants nothing.
    ///
    /// # Errors
    ///
    /// Anything but a grant.
    pub fn granted(self) -> Result<G, Verdict<Never>> {
        match self {
            Self::Granted(granted) => Ok(granted),
            Self::Denied(denied) => Err(Verdict::Denied(denied)),
            Self::ApprovalRequired(required) => Err(Verdict::ApprovalRequired(required)),
        }
    }
}

impl<G> fmt::Debug for Verdict<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Granted(_) => f.write_str("Granted"),
            Self::Denied(denied) => denied.fmt(f),
            Self::ApprovalRequired(required) => required.fmt(f),
        }
    }
}

/// What the caller may be told of a refusal.
impl fmt::Display for Verdict<Never> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Granted(never) => match *never {},
            Self::Denied(denied) => f.write_str(denied.message()),
            Self::ApprovalRequired(required) => f.write_str(&required.message()),
        }
    }
}

impl std::error::Error for Verdict<Never> {}

/// A call found by name, allowed now, with the row it was decided on.
pub struct Granted {
    operation: &'static str,
    permission: &'static Permission,
    call: Box<dyn AnyCall>,
}

impl Granted {
    pub(crate) fn new<A>(operation: &Operation<A>, call: Box<dyn AnyCall>) -> Self {
        Self {
            operation: operation.name(),
            permission: operation.permission(),
            call,
        }
    }

    /// The operation's name.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// The leaf that was granted.
    #[must_use]
    pub fn permission(&self) -> &'static Permission {
        self.permission
    }

    /// The row, loaded once; `None` where the operation loads none, or one of another type.
    #[must_use]
    pub fn row<R: 'static>(&self) -> Option<&R> {
        self.call.row()?.downcast_ref()
    }

    /// The input as its type; `None` for another type.
    #[must_use]
    pub fn input<I: 'static>(&self) -> Option<&I> {
        self.call.input().downcast_ref()
    }
}

impl fmt::Debug for Granted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Granted")
            .field("operation", &self.operation)
            .field("permission", &self.permission.key())
            .finish_non_exhaustive()
    }
}

/// A call that is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denied {
    reason: DenialReason,
    message: Cow<'static, str>,
}

impl Denied {
    pub(crate) fn new(refusal: Refusal) -> Self {
        Self {
            reason: refusal.told,
            message: refusal.message,
        }
    }

    /// Why, for the host. It is not for the caller: `deny` and `validation` tell a forbidden row
    /// from a missing one.
    #[must_use]
    pub fn reason(&self) -> DenialReason {
        self.reason
    }

    /// What the caller may be told. It never holds a value, and is the same for a missing row and
    /// a forbidden one.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// A call that waits for somebody's approval. Nothing has run.
pub struct ApprovalRequired {
    /// Boxed: a grant should not carry the size of what it is not.
    request: Box<ApprovalRequest>,
    call: Box<dyn AnyCall>,
}

impl ApprovalRequired {
    pub(crate) fn new(request: ApprovalRequest, call: Box<dyn AnyCall>) -> Self {
        Self {
            request: Box::new(request),
            call,
        }
    }

    /// What is asked, and of whom.
    #[must_use]
    pub fn request(&self) -> &ApprovalRequest {
        &self.request
    }

    /// The row on which it was decided.
    #[must_use]
    pub fn row<R: 'static>(&self) -> Option<&R> {
        self.call.row()?.downcast_ref()
    }

    /// What the caller may be told.
    #[must_use]
    pub fn message(&self) -> String {
        format!(
            "`{}` needs approval from {}; it waits for that, and nothing has been done",
            self.request.operation(),
            self.request.approvers()
        )
    }
}

impl fmt::Debug for ApprovalRequired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApprovalRequired")
            .field("operation", &self.request.operation())
            .field("request", &self.request.id())
            .finish_non_exhaustive()
    }
}

/// A call by typed handle, allowed now. It owns what a handler needs.
pub struct Call<O: Handle> {
    app: Arc<AppOf<O>>,
    caller: Caller,
    input: O::Input,
    data: O::Data,
}

impl<O: Handle> Call<O> {
    /// `None` when the operation loads a row and there is none.
    pub(crate) fn new(app: Arc<AppOf<O>>, caller: Caller, held: HeldCall<O>) -> Option<Self> {
        Some(Self {
            app,
            caller,
            input: held.input,
            data: O::Data::take(held.row)?,
        })
    }

    /// The application's state.
    #[must_use]
    pub fn app(&self) -> &AppOf<O> {
        &self.app
    }

    /// Who asked.
    #[must_use]
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// What was asked for.
    #[must_use]
    pub fn input(&self) -> &O::Input {
        &self.input
    }

    /// The input, owned.
    #[must_use]
    pub fn into_input(self) -> O::Input {
        self.input
    }

    /// The row that was decided on, loaded once. Does not compile for an operation without `data`.
    #[must_use]
    pub fn row(&self) -> &RowOf<O>
    where
        O::Data: HasRow<RowOf<O>>,
    {
        self.data.row()
    }

    /// The input and the row, owned. Does not compile for an operation without `data`.
    #[must_use]
    pub fn into_parts(self) -> (O::Input, RowOf<O>)
    where
        O::Data: HasRow<RowOf<O>>,
    {
        (self.input, self.data.into_row())
    }
}

impl<O: Handle> fmt::Debug for Call<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("operation", &O::OPERATION.name())
            .finish_non_exhaustive()
    }
}
