//! Chat: a command's handler that runs as the command's author, and only when granted.

use std::fmt;
use std::marker::PhantomData;

use crate::caller::Caller;
use crate::dock::{Call, Never, PermDock, RawInput, Source, Verdict};
use crate::operation::{Handle, InputFault, Table};
use crate::policy::{DenialReason, Policy, PolicyEngine};

/// A handler behind a decision; made by [`PermDock::protect`].
pub struct Protected<A: 'static, O, F, P = Policy> {
    dock: PermDock<A, P>,
    handler: F,
    operation: PhantomData<fn() -> O>,
}

impl<A: Send + Sync + 'static, P: PolicyEngine> PermDock<A, P> {
    /// Puts a decision before a chat command's handler.
    ///
    /// The handler gets a [`Call`] that owns all it needs: state, row, input and caller. One that
    /// captures something of its own clones it into the future:
    ///
    /// ```
    /// # use permdock::{Caller, NoInput, PermDock, Policy};
    /// # pub struct App;
    /// # permdock::define_permissions! { pub mod permissions { report { run } } }
    /// # permdock::define_operations! {
    /// #     pub mod operations for App in permissions;
    /// #     runReport { permission: report::run }
    /// # }
    /// # #[tokio::main(flavor = "current_thread")] async fn main() {
    /// # let policy = Policy::builder(&permissions::PERMISSIONS)
    /// #     .role("analyst", |role| role.allow(permissions::report::run)).build().expect("well formed");
    /// # let dock = PermDock::new(&operations::OPERATIONS, policy, App);
    /// use std::sync::Arc;
    ///
    /// let channel: Arc<str> = "#reports".into();
    /// let run = dock.protect(operations::runReport, move |call| {
    ///     let channel = Arc::clone(&channel);
    ///     async move { format!("{} for {:?}", channel, call.caller().id()) }
    /// });
    /// let analyst = Caller::user("u_9").role("analyst");
    /// assert_eq!(run.call(NoInput, &analyst).await.unwrap(), r##"#reports for Some("u_9")"##);
    /// # }
    /// ```
    pub fn protect<O, F, Fut, T>(&self, operation: O, handler: F) -> Protected<A, O, F, P>
    where
        O: Handle<Table: Table<App = A>>,
        F: Fn(Call<O>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = T> + Send,
    {
        let _ = operation;
        Protected {
            dock: self.clone(),
            handler,
            operation: PhantomData,
        }
    }
}

impl<A, O, F, P> Protected<A, O, F, P>
where
    A: Send + Sync + 'static,
    P: PolicyEngine,
    O: Handle<Table: Table<App = A>>,
{
    /// The operation's name. Chat compares names ignoring ASCII case; see
    /// [`OperationMap::get_ignore_case`](crate::OperationMap::get_ignore_case).
    #[must_use]
    pub fn name(&self) -> &'static str {
        O::OPERATION.name()
    }

    /// Decides the command as its author and runs the handler when granted.
    ///
    /// The author is the platform's verified user, mapped by the host; a command without one is
    /// [anonymous](Caller::anonymous).
    ///
    /// # Errors
    ///
    /// A refusal, whose text is fit for a shared channel.
    pub async fn call<Fut, T>(&self, input: O::Input, author: &Caller) -> Result<T, Refused>
    where
        F: Fn(Call<O>) -> Fut,
        Fut: Future<Output = T> + Send,
    {
        let read = || crate::operation::admit_typed(input);
        self.run(read, author).await
    }

    /// As [`call`](Self::call), with the input as JSON.
    ///
    /// # Errors
    ///
    /// A refusal, whose text is fit for a shared channel.
    pub async fn call_json<'i, Fut, T>(
        &self,
        input: impl Into<RawInput<'i>>,
        author: &Caller,
    ) -> Result<T, Refused>
    where
        F: Fn(Call<O>) -> Fut,
        Fut: Future<Output = T> + Send,
    {
        let (input, dock) = (input.into(), &self.dock);
        self.run(|| dock.admit::<O>(&input), author).await
    }

    async fn run<Fut, T>(
        &self,
        read: impl FnOnce() -> Result<O::Input, InputFault> + Send,
        author: &Caller,
    ) -> Result<T, Refused>
    where
        F: Fn(Call<O>) -> Fut,
        Fut: Future<Output = T> + Send,
    {
        let verdict = self.dock.typed::<O>(read, author, Source::Chat).await;
        match verdict.granted() {
            Ok(call) => Ok((self.handler)(call).await),
            Err(verdict) => Err(Refused { verdict }),
        }
    }
}

impl<A: 'static, O: Handle, F, P> fmt::Debug for Protected<A, O, F, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Protected")
            .field("operation", &O::OPERATION.name())
            .finish_non_exhaustive()
    }
}

/// A command that was not run.
///
/// Its text is for a shared channel: short, without roles of other people and without a reason that
/// tells of a row. The [verdict](Self::verdict) is for the host alone.
#[derive(Debug)]
pub struct Refused {
    verdict: Verdict<Never>,
}

impl Refused {
    /// The whole verdict, for the host.
    pub fn verdict(&self) -> &Verdict<Never> {
        &self.verdict
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.verdict {
            Verdict::Granted(never) => match *never {},
            Verdict::ApprovalRequired(_) => "this needs an approval first",
            Verdict::Denied(denied) => match denied.reason() {
                DenialReason::Anonymous => "sign in first",
                DenialReason::LoadFailed | DenialReason::Internal => {
                    "that did not work just now; try again later"
                }
                _ => "you cannot do that",
            },
        })
    }
}

impl std::error::Error for Refused {}
