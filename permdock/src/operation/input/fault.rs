//! Why an input is not taken: told to a model as it stands, so it never holds a value.

use std::fmt;

use crate::canon::{CanonicalError, Fault, FaultKind, Path, Problem, ReadError, Step};

/// An input that is not taken: where, and what was expected there.
///
/// Displays as `` `$.id`: expected a string ``. Member names come from the caller and are shown
/// visibly and cut when long; a value is never kept.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct InputFault {
    path: Path,
    cause: Cause,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cause {
    /// The text is not JSON as it is taken here.
    Json(FaultKind),
    /// It does not fit the type.
    Read(Problem),
    /// A member's name is one to which serde_json gives a meaning of its own.
    Reserved,
    /// The canonical form would hold another number.
    Inexact,
    /// The type reads the member and does not write it, so nothing of it would be shown or run.
    Dropped,
    /// There is too much to try before it is known whether the type knows the member.
    Unclear,
    /// The type cannot be written.
    Unwritable,
    /// The canonical form reads back as something else, or not at all.
    Unstable,
    /// The type's own code panicked.
    Panicked,
}

impl InputFault {
    /// A fault at a place given outermost step first.
    pub(super) fn at(path: &[Step], cause: Cause) -> Self {
        let path = Path::of(path.iter().cloned());
        Self { path, cause }
    }

    pub(super) fn unknown(path: &[Step]) -> Self {
        Self::at(path, Cause::Read(Problem::Unknown))
    }
}

impl From<Cause> for InputFault {
    fn from(cause: Cause) -> Self {
        Self::at(&[], cause)
    }
}

impl From<Fault> for InputFault {
    fn from(fault: Fault) -> Self {
        Self {
            path: fault.path,
            cause: Cause::Json(fault.kind),
        }
    }
}

impl From<ReadError> for InputFault {
    fn from(error: ReadError) -> Self {
        Self {
            path: error.path,
            cause: Cause::Read(error.problem),
        }
    }
}

impl From<CanonicalError> for InputFault {
    fn from(error: CanonicalError) -> Self {
        match error {
            CanonicalError::Unwritable => Cause::Unwritable.into(),
            CanonicalError::NotJson(fault) => fault.into(),
            CanonicalError::TooLarge => Cause::Inexact.into(),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Json(kind) => kind.as_str(),
            Self::Read(problem) => return problem.fmt(f),
            Self::Reserved => "a name that is reserved",
            Self::Inexact => "a number that cannot be kept exactly",
            Self::Dropped => "a member that is not kept",
            Self::Unclear => "too large to tell whether there is such a member",
            Self::Unwritable => "the input cannot be written as JSON",
            Self::Unstable => "the input does not read back as it was written",
            Self::Panicked => "the input's type failed",
        })
    }
}

impl fmt::Display for InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.path, self.cause)
    }
}

/// As it displays: bounded, and without a value.
impl fmt::Debug for InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "InputFault({self})")
    }
}

impl std::error::Error for InputFault {}
