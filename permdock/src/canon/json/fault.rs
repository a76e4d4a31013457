//! What is wrong with a JSON text, and where. Never what stands there.

use std::fmt;

use crate::canon::{Path, Step};

/// Why a text is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum FaultKind {
    /// Longer than the limit.
    TooLong,
    /// More arrays and objects within each other than the limit.
    TooDeep,
    /// Not UTF-8.
    NotUtf8,
    /// Starts with a byte order mark.
    ByteOrderMark,
    /// Ends before the value does.
    Ended,
    /// Something else than JSON's grammar allows here.
    Unexpected,
    /// A number that JSON does not know, such as `01` or `1.`.
    Number,
    /// A control character in a string.
    Control,
    /// An escape that JSON does not know.
    Escape,
    /// Half of a surrogate pair.
    Surrogate,
    /// A member of this name was there before.
    Repeated,
    /// Something after the value.
    Trailing,
}

impl FaultKind {
    /// The words for it, without a place.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::TooLong => "larger than allowed",
            Self::TooDeep => "nested more deeply than allowed",
            Self::NotUtf8 => "not UTF-8",
            Self::ByteOrderMark => "starts with a byte order mark",
            Self::Ended => "the JSON ends too early",
            Self::Unexpected => "not JSON",
            Self::Number => "not a JSON number",
            Self::Control => "a control character in a string must be escaped",
            Self::Escape => "not a JSON escape",
            Self::Surrogate => "half of a surrogate pair",
            Self::Repeated => "repeated member",
            Self::Trailing => "something follows the JSON value",
        }
    }
}

/// A [`FaultKind`] and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) kind: FaultKind,
    pub(crate) path: Path,
}

impl Fault {
    /// The same fault, seen from one level further up.
    pub(super) fn under(mut self, step: Step) -> Self {
        self.path.push_outer(step);
        self
    }
}

impl From<FaultKind> for Fault {
    fn from(kind: FaultKind) -> Self {
        Self {
            kind,
            path: Path::default(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.path, self.kind.as_str())
    }
}

impl std::error::Error for Fault {}
