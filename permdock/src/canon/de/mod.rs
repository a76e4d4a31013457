//! Reading a typed value from the tree, with errors that say where and what was expected.
//!
//! serde_json's own errors may repeat what they met, so they are never shown. When it refuses an
//! input, the input is read again this way, only to find the words; the same reading can watch
//! which members a type looks at.

mod access;
mod error;
mod key;

use std::cell::RefCell;
use std::collections::HashSet;

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Visitor};

use super::Json;
use access::{EnumReader, Items, Members};
pub(crate) use error::{Problem, ReadError};

/// Which nodes of a tree a reading ignored, and which it took without saying what it expects.
///
/// Nodes are told by their address, which stands for nothing once the tree is gone.
#[derive(Default)]
pub(crate) struct Watch {
    ignored: RefCell<HashSet<*const Json>>,
    untyped: RefCell<HashSet<*const Json>>,
}

impl Watch {
    /// Whether the value was skipped: a derived type does so with a member that it does not know.
    pub(crate) fn ignored(&self, node: &Json) -> bool {
        self.ignored.borrow().contains(&std::ptr::from_ref(node))
    }

    /// Whether the value was taken as whatever it is. A flattened, untagged or internally tagged
    /// part is held like this first, and may be dropped afterwards.
    pub(crate) fn untyped(&self, node: &Json) -> bool {
        self.untyped.borrow().contains(&std::ptr::from_ref(node))
    }
}

/// A node of the tree being read.
#[derive(Clone, Copy)]
struct Node<'t> {
    json: &'t Json,
    watch: Option<&'t Watch>,
}

impl Json {
    /// Reads this tree into a type.
    pub(crate) fn read_as<'de, T: Deserialize<'de>>(&'de self) -> Result<T, ReadError> {
        T::deserialize(Node {
            json: self,
            watch: None,
        })
    }

    /// Reads this tree into a type that owns what it holds, and notes what the type looked at.
    pub(crate) fn read_watched<T: DeserializeOwned>(&self, watch: &Watch) -> Result<T, ReadError> {
        T::deserialize(Node {
            json: self,
            watch: Some(watch),
        })
    }
}

impl<'de> Node<'de> {
    /// Hands over the value as what it is.
    fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.json {
            Json::Null => visitor.visit_unit(),
            Json::Bool(value) => visitor.visit_bool(*value),
            Json::Number(token) => visit_number(token, visitor),
            Json::String(text) => visitor.visit_borrowed_str(text),
            Json::Array(items) => {
                let mut items = Items::new(items, self.watch);
                let value = visitor.visit_seq(&mut items)?;
                items.end().map(|()| value)
            }
            Json::Object(members) => {
                let mut members = Members::new(members, self.watch);
                let value = visitor.visit_map(&mut members)?;
                members.end().map(|()| value)
            }
        }
    }

    fn note(self, set: impl Fn(&Watch) -> &RefCell<HashSet<*const Json>>) {
        if let Some(watch) = self.watch {
            set(watch)
                .borrow_mut()
                .insert(std::ptr::from_ref(self.json));
        }
    }
}

/// As serde_json does: the first of `u64`, `i64` and `f64` that takes the token.
fn visit_number<'de, V: Visitor<'de>>(token: &str, visitor: V) -> Result<V::Value, ReadError> {
    if token == "-0" {
        return visitor.visit_f64(-0.0);
    }
    if let Ok(number) = token.parse() {
        return visitor.visit_u64(number);
    }
    if let Ok(number) = token.parse() {
        return visitor.visit_i64(number);
    }
    match token.parse::<f64>() {
        Ok(number) if number.is_finite() => visitor.visit_f64(number),
        _ => Err(ReadError::expected("a number within binary64")),
    }
}

/// The name under which `RawValue` asks for the text itself. Another serde_json may change it; the
/// reading then fails, and nothing is told but that.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// Hints that change nothing: the value says what it is.
macro_rules! as_it_is {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
            self.visit(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = ReadError;

    as_it_is! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_f32
        deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes
        deserialize_byte_buf deserialize_unit deserialize_seq deserialize_map
        deserialize_identifier
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.note(|watch| &watch.untyped);
        self.visit(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.note(|watch| &watch.ignored);
        visitor.visit_unit()
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.json {
            Json::Number(token) => match token.parse() {
                Ok(number) => visitor.visit_i128(number),
                Err(_) => visit_number(token, visitor),
            },
            _ => self.visit(visitor),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.json {
            Json::Number(token) => match token.parse() {
                Ok(number) => visitor.visit_u128(number),
                Err(_) => visit_number(token, visitor),
            },
            _ => self.visit(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.json {
            Json::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.visit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        if name == RAW_VALUE {
            let text = self.json.to_text();
            return visitor.visit_map(MapDeserializer::new(std::iter::once((RAW_VALUE, text))));
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.visit(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.visit(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        self.visit(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        match self.json {
            Json::String(variant) => visitor.visit_enum(BorrowedStrDeserializer::new(variant)),
            Json::Object(members) => match members.as_slice() {
                [(variant, value)] => visitor.visit_enum(EnumReader {
                    variant,
                    value: Node {
                        json: value,
                        ..self
                    },
                }),
                _ => Err(ReadError::expected("an object with one member")),
            },
            _ => Err(ReadError::expected("a string or an object with one member")),
        }
    }
}

#[cfg(test)]
mod tests;
