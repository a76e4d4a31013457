//! From raw JSON to a typed input, strictly.
//!
//! The canonical input is the canonical JSON (RFC 8785) of the typed value written again. What is
//! shown, hashed and run comes from its bytes, so they must read back to a value that writes the
//! same bytes; what the caller said beyond them, a member that the type does not know, is refused.
//!
//! Many inputs take the short way: the value's compact form is the text that came but for blanks,
//! each number is a short integer, members stand in canonical order and nothing is spelled by an
//! escape. Then the text is canonical but for blanks, and the value was read from it. All others take
//! the long way over trees, and are read again from their canonical bytes.
//!
//! A type whose own order differs from one value to the next, such as a `HashSet` of several, has no
//! canonical form and is refused; a `BTreeSet` or a `HashMap` has one.

mod fault;
mod none;
mod unknown;

use serde::Serialize;

use super::Input;
use crate::canon::{
    Json, Limits, RESERVED, SameButForBlanks, Step, canonical_json, canonical_number, is_integer,
    same_number, scan,
};
use crate::guard::caught;
use fault::Cause;
pub(crate) use fault::InputFault;
pub use none::NoInput;

/// Reads an input from raw bytes. Nothing at all counts as `null`.
///
/// # Errors
///
/// The text is not strict JSON within the limits, does not fit the type, says something that the
/// type does not know, or has no canonical form that reads back as itself.
pub(crate) fn admit<I: Input>(raw: &[u8], limits: &Limits) -> Result<I, InputFault> {
    let blank = raw.len() <= limits.size && raw.trim_ascii().is_empty();
    let raw = if blank { b"null" } else { raw };
    let seen = scan(raw, limits)?;
    if seen.reserved_names {
        return Err(reserved(&Json::read(raw, limits)?));
    }
    contained(|| {
        let Ok(value) = serde_json::from_slice::<I>(raw) else {
            return Err(diagnose::<I>(&Json::read(raw, limits)?));
        };
        if seen.is_canonical() && is_written_as(&value, raw) {
            return Ok(value);
        }
        let said = Json::read(raw, limits)?;
        let written = Json::of(&value)?;
        unknown::refuse::<I>(&said, &written)?;
        read_back(&written)
    })
}

/// Takes a value that the program made, as the one that its canonical bytes read back to.
///
/// # Errors
///
/// The value has no canonical form that reads back as itself.
pub(crate) fn admit_typed<I: Input>(input: I) -> Result<I, InputFault> {
    contained(|| {
        let compact = serde_json::to_vec(&input).map_err(|_| Cause::Unwritable)?;
        let limits = Limits::OWN;
        let seen = scan(&compact, &limits)?;
        if seen.reserved_names {
            return Err(reserved(&Json::read(&compact, &limits)?));
        }
        if seen.is_canonical()
            && let Ok(value) = serde_json::from_slice::<I>(&compact)
            && is_written_as(&value, &compact)
        {
            return Ok(value);
        }
        read_back(&Json::read(&compact, &limits)?)
    })
}

/// The canonical input: the bytes that are shown, hashed and run.
///
/// # Errors
///
/// The value cannot be written as JSON, or one of its numbers not exactly.
pub(crate) fn canonical_input<I: Input>(input: &I) -> Result<String, InputFault> {
    contained(|| {
        let written = Json::of(input)?;
        refuse_inexact(&written, &mut Vec::new())?;
        Ok(written.canonical()?)
    })
}

/// Runs the type's own code; a panic in it becomes a fault.
fn contained<T>(run: impl FnOnce() -> Result<T, InputFault>) -> Result<T, InputFault> {
    caught(run).unwrap_or_else(|_| Err(Cause::Panicked.into()))
}

/// Whether the value's compact form is this text but for blanks.
fn is_written_as<T: Serialize>(value: &T, raw: &[u8]) -> bool {
    let mut comparison = SameButForBlanks::new(raw);
    serde_json::to_writer(&mut comparison, value).is_ok() && comparison.finish()
}

/// The value that the canonical bytes read back to, if it writes the same bytes.
fn read_back<I: Input>(written: &Json) -> Result<I, InputFault> {
    refuse_inexact(written, &mut Vec::new())?;
    let canonical = written.canonical()?;
    let value: I = serde_json::from_str(&canonical).map_err(|_| Cause::Unstable)?;
    if canonical_json(&value)? == canonical {
        Ok(value)
    } else {
        Err(Cause::Unstable.into())
    }
}

/// Refuses an integer that binary64, in which RFC 8785 writes numbers, would change. Other numbers
/// are binary64 to begin with.
fn refuse_inexact(json: &Json, path: &mut Vec<Step>) -> Result<(), InputFault> {
    walk(json, path, &mut |json, path| match json {
        Json::Number(token) if is_integer(token) => match canonical_number(token) {
            Some(canonical) if same_number(token, &canonical) => Ok(()),
            _ => Err(InputFault::at(path, Cause::Inexact)),
        },
        _ => Ok(()),
    })
}

/// Says of each node and its place what `check` says.
fn walk(
    json: &Json,
    path: &mut Vec<Step>,
    check: &mut impl FnMut(&Json, &[Step]) -> Result<(), InputFault>,
) -> Result<(), InputFault> {
    check(json, path)?;
    match json {
        Json::Array(items) => items.iter().enumerate().try_for_each(|(at, item)| {
            path.push(Step::Index(at));
            walk(item, path, check)?;
            path.pop();
            Ok(())
        }),
        Json::Object(members) => members.iter().try_for_each(|(name, value)| {
            path.push(Step::Member(name.clone()));
            walk(value, path, check)?;
            path.pop();
            Ok(())
        }),
        _ => Ok(()),
    }
}

/// Where serde_json and the type did not agree with the text, in words without a value.
fn diagnose<I: Input>(said: &Json) -> InputFault {
    match said.read_as::<I>() {
        Err(error) => error.into(),
        // The two readings differ: all that is known is that one refused.
        Ok(_) => Cause::Read(crate::canon::Problem::Refused).into(),
    }
}

/// The place of the first reserved name.
fn reserved(said: &Json) -> InputFault {
    let found = walk(said, &mut Vec::new(), &mut |_, path| match path.last() {
        Some(Step::Member(name)) if name.starts_with(RESERVED) => {
            Err(InputFault::at(path, Cause::Reserved))
        }
        _ => Ok(()),
    });
    found.err().unwrap_or_else(|| Cause::Reserved.into())
}

#[cfg(test)]
mod tests;
