//! Agents: operations by name, with raw input.

use crate::caller::Caller;
use crate::dock::{FilterError, PermDock, RawInput, Source, Verdict};
use crate::policy::PolicyEngine;

impl<A: Send + Sync + 'static, P: PolicyEngine> PermDock<A, P> {
    /// Decides an operation by name, as an agent asks for it.
    ///
    /// Refuses early what the caller could hold on no row at all, reads the input into its type,
    /// loads the row once, and decides the permission on it. Pass the input as it came in: bytes,
    /// text or a `RawValue`, so that repeated members are seen.
    ///
    /// A denial's [message](crate::Denied::message) is for the model: it never holds a value, and
    /// cannot tell a missing row from a forbidden one.
    pub async fn decide_operation<'i>(
        &self,
        name: &str,
        input: impl Into<RawInput<'i>>,
        caller: &Caller,
    ) -> Verdict {
        self.by_name(name, input.into(), caller, Source::Agent)
            .await
    }

    /// Keeps, in order, the rows on which the operation's results leaf is granted.
    ///
    /// # Errors
    ///
    /// An unknown name, or an operation without `results`; no row is given out then. Rows of
    /// another type than the leaf's are dropped.
    pub fn filter_results<R: Send + Sync + 'static>(
        &self,
        name: &str,
        rows: Vec<R>,
        caller: &Caller,
    ) -> Result<Vec<R>, FilterError> {
        self.filter_by_name(name, rows, caller, Source::Agent)
    }
}
