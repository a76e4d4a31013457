//! Filtering a list down to the rows that its caller may see.

use super::PermDock;
use super::decide::{Asked, narrowed};
use super::event::{Counts, Event, Source};
use crate::caller::Caller;
use crate::guard::{caught, drop_quietly};
use crate::operation::{ResultOf, Table, WithResults};
use crate::permission::Permission;
use crate::policy::{Decision, DenialReason, Outcome, PolicyEngine, RowView};

/// Why a list could not be filtered. No row is given out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// No operation has this name.
    #[error("there is no operation of this name")]
    UnknownOperation,
    /// The operation has no results permission.
    #[error("the operation declares no `results`, so nothing says which rows may be seen")]
    NoResults,
}

impl<A: Send + Sync + 'static, P: PolicyEngine> PermDock<A, P> {
    /// Keeps, in order, the rows on which the operation's results leaf is granted.
    ///
    /// A row that would need an approval, or on which a condition panics, is dropped. How many are
    /// dropped is told to the sink only. Does not compile for an operation without `results`.
    pub fn filter<O>(
        &self,
        operation: O,
        rows: Vec<ResultOf<O>>,
        caller: &Caller,
    ) -> Vec<ResultOf<O>>
    where
        O: WithResults<Table: Table<App = A>>,
    {
        self.for_caller(caller).filter(operation, rows)
    }

    /// The path by name: for rows of any type, all of which are dropped when it is not the results
    /// leaf's row type.
    pub(crate) fn filter_by_name<R: Send + Sync + 'static>(
        &self,
        name: &str,
        rows: Vec<R>,
        caller: &Caller,
        source: Source<'_>,
    ) -> Result<Vec<R>, FilterError> {
        let none = Some(Counts {
            rows: rows.len(),
            kept: 0,
        });
        let Some(operation) = self.table.get(name) else {
            self.record_unknown(name, caller, source, none);
            return Err(FilterError::UnknownOperation);
        };
        let asked = Asked {
            operation,
            caller,
            source,
        };
        let misused = |detail, leaf: &'static Permission| {
            self.record(&Event {
                permission: Some(leaf.key()),
                detail: Some(detail),
                counts: none,
                ..asked.event(Outcome::Denied(DenialReason::Internal))
            });
        };
        let Some(leaf) = operation.results() else {
            misused(
                "the operation has no results permission",
                operation.permission(),
            );
            return Err(FilterError::NoResults);
        };
        if !operation.lists::<R>() {
            misused(
                "the rows are not of the results permission's row type",
                leaf,
            );
            drop_quietly(rows);
            return Ok(Vec::new());
        }
        let resolved = caught(|| self.policy.resolve(caller)).ok();
        Ok(self.keep_granted(&asked, leaf, rows, resolved.as_ref()))
    }

    /// Keeps the granted rows. The grants are worked out once for the call, and it is one event.
    /// `resolved` is absent when the policy failed to resolve the caller.
    pub(super) fn keep_granted<R: Send + Sync + 'static>(
        &self,
        asked: &Asked<'_, A>,
        leaf: &'static Permission,
        mut rows: Vec<R>,
        resolved: Option<&P::Resolved>,
    ) -> Vec<R> {
        let before = rows.len();
        let mut granted = Vec::new();
        let decided = caught(|| {
            let Some(resolved) = resolved else {
                return Outcome::Denied(DenialReason::Internal);
            };
            let outcome = self.list_outcome(asked, leaf, resolved);
            if outcome.is_granted() {
                granted.resize(before, false);
                self.policy
                    .decide_each(asked.caller, resolved, leaf, &rows, &mut granted);
            }
            outcome
        });
        let outcome = decided.unwrap_or_else(|_| {
            granted.clear();
            Outcome::Denied(DenialReason::Internal)
        });
        let mut granted = granted.into_iter();
        // A row that panics while it is dropped leaves the list half filtered: none is given out.
        if caught(|| rows.retain(|_| granted.next().unwrap_or(false))).is_err() {
            std::mem::forget(std::mem::take(&mut rows));
        }
        self.record(&Event {
            permission: Some(leaf.key()),
            counts: Some(Counts {
                rows: before,
                kept: rows.len(),
            }),
            ..asked.event(outcome)
        });
        rows
    }

    /// Whether any row might be kept; an approval-needing leaf keeps none.
    fn list_outcome(
        &self,
        asked: &Asked<'_, A>,
        leaf: &'static Permission,
        resolved: &P::Resolved,
    ) -> Outcome {
        if let Some(reason) = narrowed(asked.caller, asked.operation.name(), leaf) {
            return Outcome::Denied(reason);
        }
        match self
            .policy
            .decide(asked.caller, resolved, leaf, RowView::Any)
        {
            Decision::Granted => Outcome::Granted,
            Decision::NeedsApproval(_) => Outcome::ApprovalRequired,
            Decision::Denied(denial) => Outcome::Denied(denial.reason),
        }
    }
}
