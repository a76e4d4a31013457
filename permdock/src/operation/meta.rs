//! The labels of an operation: risk, effects, title. A host reads them; nothing decides on them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How much harm an operation can do, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Risk {
    /// `low`
    Low,
    /// `medium`
    Medium,
    /// `high`
    High,
    /// `critical`
    Critical,
}

/// Every risk, in ascending order.
pub const OPERATION_RISKS: [Risk; 4] = [Risk::Low, Risk::Medium, Risk::High, Risk::Critical];

/// Whether the word is one of [`OPERATION_RISKS`], compared exactly.
///
/// ```
/// assert!(permdock::is_operation_risk("high"));
/// assert!(!permdock::is_operation_risk("High"));
/// ```
#[must_use]
pub fn is_operation_risk(word: &str) -> bool {
    word.parse::<Risk>().is_ok()
}

impl Risk {
    /// The word used on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }
}

/// What an operation does to the world. Labels only: `effects: [send]` grants and refuses nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// `read`: gives data out
    Read,
    /// `write`: changes data
    Write,
    /// `delete`: removes data
    Delete,
    /// `send`: sends something to somebody
    Send,
    /// `spend`: moves money or uses up a budget
    Spend,
    /// `external`: reaches a system outside the application
    External,
}

/// Every effect.
pub const OPERATION_EFFECTS: [Effect; 6] = [
    Effect::Read,
    Effect::Write,
    Effect::Delete,
    Effect::Send,
    Effect::Spend,
    Effect::External,
];

impl Effect {
    /// The word used on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Delete => "delete",
            Self::Send => "send",
            Self::Spend => "spend",
            Self::External => "external",
        }
    }
}

/// The word is not in the closed list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {expected}")]
pub struct UnknownWord {
    expected: &'static str,
}

impl FromStr for Risk {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        OPERATION_RISKS
            .into_iter()
            .find(|risk| risk.as_str() == word)
            .ok_or(UnknownWord {
                expected: "`low`, `medium`, `high`, `critical`",
            })
    }
}

impl FromStr for Effect {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        OPERATION_EFFECTS
            .into_iter()
            .find(|effect| effect.as_str() == word)
            .ok_or(UnknownWord {
                expected: "`read`, `write`, `delete`, `send`, `spend`, `external`",
            })
    }
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What an operation says about itself, for a host to label, confirm or gate by.
///
/// PermDock decides nothing on it: the same call with another risk has the same outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct Meta {
    /// How much harm it can do; never guessed when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<Risk>,
    /// What it does, in the order of declaration.
    #[serde(skip_serializing_if = "<[Effect]>::is_empty")]
    pub effects: &'static [Effect],
    /// A short name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'static str>,
}

impl Meta {
    /// What the macro emits; not part of the public interface.
    #[doc(hidden)]
    #[must_use]
    pub const fn __new(risk: Option<Risk>, effects: &'static [Effect]) -> Self {
        Self {
            risk,
            effects,
            title: None,
        }
    }
}
