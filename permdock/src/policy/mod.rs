//! What the policy says: a decision on one leaf, for one caller, on one row.
//!
//! [`PolicyEngine`] is what the rest of the crate asks; [`Policy`], roles with grants, is the
//! engine that comes with it.

mod approvers;
mod builder;
mod condition;
mod grants;
mod reason;
mod roles;

use std::any::Any;

pub use approvers::{ApproverKind, Approvers};
pub use builder::{PolicyBuilder, PolicyError, PolicyFault, RoleBuilder};
pub use reason::{DenialReason, Outcome};
pub use roles::{Policy, ResolvedRoles};

use crate::caller::Caller;
use crate::guard::caught;
use crate::permission::Permission;

/// The row that a leaf is decided on.
#[derive(Clone, Copy)]
pub enum RowView<'a> {
    /// There is none: a conditional allow does not match, a conditional deny does.
    Absent,
    /// Any row: what might be granted on some row. A conditional allow matches, a conditional deny
    /// does not.
    Any,
    /// This row.
    Loaded(&'a (dyn Any + Send + Sync)),
}

/// What an engine answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Allowed.
    Granted,
    /// Not allowed.
    Denied(Denial),
    /// Allowed once these approve.
    NeedsApproval(Approvers),
}

/// Why an engine refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denial {
    /// The reason, from the closed list.
    pub reason: DenialReason,
    /// What the event says beside it, such as which condition panicked; never told to a caller. It is
    /// the engine's own text, and holds nothing of a row or an input.
    pub detail: Option<Box<str>>,
}

impl From<DenialReason> for Denial {
    fn from(reason: DenialReason) -> Self {
        Self {
            reason,
            detail: None,
        }
    }
}

impl From<DenialReason> for Decision {
    fn from(reason: DenialReason) -> Self {
        Self::Denied(reason.into())
    }
}

/// A policy: anything that decides a leaf for a caller.
///
/// An engine is asked only about what a delegation covers, and never sees an operation: what an
/// action is called and how risky it is decides nothing.
///
/// # What an engine must keep
///
/// - A deny wins over any allow, whatever their order.
/// - What it cannot evaluate does not allow, and does deny.
/// - [`RowView::Any`] is never stricter than any row: it is asked before a row is loaded, to refuse
///   those who could hold the leaf on no row at all.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a policy",
    label = "expected a policy",
    note = "a policy in the making becomes one by `.build()`"
)]
pub trait PolicyEngine: Send + Sync + 'static {
    /// What is worked out once for a caller and used for several decisions.
    type Resolved: Send + Sync;

    /// Works out what the decisions for this caller share.
    fn resolve(&self, caller: &Caller) -> Self::Resolved;

    /// Decides one leaf on one row.
    fn decide(
        &self,
        caller: &Caller,
        resolved: &Self::Resolved,
        permission: &'static Permission,
        row: RowView<'_>,
    ) -> Decision;

    /// [`resolve`](Self::resolve), with a panic turned into `None`, which denies.
    ///
    /// An engine that never panics may leave the guard out.
    #[doc(hidden)]
    fn guarded_resolve(&self, caller: &Caller) -> Option<Self::Resolved> {
        caught(|| self.resolve(caller)).ok()
    }

    /// [`decide`](Self::decide), with a panic turned into a denial.
    ///
    /// An engine that never panics may leave the guard out.
    #[doc(hidden)]
    fn guarded_decide(
        &self,
        caller: &Caller,
        resolved: &Self::Resolved,
        permission: &'static Permission,
        row: RowView<'_>,
    ) -> Decision {
        caught(|| self.decide(caller, resolved, permission, row)).unwrap_or_else(|panicked| {
            Decision::Denied(Denial {
                reason: DenialReason::Internal,
                detail: Some(panicked.to_string().into()),
            })
        })
    }

    /// The outcome of [`guarded_decide`](Self::guarded_decide) alone.
    #[doc(hidden)]
    fn guarded_outcome(
        &self,
        caller: &Caller,
        resolved: &Self::Resolved,
        permission: &'static Permission,
        row: RowView<'_>,
    ) -> Outcome {
        match self.guarded_decide(caller, resolved, permission, row) {
            Decision::Granted => Outcome::Granted,
            Decision::NeedsApproval(_) => Outcome::ApprovalRequired,
            Decision::Denied(denial) => Outcome::Denied(denial.reason),
        }
    }

    /// Decides one leaf on each row: sets `granted[n]` to whether `rows[n]` is granted. Both have
    /// the same length, and `granted` starts out all `false`.
    fn decide_each<R: Send + Sync + 'static>(
        &self,
        caller: &Caller,
        resolved: &Self::Resolved,
        permission: &'static Permission,
        rows: &[R],
        granted: &mut [bool],
    ) {
        for (row, granted) in rows.iter().zip(granted) {
            let decision = self.decide(caller, resolved, permission, RowView::Loaded(row));
            *granted = decision == Decision::Granted;
        }
    }

    /// A digest of all that the engine says about these leaves, for anybody. When it changes, an
    /// approval that was asked for under the old one is asked for again.
    fn fingerprint(
        &self,
        permission: &'static Permission,
        results: Option<&'static Permission>,
    ) -> [u8; 32];
}
