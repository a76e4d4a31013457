//! What a type did not like: where, and what it expected. Never what it got.

use std::fmt;

use serde::de::{Error, Expected, Unexpected};

use crate::canon::{Path, Step};
use crate::text::bounded;

/// Why a value was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    /// Something else belongs here; in the type's words.
    Expected(String),
    /// A member is not there.
    Missing(String),
    /// The type has no such member.
    Unknown,
    /// The type saw the member twice, by two of its names.
    Repeated,
    /// The type refused it in words of its own. These may hold a value, so they are not kept.
    Refused,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected(what) => write!(f, "expected {what}"),
            Self::Missing(name) => write!(f, "expected a member `{name}`"),
            Self::Unknown => f.write_str("no such member"),
            Self::Repeated => f.write_str("repeated member"),
            Self::Refused => f.write_str("not a value that is taken here"),
        }
    }
}

/// A [`Problem`] and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadError {
    pub(crate) path: Path,
    pub(crate) problem: Problem,
}

/// How much of a type's words is kept, in characters.
const WORDS: usize = 400;
/// How many alternatives are listed.
const ALTERNATIVES: usize = 20;

impl ReadError {
    pub(super) fn expected(what: &str) -> Self {
        Problem::Expected(bounded(what, WORDS).into_owned()).into()
    }

    /// The same error, seen from one level further up.
    pub(super) fn under(mut self, step: Step) -> Self {
        self.path.push_outer(step);
        self
    }
}

impl From<Problem> for ReadError {
    fn from(problem: Problem) -> Self {
        Self {
            path: Path::default(),
            problem,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.path, self.problem)
    }
}

impl std::error::Error for ReadError {}

impl Error for ReadError {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Problem::Refused.into()
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::expected(&in_json(&expected.to_string()))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::expected(&in_json(&expected.to_string()))
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Self::expected(&in_json(&expected.to_string()))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        let listed = expected.iter().take(ALTERNATIVES);
        let listed: Vec<_> = listed.map(|name| format!("`{name}`")).collect();
        let listed = match (expected, listed.as_slice()) {
            (_, []) => return Problem::Refused.into(),
            (_, [one]) => one.clone(),
            (all, some) if all.len() > some.len() => {
                format!(
                    "one of {} and {} more",
                    some.join(", "),
                    all.len() - some.len()
                )
            }
            (_, all) => format!("one of {}", all.join(", ")),
        };
        Problem::Expected(listed).into()
    }

    fn unknown_field(name: &str, _: &'static [&'static str]) -> Self {
        Self::from(Problem::Unknown).under(Step::Member(name.to_owned()))
    }

    fn missing_field(name: &'static str) -> Self {
        Problem::Missing(name.to_owned()).into()
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self::from(Problem::Repeated).under(Step::Member(name.to_owned()))
    }
}

/// serde's words for what Rust calls it, in words for JSON. A type's own words stay.
fn in_json(expected: &str) -> String {
    let integer =
        |from: &dyn fmt::Display, to: &dyn fmt::Display| format!("an integer from {from} to {to}");
    match expected {
        "u8" => integer(&u8::MIN, &u8::MAX),
        "u16" => integer(&u16::MIN, &u16::MAX),
        "u32" => integer(&u32::MIN, &u32::MAX),
        "u64" | "usize" => integer(&u64::MIN, &u64::MAX),
        "u128" => integer(&u128::MIN, &u128::MAX),
        "i8" => integer(&i8::MIN, &i8::MAX),
        "i16" => integer(&i16::MIN, &i16::MAX),
        "i32" => integer(&i32::MIN, &i32::MAX),
        "i64" | "isize" => integer(&i64::MIN, &i64::MAX),
        "i128" => integer(&i128::MIN, &i128::MAX),
        "f32" | "f64" => "a number".to_owned(),
        "unit" => "null".to_owned(),
        "a sequence" => "an array".to_owned(),
        "a map" => "an object".to_owned(),
        words => match words.strip_prefix("a tuple of size ") {
            Some(size) => format!("an array of length {size}"),
            None => in_json_by_start(words).unwrap_or(words).to_owned(),
        },
    }
}

/// Derived types call themselves by their Rust name, which is no word for a caller.
fn in_json_by_start(words: &str) -> Option<&'static str> {
    let starts = |start: &str| words.starts_with(start);
    if starts("tuple ") {
        Some("an array that fits")
    } else if starts("unit struct ") {
        Some("null")
    } else if starts("struct ") {
        Some("an object")
    } else if starts("enum ") || starts("unit variant") || starts("newtype variant") {
        Some("one of the variants")
    } else if starts("internally tagged enum ") || starts("adjacently tagged enum ") {
        Some("an object")
    } else {
        None
    }
}
