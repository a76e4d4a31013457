//! The strict JSON reader, for every text from outside.
//!
//! It takes exactly RFC 8259 in UTF-8, and less: no byte order mark, no text after the value, no
//! member name twice in an object (compared after unescaping), no lone surrogate, and no more than
//! [`Limits`] allow. [`scan`] only checks; [`Json::read`] gives the tree. One grammar serves both.

mod fault;
mod names;
mod quoted;
mod read;

use std::fmt::Write as _;

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

pub(crate) use fault::{Fault, FaultKind};
use quoted::Quoted;
use read::{Build, Reader};

/// How much the reader takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// In bytes.
    pub(crate) size: usize,
    /// Arrays and objects within each other; more than [`Limits::DEEPEST`] counts as that.
    pub(crate) depth: usize,
}

impl Limits {
    /// Reading is recursive, here and in serde_json, which stops at 128.
    pub(crate) const DEEPEST: usize = 120;
}

impl Limits {
    /// For what the program wrote itself: the depth is bounded, the size is not.
    pub(crate) const OWN: Self = Self {
        size: usize::MAX,
        depth: 64,
    };
}

impl Default for Limits {
    /// 1 MiB and 64 levels.
    fn default() -> Self {
        Self {
            size: 1 << 20,
            depth: 64,
        }
    }
}

/// A JSON value as it was written: members in their order, numbers as their tokens.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// The token, such as `1.50`; valid by JSON's grammar.
    Number(String),
    String(String),
    Array(Vec<Json>),
    /// No name occurs twice.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a text as the tree it is.
    pub(crate) fn read(raw: &[u8], limits: &Limits) -> Result<Self, Fault> {
        Reader::read(raw, limits, &mut Tree)
    }

    /// The member of this name, if this is an object that has it.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else {
            return None;
        };
        let (_, value) = members.iter().find(|(each, _)| each == name)?;
        Some(value)
    }

    /// The compact text, with members in their order and numbers as they were written.
    pub(crate) fn to_text(&self) -> String {
        self.to_text_with(None)
    }

    /// The compact text with one node, told by its address, written as another text.
    pub(crate) fn to_text_with(&self, other: Option<(&Self, &str)>) -> String {
        let mut out = String::new();
        self.write(&mut out, other);
        out
    }

    fn write(&self, out: &mut String, other: Option<(&Self, &str)>) {
        match self {
            _ if other.is_some_and(|(node, _)| std::ptr::eq(node, self)) => {
                out.push_str(other.map_or("", |(_, text)| text));
            }
            Self::Null => out.push_str("null"),
            Self::Bool(true) => out.push_str("true"),
            Self::Bool(false) => out.push_str("false"),
            Self::Number(token) => out.push_str(token),
            Self::String(text) => write_string(out, text),
            Self::Array(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    item.write(out, other);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (at, (name, value)) in members.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    write_string(out, name);
                    out.push(':');
                    value.write(out, other);
                }
                out.push('}');
            }
        }
    }
}

/// Escapes what RFC 8785, section 3.2.2.2, escapes, and nothing else.
fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Writing to a string cannot fail.
            '\0'..='\x1f' => drop(write!(out, "\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Shows the kind alone: a tree holds what a log may not.
impl std::fmt::Debug for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Null => "Json::Null",
            Self::Bool(_) => "Json::Bool(..)",
            Self::Number(_) => "Json::Number(..)",
            Self::String(_) => "Json::String(..)",
            Self::Array(_) => "Json::Array(..)",
            Self::Object(_) => "Json::Object(..)",
        })
    }
}

/// Through serde_json every number keeps its token; another format takes no numbers.
impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(token) => serde_json::from_str::<&RawValue>(token)
                .map_err(S::Error::custom)?
                .serialize(serializer),
            Self::String(text) => serializer.serialize_str(text),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(members) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

/// What a scan saw on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Every number is an integer of at most 15 digits, so that binary64 holds it exactly and there
    /// is one way to write it.
    pub(crate) plain_numbers: bool,
    /// The members of every object stand in the order of RFC 8785, and nothing is spelled by an
    /// escape, so that the canonical form differs from the text in nothing but blanks.
    pub(crate) canonical_text: bool,
    /// Some member's name starts with `$serde_json::private::`, to which serde_json gives a meaning
    /// of its own.
    pub(crate) reserved_names: bool,
}

impl Seen {
    /// Whether the text is its own canonical form but for blanks.
    pub(crate) fn is_canonical(self) -> bool {
        self.plain_numbers && self.canonical_text
    }
}

/// Names that serde_json reads as something else than a name.
pub(crate) const RESERVED: &str = "$serde_json::private::";

/// Checks a text and builds nothing; allocates only for an object of more than 16 members.
pub(crate) fn scan(raw: &[u8], limits: &Limits) -> Result<Seen, Fault> {
    let mut seen = Seen {
        plain_numbers: true,
        canonical_text: true,
        reserved_names: false,
    };
    Reader::read(raw, limits, &mut seen)?;
    Ok(seen)
}

impl Build for Seen {
    type Value = ();
    type Items = ();
    type Members = ();

    fn null(&mut self) {}
    fn bool(&mut self, _: bool) {}

    fn number(&mut self, token: &str) {
        let digits = token.strip_prefix('-').unwrap_or(token);
        self.plain_numbers &=
            digits.len() <= 15 && token != "-0" && digits.bytes().all(|byte| byte.is_ascii_digit());
    }

    fn string(&mut self, text: Quoted<'_>) {
        self.canonical_text &= !text.is_escaped();
    }

    fn item(&mut self, (): &mut (), (): ()) {}
    fn array(&mut self, (): ()) {}

    fn member(&mut self, (): &mut (), name: Quoted<'_>, (): ()) {
        self.reserved_names |= name.starts_with(RESERVED);
    }

    fn object(&mut self, (): ()) {}

    fn ordered(&mut self, in_order: bool) {
        self.canonical_text &= in_order;
    }
}

/// Builds the tree.
struct Tree;

impl Build for Tree {
    type Value = Json;
    type Items = Vec<Json>;
    type Members = Vec<(String, Json)>;

    fn null(&mut self) -> Json {
        Json::Null
    }

    fn bool(&mut self, value: bool) -> Json {
        Json::Bool(value)
    }

    fn number(&mut self, token: &str) -> Json {
        Json::Number(token.to_owned())
    }

    fn string(&mut self, text: Quoted<'_>) -> Json {
        Json::String(text.to_text().into_owned())
    }

    fn item(&mut self, items: &mut Vec<Json>, item: Json) {
        items.push(item);
    }

    fn array(&mut self, items: Vec<Json>) -> Json {
        Json::Array(items)
    }

    fn member(&mut self, members: &mut Vec<(String, Json)>, name: Quoted<'_>, value: Json) {
        members.push((name.to_text().into_owned(), value));
    }

    fn object(&mut self, members: Vec<(String, Json)>) -> Json {
        Json::Object(members)
    }
}

#[cfg(test)]
mod tests;
