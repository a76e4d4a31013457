//! The readers of the table, one file each, all thin: each names where a call comes in and hands it
//! to the one path that decides.

mod agent;
mod automation;
mod chat;
mod delivery;

pub use automation::{Automation, AutomationError, AutomationRun};
pub use chat::{Protected, Refused};
pub use delivery::{ApprovalPrompt, Mail, Pending, PendingApproval, PromptError, approval_prompt};
