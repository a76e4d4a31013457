//! The input of an operation that takes none.

use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::operation::Schema;

/// No input: what an operation takes that names no input type.
///
/// It reads `{}`, `null` and nothing at all, refuses any member, and is written as `{}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct NoInput;

impl NoInput {
    /// A closed object without members.
    pub(crate) fn schema() -> Schema {
        serde_json::json!({ "type": "object", "additionalProperties": false })
    }
}

impl Serialize for NoInput {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_map(Some(0))?.end()
    }
}

impl<'de> Deserialize<'de> for NoInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // An option is what serde_json reads `null` for.
        deserializer.deserialize_option(Nothing)
    }
}

struct Nothing;

impl<'de> Visitor<'de> for Nothing {
    type Value = NoInput;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object without members")
    }

    fn visit_none<E: Error>(self) -> Result<NoInput, E> {
        Ok(NoInput)
    }

    fn visit_unit<E: Error>(self) -> Result<NoInput, E> {
        Ok(NoInput)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<NoInput, D::Error> {
        deserializer.deserialize_map(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<NoInput, A::Error> {
        match members.next_key::<String>()? {
            None => Ok(NoInput),
            Some(name) => Err(A::Error::unknown_field(&name, &[])),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for NoInput {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "NoInput".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "object", "additionalProperties": false })
    }
}
