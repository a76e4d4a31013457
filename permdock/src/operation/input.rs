//! From raw JSON to a typed input, strictly.

use serde::{Deserialize, Serialize};

use super::Input;

/// stub
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoInput {}

/// stub
#[derive(Debug)]
pub(crate) struct InputFault {}

pub(crate) fn admit<I: Input>(raw: &[u8]) -> Result<I, InputFault> {
    serde_json::from_slice(raw).map_err(|_| InputFault {})
}

pub(crate) fn admit_typed<I: Input>(input: I) -> Result<I, InputFault> {
    Ok(input)
}

pub(crate) fn canonical_input<I: Input>(input: &I) -> Result<String, InputFault> {
    serde_json::to_string(input).map_err(|_| InputFault {})
}
