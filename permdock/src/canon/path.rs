//! Where in a JSON text something is: `$.lines[2].sku`.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use crate::text::bounded;

/// One step down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    Member(String),
    Index(usize),
}

/// A place, held innermost step first: it is put together while an error travels up.
///
/// Member names come from outside, so they are shown by [`crate::text`] and cut when long; the
/// middle of a long path is left out. Both are said. A name holds no backtick when shown, so that a
/// path can stand between two.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Path(Vec<Step>);

/// How many characters of a name are shown.
const NAME: usize = 64;
/// How many steps are shown at either end of a long path.
const ENDS: usize = 6;

impl Path {
    /// The same place, seen from one level further up.
    pub(crate) fn push_outer(&mut self, step: Step) {
        self.0.push(step);
    }

    /// The place to which these steps lead, outermost first.
    pub(crate) fn of(steps: impl DoubleEndedIterator<Item = Step>) -> Self {
        Self(steps.rev().collect())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('$')?;
        let hidden = self.0.len().saturating_sub(2 * ENDS);
        for (at, step) in self.0.iter().rev().enumerate() {
            if hidden == 0 || at < ENDS || at >= ENDS + hidden {
                write!(f, "{step}")?;
            } else if at == ENDS {
                write!(f, "\\… ({hidden} more) ")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(at) => write!(f, "[{at}]"),
            Self::Member(name) if is_plain(name) => write!(f, ".{name}"),
            Self::Member(name) => write!(f, "[\"{}\"]", shown_name(name)),
        }
    }
}

/// A name from outside, fit to stand between quotes or backticks.
fn shown_name(name: &str) -> Cow<'_, str> {
    let shown = bounded(name, NAME);
    if !shown.contains(['"', '`']) {
        return shown;
    }
    Cow::Owned(shown.replace('"', "\\\"").replace('`', "\\u{60}"))
}

fn is_plain(name: &str) -> bool {
    let starts = |c: u8| c.is_ascii_alphabetic() || c == b'_';
    name.len() <= NAME
        && name.bytes().next().is_some_and(starts)
        && name
            .bytes()
            .all(|c| starts(c) || c.is_ascii_digit() || c == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(steps: &[&str]) -> String {
        let steps = steps.iter().map(|step| match step.parse() {
            Ok(index) => Step::Index(index),
            Err(_) => Step::Member((*step).to_owned()),
        });
        Path::of(steps.collect::<Vec<_>>().into_iter()).to_string()
    }

    #[test]
    fn a_path_reads_from_the_outside_in() {
        assert_eq!(path(&[]), "$");
        assert_eq!(path(&["lines", "2", "sku"]), "$.lines[2].sku");
        assert_eq!(path(&["due-date", "_x"]), "$.due-date._x");
    }

    #[test]
    fn a_name_from_outside_cannot_break_out() {
        assert_eq!(path(&["a.b"]), r#"$["a.b"]"#);
        assert_eq!(path(&[""]), r#"$[""]"#);
        assert_eq!(path(&["a\"]`b"]), r#"$["a\"]\u{60}b"]"#);
        assert_eq!(path(&["\0\u{202e}\n\\"]), r#"$["\u{0}\u{202e}\n\\"]"#);
    }

    #[test]
    fn a_long_name_and_a_long_path_are_cut_and_say_so() {
        let name = "x".repeat(5000);
        assert_eq!(
            path(&[&name]),
            format!("$[\"{}\\… (64 of 5000 characters)\"]", "x".repeat(64))
        );
        assert_eq!(path(&["a"; 64]), r"$.a.a.a.a.a.a\… (52 more) .a.a.a.a.a.a");
    }
}
