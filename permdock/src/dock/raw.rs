//! What a host hands over as an operation's input: JSON as it came, or as a value.

use std::borrow::Cow;

use serde_json::Value;
use serde_json::value::RawValue;

/// An operation's input as JSON text.
///
/// Made from bytes, text, a `RawValue` or a `Value`. A host passes what it received unchanged, so
/// that repeated members, depth and size are checked before anything else reads it; a `Value` has
/// lost its repeated members already.
#[derive(Clone)]
pub struct RawInput<'a>(Cow<'a, [u8]>);

impl RawInput<'_> {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Says how much there is, never what.
impl std::fmt::Debug for RawInput<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RawInput({} bytes)", self.0.len())
    }
}

macro_rules! borrowed {
    ($($from:ty => |$name:ident| $bytes:expr;)+) => {$(
        impl<'a> From<&'a $from> for RawInput<'a> {
            fn from($name: &'a $from) -> Self {
                Self(Cow::Borrowed($bytes))
            }
        }
    )+};
}

borrowed! {
    str => |text| text.as_bytes();
    String => |text| text.as_bytes();
    [u8] => |bytes| bytes;
    Vec<u8> => |bytes| bytes;
    RawValue => |raw| raw.get().as_bytes();
    Box<RawValue> => |raw| raw.get().as_bytes();
}

impl<'a, const N: usize> From<&'a [u8; N]> for RawInput<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Self(Cow::Borrowed(bytes))
    }
}

impl From<String> for RawInput<'_> {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text.into_bytes()))
    }
}

impl From<Vec<u8>> for RawInput<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Cow::Owned(bytes))
    }
}

impl From<Box<RawValue>> for RawInput<'_> {
    fn from(raw: Box<RawValue>) -> Self {
        Self(Cow::Owned(String::from(Box::<str>::from(raw)).into_bytes()))
    }
}

impl From<Value> for RawInput<'_> {
    fn from(value: Value) -> Self {
        Self::from(&value)
    }
}

impl From<&Value> for RawInput<'_> {
    fn from(value: &Value) -> Self {
        Self(Cow::Owned(value.to_string().into_bytes()))
    }
}
