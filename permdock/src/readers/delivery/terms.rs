//! The terms, flattened into lines: each value with its path, nothing left out.

use crate::canon::Json;
use crate::text::quoted;

/// One value of the terms. Both parts are shown visibly already: a name that could be read as a
/// path, and a text that could be read as a number, stand in quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) name: String,
    pub(super) value: String,
}

/// The most that the lines of the terms may come to, in bytes. Each line repeats its path, so a small
/// text can make a large page; nobody reads so much, and nothing is cut off.
const LONGEST: usize = 1 << 20;

/// The values of the terms in their order, at any depth; `None` when they come to more than
/// [`LONGEST`]. An empty list or object is a value.
pub(super) fn terms(terms: &Json) -> Option<Vec<Term>> {
    let mut lines = Lines {
        terms: Vec::new(),
        left: LONGEST,
    };
    match terms {
        Json::Object(members) if members.is_empty() => {}
        other => flatten(other, String::new(), &mut lines)?,
    }
    Some(lines.terms)
}

struct Lines {
    terms: Vec<Term>,
    left: usize,
}

impl Lines {
    fn push(&mut self, name: String, value: String) -> Option<()> {
        self.left = self.left.checked_sub(name.len() + value.len())?;
        self.terms.push(Term { name, value });
        Some(())
    }
}

/// The strict reader has bounded the depth.
fn flatten(json: &Json, name: String, lines: &mut Lines) -> Option<()> {
    match json {
        Json::Object(members) if !members.is_empty() => {
            for (member, value) in members {
                let dot = if name.is_empty() { "" } else { "." };
                flatten(value, format!("{name}{dot}{}", named(member)), lines)?;
            }
            Some(())
        }
        Json::Array(items) if !items.is_empty() => {
            for (place, item) in items.iter().enumerate() {
                flatten(item, format!("{name}[{place}]"), lines)?;
            }
            Some(())
        }
        scalar if name.is_empty() => lines.push("value".to_owned(), value(scalar)),
        scalar => lines.push(name, value(scalar)),
    }
}

fn named(member: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if !member.is_empty() && member.bytes().all(plain) {
        member.to_owned()
    } else {
        quoted(member)
    }
}

fn value(json: &Json) -> String {
    match json {
        Json::Null => "null".to_owned(),
        Json::Bool(truth) => truth.to_string(),
        Json::Number(token) => token.to_string(),
        Json::String(text) => quoted(text),
        Json::Array(_) => "[]".to_owned(),
        Json::Object(_) => "{}".to_owned(),
    }
}
