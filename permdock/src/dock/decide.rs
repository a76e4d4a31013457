//! The one path that decides: refuse early, read the input, load the row once, ask the policy.

use std::borrow::Cow;
use std::sync::Arc;

use super::event::{Counts, Event, Source};
use super::message::Refusal;
use super::verdict::{ApprovalRequired, Call, Denied, Granted, Verdict};
use super::{PermDock, RawInput};
use crate::caller::{Caller, Narrowing};
use crate::guard::{caught, caught_async, drop_quietly};
use crate::operation::{
    AnyCall, ErasedCall, Handle, HeldCall, InputFault, LoadResult, Loading, Operation, Table,
    admit, admit_typed,
};
use crate::permission::Permission;
use crate::policy::{Approvers, Decision, DenialReason, Outcome, PolicyEngine, RowView};
use crate::text;

/// The most of an unknown name that an event shows, in characters.
const LONGEST_UNKNOWN: usize = 128;

/// One question on its way through: which operation, who asks, and where it came in.
pub(crate) struct Asked<'a, A: 'static> {
    pub(crate) operation: &'static Operation<A>,
    pub(crate) caller: &'a Caller,
    pub(crate) source: Source<'a>,
}

/// What the policy said to an input that fits and a row that exists.
enum Ruling {
    Granted,
    NeedsApproval(Approvers),
}

