//! Several decisions for one caller, whose roles are worked out once.

use super::PermDock;
use super::decide::{Asked, narrowed};
use super::event::{Event, Source};
use super::message::{bounded_detail, told};
use crate::caller::Caller;
use crate::operation::{Handle, Operation, ResultOf, RowOf, Table, WithResults};
use crate::permission::{Leaf, Permission};
use crate::policy::{Decision, DenialReason, Outcome, Policy, PolicyEngine, RowView};

/// A caller at a dock, with what its decisions share worked out once.
///
/// Made by [`PermDock::for_caller`], for a request that makes several decisions.
pub struct ForCaller<'a, A: 'static, P: PolicyEngine = Policy> {
    dock: &'a PermDock<A, P>,
    caller: &'a Caller,
    /// Absent when the policy failed to resolve the caller, who is then denied everything.
    resolved: Option<P::Resolved>,
}

impl<A: Send + Sync + 'static, P: PolicyEngine> PermDock<A, P> {
    /// Works out once what several decisions for this caller share.
    #[inline]
    pub fn for_caller<'a>(&'a self, caller: &'a Caller) -> ForCaller<'a, A, P> {
        ForCaller {
            dock: self,
            caller,
            resolved: self.policy.guarded_resolve(caller),
        }
    }

    /// Decides an operation on a row that is loaded already. It allocates nothing for a grant.
    ///
    /// The operation's loader does not run, and no request is made for an approval: use
    /// [`decide`](Self::decide) to get one. An operation whose leaf has no row takes
    /// [`NoRow`](crate::NoRow).
    #[inline]
    pub fn check<O>(&self, operation: O, row: &RowOf<O>, caller: &Caller) -> Outcome
    where
        O: Handle<Table: Table<App = A>>,
    {
        self.for_caller(caller).check(operation, row)
    }
}

impl<A: Send + Sync + 'static, P: PolicyEngine> ForCaller<'_, A, P> {
    /// As [`PermDock::check`].
    #[inline]
    pub fn check<O>(&self, _: O, row: &RowOf<O>) -> Outcome
    where
        O: Handle<Table: Table<App = A>>,
    {
        let operation = O::OPERATION;
        let leaf = <O::Permission as Leaf>::PERMISSION;
        let view = if leaf.has_row() {
            RowView::Loaded(row)
        } else {
            RowView::Absent
        };
        let outcome = if self.dock.sink.is_some() {
            self.recorded(operation, leaf, view)
        } else {
            self.outcome(operation.name(), leaf, view)
        };
        match outcome {
            Outcome::Denied(reason) => Outcome::Denied(told(reason)),
            other => other,
        }
    }

    /// As [`PermDock::filter`].
    pub fn filter<O>(&self, operation: O, rows: Vec<ResultOf<O>>) -> Vec<ResultOf<O>>
    where
        O: WithResults<Table: Table<App = A>>,
    {
        let _ = operation;
        let asked = self.asked(O::OPERATION);
        let leaf = <O::Results as Leaf>::PERMISSION;
        self.dock
            .keep_granted(&asked, leaf, rows, self.resolved.as_ref())
    }

    fn asked(&self, operation: &'static Operation<A>) -> Asked<'_, A> {
        Asked {
            operation,
            caller: self.caller,
            source: Source::Code,
        }
    }

    /// Decides, and makes nothing of it: no sink wants to know.
    #[inline]
    fn outcome(&self, operation: &str, leaf: &'static Permission, view: RowView<'_>) -> Outcome {
        if let Some(reason) = narrowed(self.caller, operation, leaf) {
            return Outcome::Denied(reason);
        }
        match &self.resolved {
            Some(resolved) => {
                let policy = &self.dock.policy;
                policy.guarded_outcome(self.caller, resolved, leaf, view)
            }
            None => Outcome::Denied(DenialReason::Internal),
        }
    }

    /// Decides and tells the sink, a denial with what there is to say of it. Out of line, so that a
    /// dock without a sink pays nothing for it.
    #[inline(never)]
    fn recorded(
        &self,
        operation: &'static Operation<A>,
        leaf: &'static Permission,
        view: RowView<'_>,
    ) -> Outcome {
        let policy = &self.dock.policy;
        let decision = match (
            narrowed(self.caller, operation.name(), leaf),
            &self.resolved,
        ) {
            (Some(reason), _) => reason.into(),
            (None, Some(resolved)) => policy.guarded_decide(self.caller, resolved, leaf, view),
            (None, None) => DenialReason::Internal.into(),
        };
        let (outcome, detail) = match decision {
            Decision::Granted => (Outcome::Granted, None),
            Decision::NeedsApproval(_) => (Outcome::ApprovalRequired, None),
            Decision::Denied(denial) => {
                let detail = denial.detail.as_deref().map(bounded_detail);
                (Outcome::Denied(denial.reason), detail)
            }
        };
        self.dock.record(&Event {
            detail: detail.as_deref(),
            ..self.asked(operation).event(outcome)
        });
        outcome
    }
}
