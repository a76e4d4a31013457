//! The closed lists of outcomes and reasons.

use std::fmt;

use serde::{Serialize, Serializer};

/// What came of a decision. Never anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The caller may do it now.
    Granted,
    /// The caller may not.
    Denied(DenialReason),
    /// The caller may do it once somebody approves.
    ApprovalRequired,
}

impl Outcome {
    /// The word used on the wire, without the reason.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Granted => "granted",
            Self::Denied(_) => "denied",
            Self::ApprovalRequired => "approval-required",
        }
    }

    /// Whether the caller may do it now.
    #[must_use]
    pub const fn is_granted(self) -> bool {
        matches!(self, Self::Granted)
    }

    /// Why not, for a denial.
    #[must_use]
    pub const fn reason(self) -> Option<DenialReason> {
        match self {
            Self::Denied(reason) => Some(reason),
            Self::Granted | Self::ApprovalRequired => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

macro_rules! reasons {
    ($($(#[$doc:meta])+ $name:ident = $word:literal,)+) => {
        /// Why something was denied: a closed list with stable words.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum DenialReason {
            $($(#[$doc])+ $name,)+
        }

        impl DenialReason {
            /// Every reason.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The word used on the wire and in events.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }
        }
    };
}

reasons! {
    /// Nobody in particular asked, and nothing is granted to nobody.
    Anonymous = "anonymous",
    /// No role of the caller's allows it.
    NoGrant = "no-grant",
    /// Allows there are, but none whose condition holds.
    Condition = "condition",
    /// A deny matches; it wins over every allow.
    Deny = "deny",
    /// An actor acts without a delegation.
    NoDelegation = "no-delegation",
    /// The actor's delegation does not cover it.
    NotDelegated = "not-delegated",
    /// The input does not fit, or names no row.
    Validation = "validation",
    /// There is no operation of this name.
    UnknownOperation = "unknown-operation",
    /// The row could not be loaded.
    LoadFailed = "load-failed",
    /// The same request waits for its approval.
    ApprovalPending = "approval-pending",
    /// The approver declined.
    ApprovalRejected = "approval-rejected",
    /// Nobody approved in time.
    ApprovalExpired = "approval-expired",
    /// The approval was used already.
    ApprovalConsumed = "approval-consumed",
    /// The approval is for something else.
    ApprovalMismatch = "approval-mismatch",
    /// What was approved has changed since.
    StaleApproval = "stale-approval",
    /// The row is another tenant's. Only events say so.
    TenantMismatch = "tenant-mismatch",
    /// A failure on our side.
    Internal = "internal",
}

impl fmt::Display for DenialReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for DenialReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
