//! Canonical forms: the strict reader that all JSON from outside passes, RFC 8785, and digests.
//!
//! Each form has one function here and nowhere else. Nothing in this room goes through
//! `serde_json::Value`, whose meaning another crate in the build can change by switching on
//! `preserve_order` or `arbitrary_precision`.

mod blanks;
mod de;
mod digest;
mod jcs;
mod json;
mod number;
mod path;

pub(crate) use blanks::SameButForBlanks;
pub(crate) use de::{Problem, ReadError, Watch};
pub(crate) use digest::{FieldDigest, base64url, hex};
pub(crate) use jcs::{CanonicalError, canonical_json, canonical_number};
pub(crate) use json::{Fault, FaultKind, Json, Limits, RESERVED, scan};
pub(crate) use number::{Decimal, is_integer, same_number};
pub(crate) use path::{Path, Step};
