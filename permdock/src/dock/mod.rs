//! The dock: table, policy and state together, and the one path that decides.
//!
//! It is pure: no store, no network. An approval-required verdict goes back to the caller with a
//! request, and nothing runs.

mod decide;
mod event;
mod filter;
mod for_caller;
mod message;
mod raw;
mod request;
mod sinks;
mod verdict;

use std::fmt;
use std::sync::Arc;
#[cfg(feature = "deadline")]
use std::time::Duration;

pub use event::{Counts, Event, Sink, Source};
pub use filter::FilterError;
pub use for_caller::ForCaller;
pub use raw::RawInput;
pub use request::ApprovalRequest;
pub use sinks::JsonLines;
#[cfg(feature = "tracing")]
pub use sinks::Tracing;
pub use verdict::{ApprovalRequired, Call, Denied, Granted, Never, Verdict};

use crate::caller::Caller;
use crate::canon::Limits;
use crate::guard::caught;
use crate::operation::{Operation, OperationMap};
use crate::policy::{Policy, PolicyEngine};

/// How long an asynchronous loader may take, unless [told otherwise](PermDock::load_deadline).
#[cfg(feature = "deadline")]
const LOAD_DEADLINE: Duration = Duration::from_secs(30);

/// One table, one policy, one application state; every entry point asks it.
///
/// A clone is another handle to the same.
///
/// ```
/// use permdock::{Caller, PermDock, Policy, Verdict};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Clone)]
/// pub struct Invoice { id: String, owner: String }
///
/// #[derive(Serialize, Deserialize)]
/// pub struct InvoiceId { id: String }
///
/// pub struct App { invoices: Vec<Invoice> }
///
/// permdock::define_permissions! {
///     pub mod permissions {
///         billing { invoice: Invoice { submit } }
///     }
/// }
///
/// permdock::define_operations! {
///     pub mod operations for App in permissions;
///
///     /// Sends an invoice to its customer.
///     sendInvoice {
///         permission: billing::invoice::submit,
///         data: |app: &App, input: &InvoiceId| {
///             app.invoices.iter().find(|invoice| invoice.id == input.id).cloned()
///         },
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// let policy = Policy::builder(&permissions::PERMISSIONS)
///     .single_tenant()
///     .role("clerk", |role| {
///         role.allow_when(permissions::billing::invoice::submit, "own", |caller, invoice| {
///             caller.id() == Some(&invoice.owner)
///         })
///     })
///     .build()
///     .expect("the policy is well formed");
/// let app = App {
///     invoices: vec![Invoice { id: "inv_1".into(), owner: "u_1".into() }],
/// };
/// let dock = PermDock::new(&operations::OPERATIONS, policy, app);
///
/// let clerk = Caller::user("u_1").role("clerk");
/// let verdict = dock.decide_operation("sendInvoice", r#"{"id":"inv_1"}"#, &clerk).await;
/// assert!(matches!(verdict, Verdict::Granted(_)));
/// # }
/// ```
pub struct PermDock<A: 'static, P = Policy> {
    table: &'static OperationMap<A>,
    policy: Arc<P>,
    app: Arc<A>,
    sink: Option<Arc<dyn Sink>>,
    limits: Limits,
    #[cfg(feature = "deadline")]
    deadline: Duration,
}

impl<A: Send + Sync + 'static, P: PolicyEngine> PermDock<A, P> {
    /// Puts a table, a policy and the application's state together; [`shared`](Self::shared) takes a
    /// state that is in an `Arc` already. Leaves of the table that the policy's tree does not declare
    /// are denied to everybody.
    #[must_use]
    pub fn new(table: &'static OperationMap<A>, policy: P, app: A) -> Self {
        Self::shared(table, Arc::new(policy), Arc::new(app))
    }

    /// As [`new`](Self::new), with a policy and a state that others hold too.
    #[must_use]
    pub fn shared(table: &'static OperationMap<A>, policy: Arc<P>, app: Arc<A>) -> Self {
        Self {
            table,
            policy,
            app,
            sink: None,
            limits: Limits::default(),
            #[cfg(feature = "deadline")]
            deadline: LOAD_DEADLINE,
        }
    }

    /// Sends every decision to the sink. A sink that fails or panics changes no outcome.
    #[must_use]
    pub fn with_sink(mut self, sink: impl Sink + 'static) -> Self {
        self.sink = Some(Arc::new(sink));
        self
    }

    /// The largest raw input that is read, in bytes; 1 MiB unless set.
    #[must_use]
    pub fn input_size(mut self, bytes: usize) -> Self {
        self.limits.size = bytes;
        self
    }

    /// How long an asynchronous loader may take before the call is denied as `load-failed`; 30
    /// seconds unless set. It needs a `tokio` runtime with its timer. A synchronous loader is not
    /// bounded: it must not block.
    #[cfg(feature = "deadline")]
    #[must_use]
    pub fn load_deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// The table.
    #[must_use]
    pub fn operations(&self) -> &'static OperationMap<A> {
        self.table
    }

    /// The policy.
    #[must_use]
    pub fn policy(&self) -> &P {
        &self.policy
    }

    /// The application's state.
    #[must_use]
    pub fn app(&self) -> &A {
        &self.app
    }

    /// Tells the sink. Whatever it does, the outcome stands.
    #[inline]
    pub(crate) fn record(&self, event: &Event<'_>) {
        if let Some(sink) = &self.sink {
            // What a panicking sink said is printed by the panic hook; there is nobody else to tell.
            let _ = caught(|| sink.record(event));
        }
    }

    /// The operations that the caller might be granted on some row, for a listing.
    ///
    /// A hint, not a decision: operations that depend on a row or need an approval are listed, an
    /// unconditional deny hides, and any failure lists nothing.
    pub fn allowed_operations(
        &self,
        caller: &Caller,
    ) -> impl Iterator<Item = &'static Operation<A>> + use<A, P> {
        let allowed = caught(|| {
            let resolved = self.policy.resolve(caller);
            self.table
                .iter()
                .filter(|operation| self.might(operation, caller, &resolved))
                .collect()
        });
        let allowed: Vec<_> = allowed.unwrap_or_default();
        allowed.into_iter()
    }
}

impl<A: 'static, P> Clone for PermDock<A, P> {
    fn clone(&self) -> Self {
        Self {
            table: self.table,
            policy: Arc::clone(&self.policy),
            app: Arc::clone(&self.app),
            sink: self.sink.clone(),
            limits: self.limits,
            #[cfg(feature = "deadline")]
            deadline: self.deadline,
        }
    }
}

impl<A: 'static, P> fmt::Debug for PermDock<A, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PermDock")
            .field("operations", &self.table.len())
            .finish_non_exhaustive()
    }
}
