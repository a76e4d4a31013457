//! One table of operations for every caller: declared once, checked while compiling, decided in one
//! place.
//!
//! An application names each action that it exposes once, with [`define_operations!`], and binds it
//! to one permission of a tree made by [`define_permissions!`], to the loader of the row that it is
//! decided on, and to labels for people. Whatever lets somebody act (an agent's tool call, a chat
//! command, an automation, a route) asks the same [`PermDock`], and gets one of three verdicts:
//! granted, denied, or approval required.
//!
//! # The way through the crate
//!
//! Data goes one way.
//!
//! | step | what | where |
//! | --- | --- | --- |
//! | table | leaves, operations, typed handles | [`Permission`], [`Operation`], [`OperationMap`], [`Handle`] |
//! | who asks | a principal, and what acts for it | [`Caller`], [`Actor`], [`Delegation`] |
//! | policy | roles, grants, conditions, approvers | [`Policy`], [`PolicyEngine`], [`Approvers`] |
//! | decision | table, policy and state together | [`PermDock`], [`Verdict`], [`Outcome`] |
//! | readers | agents | [`PermDock::decide_operation`], [`PermDock::filter_results`] |
//! | | automations | [`PermDock::automation`] |
//! | | chat | [`PermDock::protect`] |
//! | | delivery | [`approval_prompt`] |
//! | record | every decision is an event | [`Sink`], [`Event`], [`JsonLines`] |
//!
//! # What always holds
//!
//! - A deny wins over an allow, in any order and from any role. No grant means denied.
//! - Any doubt denies: a condition that panics, a loader that fails, an input that does not fit.
//! - An agent is granted only what its user is granted, and only within its delegation.
//! - A caller cannot tell a missing row from a forbidden one.
//! - [`Meta`] decides nothing: it labels.
//!
//! # An example
//!
//! [`PermDock`] has one that runs.
//!
//! # Features
//!
//! | feature | adds |
//! | --- | --- |
//! | `macros` (default) | [`define_permissions!`] and [`define_operations!`] |
//! | `build` | the catalog of an application's tables, from its build script: `permdock::build` |
//! | `cli` | the command `permdock`: `collect`, `doctor`, `diff`, `show` |
//! | `deadline` | a deadline for asynchronous loaders, through `tokio`'s timer |
//! | `schema` | input schemas of types that derive `schemars::JsonSchema` |
//! | `tracing` | a sink that emits each decision through `tracing` |
//!
//! # Panics
//!
//! Nothing here panics. Code of the application that panics (a condition, a loader, a sink) is
//! caught and denies, under `panic = "unwind"`; under `panic = "abort"` the process ends, and
//! nothing is granted.

#![cfg_attr(
    not(all(feature = "macros", feature = "tracing")),
    allow(
        rustdoc::broken_intra_doc_links,
        reason = "the documentation is that of all features"
    )
)]

#[cfg(feature = "build")]
pub mod build;
mod caller;
mod canon;
pub mod catalog;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod dock;
mod guard;
mod operation;
mod permission;
mod policy;
mod readers;
pub mod text;

pub use caller::{Actor, ActorKind, Caller, Delegation, Identity, Principal};
#[cfg(feature = "tracing")]
pub use dock::Tracing;
pub use dock::{
    ApprovalRequest, ApprovalRequired, Call, Counts, Denied, Event, FilterError, ForCaller,
    Granted, JsonLines, Never, PermDock, RawInput, Sink, Source, Verdict,
};
pub use operation::{
    AppOf, Effect, Handle, HasRow, Input, LoadError, LoadResult, LoaderOutput, Meta, NoInput,
    OPERATION_EFFECTS, OPERATION_RISKS, Operation, OperationInput, OperationMap, Operations,
    ResultOf, Risk, RowOf, Schema, Table, UnknownWord, WithResults, is_operation_risk,
};
#[cfg(feature = "macros")]
pub use permdock_macros::{define_operations, define_permissions};
pub use permission::{Leaf, NoRow, Permission, PermissionSet, RowLeaf};
pub use policy::{
    ApproverKind, Approvers, Decision, Denial, DenialReason, Outcome, Policy, PolicyBuilder,
    PolicyEngine, PolicyError, PolicyFault, ResolvedRoles, RoleBuilder, RowView,
};
pub use readers::{
    ApprovalPrompt, Automation, AutomationError, AutomationRun, Mail, Pending, PendingApproval,
    PromptError, Protected, Refused, approval_prompt,
};

/// What the macros emit. Nothing here is part of the public interface.
#[doc(hidden)]
pub mod __private;