impl<A: Send + Sync + 'static, P: PolicyEngine> PermDock<A, P> {
    /// Decides an operation by its handle. The input is taken as if it had come in as JSON: what a
    /// handler gets is what its canonical form says.
    pub async fn decide<O>(&self, _: O, input: O::Input, caller: &Caller) -> Verdict<Call<O>>
    where
        O: Handle<Table: Table<App = A>>,
    {
        self.typed::<O>(|| admit_typed(input), caller, Source::Code)
            .await
    }

    /// The path by typed handle, whatever the input is read from.
    pub(crate) async fn typed<O>(
        &self,
        read: impl FnOnce() -> Result<O::Input, InputFault> + Send,
        caller: &Caller,
        source: Source<'_>,
    ) -> Verdict<Call<O>>
    where
        O: Handle<Table: Table<App = A>>,
    {
        let asked = Asked {
            operation: O::OPERATION,
            caller,
            source,
        };
        let (resolved, first) = match self.early(&asked) {
            Ok(early) => early,
            Err(refusal) => return self.denied(&asked, refusal),
        };
        let mut held = match read_input(asked.operation, read) {
            Ok(input) => HeldCall::<O>::new(input),
            Err(refusal) => return self.denied(&asked, refusal),
        };
        match self.rule(&asked, &resolved, first, &mut held).await {
            Ok(Ruling::Granted) => match Call::new(Arc::clone(&self.app), caller.clone(), held) {
                Some(call) => self.granted(&asked, call),
                None => self.denied(&asked, Refusal::no_row()),
            },
            Ok(Ruling::NeedsApproval(approvers)) => {
                self.approval(&asked, Box::new(held), approvers)
            }
            Err(refusal) => {
                drop_quietly(held);
                self.denied(&asked, refusal)
            }
        }
    }

    /// The path by name, with raw input.
    pub(crate) async fn by_name(
        &self,
        name: &str,
        input: RawInput<'_>,
        caller: &Caller,
        source: Source<'_>,
    ) -> Verdict {
        let Some(operation) = self.table.get(name) else {
            return self.unknown(name, caller, source);
        };
        let asked = Asked {
            operation,
            caller,
            source,
        };
        let (resolved, first) = match self.early(&asked) {
            Ok(early) => early,
            Err(refusal) => return self.denied(&asked, refusal),
        };
        let read = || operation.read(input.bytes(), &self.limits);
        let mut call = match read_input(operation, read) {
            Ok(call) => call,
            Err(refusal) => return self.denied(&asked, refusal),
        };
        match self.rule(&asked, &resolved, first, &mut *call).await {
            Ok(Ruling::Granted) => self.granted(&asked, Granted::new(operation, call)),
            Ok(Ruling::NeedsApproval(approvers)) => self.approval(&asked, call, approvers),
            Err(refusal) => {
                drop_quietly(call);
                self.denied(&asked, refusal)
            }
        }
    }

    /// Reads raw input for a typed handle, within the dock's limits.
    pub(crate) fn admit<O: Handle>(&self, input: &RawInput<'_>) -> Result<O::Input, InputFault> {
        admit(input.bytes(), &self.limits)
    }

    /// Refuses what the caller could do on no row at all, before the input is read and a loader
    /// runs. For an operation that loads no row this is the decision already.
    fn early(&self, asked: &Asked<'_, A>) -> Result<(P::Resolved, Decision), Refusal> {
        let Asked {
            operation, caller, ..
        } = asked;
        let leaf = operation.permission();
        if let Some(reason) = narrowed(caller, operation.name(), leaf) {
            return Err(Refusal::new(reason, None));
        }
        let Some(resolved) = self.policy.guarded_resolve(caller) else {
            let cause = "the policy failed to resolve the caller";
            return Err(Refusal::new(DenialReason::Internal, Cow::Borrowed(cause)));
        };
        let view = first_view(operation);
        match self.policy.guarded_decide(caller, &resolved, leaf, view) {
            Decision::Denied(denial) => Err(Refusal::before_row(denial)),
            first => Ok((resolved, first)),
        }
    }

    /// Whether the caller might do it on some row.
    pub(super) fn might(
        &self,
        operation: &Operation<A>,
        caller: &Caller,
        resolved: &P::Resolved,
    ) -> bool {
        let leaf = operation.permission();
        narrowed(caller, operation.name(), leaf).is_none()
            && !matches!(
                self.policy
                    .decide(caller, resolved, leaf, first_view(operation)),
                Decision::Denied(_)
            )
    }

    /// Loads the row, where there is one to load, and asks the policy about it.
    async fn rule(
        &self,
        asked: &Asked<'_, A>,
        resolved: &P::Resolved,
        first: Decision,
        call: &mut dyn ErasedCall<A>,
    ) -> Result<Ruling, Refusal> {
        let decision = if asked.operation.loads() {
            self.load(call).await?;
            let row = call.row().ok_or_else(Refusal::no_row)?;
            let leaf = asked.operation.permission();
            let view = RowView::Loaded(row);
            self.policy
                .guarded_decide(asked.caller, resolved, leaf, view)
        } else {
            first
        };
        match decision {
            Decision::Granted => Ok(Ruling::Granted),
            Decision::NeedsApproval(approvers) => Ok(Ruling::NeedsApproval(approvers)),
            Decision::Denied(denial) => Err(Refusal::on_row(denial)),
        }
    }

    /// Runs the loader, inline where it is synchronous. Its panic, its error and its delay are all
    /// a failed load.
    async fn load(&self, call: &mut dyn ErasedCall<A>) -> Result<(), Refusal> {
        let answer: LoadResult<()> = match caught(|| call.load(&self.app)) {
            Ok(Loading::Nothing) => return Ok(()),
            Ok(Loading::Ready(answer)) => answer,
            Ok(Loading::Later(future)) => caught_async(self.in_time(future))
                .await
                .map_err(Refusal::load_failed)?
                .map_err(Refusal::load_failed)?,
            Err(panicked) => return Err(Refusal::load_failed(panicked)),
        };
        match answer {
            Ok(Some(())) => Ok(()),
            Ok(None) => Err(Refusal::no_row()),
            Err(cause) => Err(Refusal::load_failed(cause)),
        }
    }

    #[cfg(feature = "deadline")]
    async fn in_time<T>(&self, future: impl Future<Output = T>) -> Result<T, String> {
        tokio::time::timeout(self.deadline, future)
            .await
            .map_err(|_| format!("the loader gave no answer within {:?}", self.deadline))
    }

    #[cfg(not(feature = "deadline"))]
    async fn in_time<T>(&self, future: impl Future<Output = T>) -> Result<T, String> {
        Ok(future.await)
    }

    fn granted<G>(&self, asked: &Asked<'_, A>, granted: G) -> Verdict<G> {
        self.record(&asked.event(Outcome::Granted));
        Verdict::Granted(granted)
    }

    fn denied<G>(&self, asked: &Asked<'_, A>, refusal: Refusal) -> Verdict<G> {
        self.record(&Event {
            detail: refusal.detail.as_deref(),
            ..asked.event(Outcome::Denied(refusal.reason))
        });
        Verdict::Denied(Denied::new(refusal))
    }

    fn approval<G>(
        &self,
        asked: &Asked<'_, A>,
        call: Box<dyn AnyCall>,
        approvers: Approvers,
    ) -> Verdict<G> {
        let request = caught(|| self.request(asked.operation, asked.caller, &*call, approvers))
            .unwrap_or_else(|panicked| Err(panicked.to_string()));
        match request {
            Ok(request) => {
                self.record(&Event {
                    request: Some(request.id()),
                    ..asked.event(Outcome::ApprovalRequired)
                });
                Verdict::ApprovalRequired(ApprovalRequired::new(request, call))
            }
            Err(cause) => {
                drop_quietly(call);
                self.denied(asked, Refusal::internal(cause))
            }
        }
    }

    fn unknown(&self, name: &str, caller: &Caller, source: Source<'_>) -> Verdict {
        self.record_unknown(name, caller, source, None);
        let refusal = Refusal::new(DenialReason::UnknownOperation, None);
        Verdict::Denied(Denied::new(refusal))
    }

    /// The event of a name that the table does not have, bounded and shown safely.
    pub(super) fn record_unknown(
        &self,
        name: &str,
        caller: &Caller,
        source: Source<'_>,
        counts: Option<Counts>,
    ) {
        self.record(&Event {
            caller,
            operation: &text::bounded(name, LONGEST_UNKNOWN),
            permission: None,
            outcome: Outcome::Denied(DenialReason::UnknownOperation),
            request: None,
            source,
            detail: None,
            counts,
        });
    }
}

