//! Automations: programs that run for their owner, narrowed to the operations they list.

use std::borrow::Cow;
use std::fmt;

use crate::caller::{Actor, Caller, Delegation};
use crate::dock::{FilterError, PermDock, RawInput, Source, Verdict};
use crate::operation::Operation;
use crate::policy::{Policy, PolicyEngine};
use crate::text;

/// An automation: a name, and the operations that it runs.
///
/// Made by [`PermDock::automation`].
pub struct Automation<A: 'static, P = Policy> {
    dock: PermDock<A, P>,
    name: Cow<'static, str>,
    operations: Vec<&'static Operation<A>>,
}

/// An automation lists operations that do not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutomationError {
    automation: String,
    unknown: Vec<String>,
}

impl AutomationError {
    /// The unknown names in the order of the list, bounded and shown safely.
    #[must_use]
    pub fn unknown(&self) -> &[String] {
        &self.unknown
    }
}

impl fmt::Display for AutomationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.unknown.len() == 1 { "" } else { "s" };
        let automation = &self.automation;
        write!(
            f,
            "the automation `{automation}` lists unknown operation{plural}: "
        )?;
        for (place, name) in self.unknown.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}`{name}`")?;
        }
        f.write_str("; names are compared exactly")
    }
}

impl std::error::Error for AutomationError {}

impl<A: Send + Sync + 'static, P: PolicyEngine> PermDock<A, P> {
    /// Defines an automation that runs exactly these operations.
    ///
    /// # Errors
    ///
    /// Every name that the table does not have. An empty list is no error: it runs nothing.
    pub fn automation<N: AsRef<str>>(
        &self,
        name: impl Into<Cow<'static, str>>,
        operations: impl IntoIterator<Item = N>,
    ) -> Result<Automation<A, P>, AutomationError> {
        let name = name.into();
        let mut known = Vec::new();
        let mut unknown = Vec::new();
        for operation in operations {
            match self.operations().get(operation.as_ref()) {
                Some(operation) => known.push(operation),
                None => unknown.push(text::bounded(operation.as_ref(), 128).into_owned()),
            }
        }
        if unknown.is_empty() {
            Ok(Automation {
                dock: self.clone(),
                name,
                operations: known,
            })
        } else {
            Err(AutomationError {
                automation: text::bounded(&name, 128).into_owned(),
                unknown,
            })
        }
    }
}

impl<A: Send + Sync + 'static, P: PolicyEngine> Automation<A, P> {
    /// The automation's name, under which it acts.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it runs, in the order of its list.
    #[must_use]
    pub fn operations(&self) -> &[&'static Operation<A>] {
        &self.operations
    }

    /// Starts a run for its owner, as the owner stands now: resolve the owner anew for each run.
    ///
    /// The run acts for the owner, narrowed to the listed operations by name and to their
    /// permission and results leaves. Narrowing never adds: an owner who acts through another
    /// actor already stays within what that one may do.
    #[must_use]
    pub fn run(&self, owner: &Caller) -> AutomationRun<'_, A, P> {
        let caller = owner
            .clone()
            .acting(Actor::automation(self.name.clone()))
            .delegated(Delegation::operations(self.operations.iter().copied()));
        AutomationRun {
            automation: self,
            caller,
        }
    }
}

impl<A: 'static, P> fmt::Debug for Automation<A, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Automation")
            .field("name", &self.name)
            .field("operations", &self.operations)
            .finish_non_exhaustive()
    }
}

/// One run of an automation, for one owner.
pub struct AutomationRun<'a, A: 'static, P = Policy> {
    automation: &'a Automation<A, P>,
    caller: Caller,
}

impl<A: Send + Sync + 'static, P: PolicyEngine> AutomationRun<'_, A, P> {
    /// Who the run asks as: the owner, with the automation as actor.
    #[must_use]
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Decides an operation by name. One that needs an approval parks: its verdict says so, and the
    /// run goes on with what else it has.
    pub async fn decide_operation<'i>(
        &self,
        name: &str,
        input: impl Into<RawInput<'i>>,
    ) -> Verdict {
        self.automation
            .dock
            .by_name(name, input.into(), &self.caller, self.source())
            .await
    }

    /// Keeps, in order, the rows that the owner may see through this automation.
    ///
    /// # Errors
    ///
    /// As [`PermDock::filter_results`].
    pub fn filter_results<R: Send + Sync + 'static>(
        &self,
        name: &str,
        rows: Vec<R>,
    ) -> Result<Vec<R>, FilterError> {
        self.automation
            .dock
            .filter_by_name(name, rows, &self.caller, self.source())
    }

    fn source(&self) -> Source<'_> {
        Source::Automation(&self.automation.name)
    }
}