impl<'a, A: 'static> Asked<'a, A> {
    /// The event of this question, before anything is added to it.
    pub(crate) fn event(&self, outcome: Outcome) -> Event<'a> {
        Event {
            caller: self.caller,
            operation: self.operation.name(),
            permission: Some(self.operation.permission().key()),
            outcome,
            request: None,
            source: self.source,
            detail: None,
            counts: None,
        }
    }
}

/// Why the actor's delegation refuses the leaf, if it does. It comes before any policy is asked.
#[inline]
pub(super) fn narrowed(
    caller: &Caller,
    operation: &str,
    leaf: &Permission,
) -> Option<DenialReason> {
    match caller.narrowing(operation, leaf) {
        Narrowing::Covered => None,
        Narrowing::NoDelegation => Some(DenialReason::NoDelegation),
        Narrowing::Outside => Some(DenialReason::NotDelegated),
    }
}

/// The view on which an operation is decided before a row is loaded. One that loads a row might be
/// granted on some row; so might a list whose rows are filtered afterwards. Any other has no row.
fn first_view<A>(operation: &Operation<A>) -> RowView<'static> {
    let list = operation.results().is_some() && operation.permission().has_row();
    if operation.loads() || list {
        RowView::Any
    } else {
        RowView::Absent
    }
}

/// Reads the input; code of the input's type that panics is a fault of the input.
fn read_input<T, A>(
    operation: &Operation<A>,
    read: impl FnOnce() -> Result<T, InputFault>,
) -> Result<T, Refusal> {
    match caught(read) {
        Ok(Ok(read)) => Ok(read),
        Ok(Err(fault)) => Err(Refusal::input(operation.name(), &fault)),
        Err(panicked) => Err(Refusal::internal(panicked.to_string())),
    }
}
