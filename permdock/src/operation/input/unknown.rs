//! Finding what the caller said and the type did not take.
//!
//! No attribute of the type is needed: `deny_unknown_fields` cannot stand beside `flatten`, and what
//! is flattened, untagged or internally tagged drops members in silence. Each member that came is
//! accounted for in one of these ways:
//!
//! 1. It stands in the written value, at the same place and with the same value.
//! 2. The type asked for it by name and by type (an alias, a default that is not written, a value
//!    that the type puts in order). A reading that is watched tells; it also tells what a derived
//!    type skipped, and that is unknown.
//!    If it stands nowhere in what is written, another value of its kind is tried: when that is read
//!    and nothing else is written, the type drops it (`skip_serializing`), which is refused too.
//! 3. Within what a type first takes as whatever it is, the watched reading cannot tell. There a
//!    member counts as known if the written value has one of its name at its place, or if another
//!    value in its stead makes the reading fail or changes what is written.

use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;

use super::fault::{Cause, InputFault};
use super::{Input, walk};
use crate::canon::{Decimal, Json, Problem, Step, Watch, canonical_json, is_integer, same_number};

/// What stands in for a member's value, to see whether anything changes.
const PROBES: [&str; 2] = ["true", r#"{"\u0001":[0.5]}"#];

/// How many bytes are read for probes in all, before the input is refused as too large to tell.
const BUDGET: usize = 4 << 20;

/// Refuses a member that the type does not know, and an integer that it did not keep.
///
/// `said` is what came, and `written` what the value read from it writes.
pub(super) fn refuse<I: Input>(said: &Json, written: &Json) -> Result<(), InputFault> {
    let mut pairs = Pairs::default();
    pairs.pair(said, written);
    refuse_positional(said, &pairs)?;
    refuse_changed_integers(said, written, &pairs)?;
    if pairs.is_kept(said) {
        return Ok(());
    }
    let watch = Watch::default();
    let watched = said.read_watched::<I>(&watch).is_ok();
    let mut search = Search::<I> {
        said,
        canonical: written.canonical()?,
        pairs,
        watch: watched.then_some(watch),
        size: said.to_text().len(),
        budget: BUDGET,
        input: PhantomData,
    };
    search.search(said, &mut Vec::new(), true)
}

/// What came beside what is written at the same place. Nodes are told by their address.
#[derive(Default)]
struct Pairs<'a> {
    written: HashMap<*const Json, &'a Json>,
    /// The nodes that are written in full, with the same value.
    kept: HashSet<*const Json>,
}

impl<'a> Pairs<'a> {
    fn written(&self, said: &Json) -> Option<&'a Json> {
        self.written.get(&std::ptr::from_ref(said)).copied()
    }

    fn is_kept(&self, said: &Json) -> bool {
        self.kept.contains(&std::ptr::from_ref(said))
    }

    /// Whether all that was said is written. Objects may have more members when written.
    fn pair(&mut self, said: &'a Json, written: &'a Json) -> bool {
        self.written.insert(said, written);
        let kept = match (said, written) {
            (Json::Number(a), Json::Number(b)) => {
                same_number(a, b)
                    || matches!((a.parse::<f64>(), b.parse::<f64>()), (Ok(a), Ok(b)) if a == b)
            }
            (Json::Array(said), Json::Array(written)) => {
                let kept = said
                    .iter()
                    .zip(written)
                    .fold(true, |kept, (said, written)| {
                        self.pair(said, written) && kept
                    });
                kept && said.len() == written.len()
            }
            (Json::Object(said), Json::Object(written)) => {
                let by_name: HashMap<_, _> =
                    written.iter().map(|(name, value)| (name, value)).collect();
                said.iter().fold(true, |kept, (name, said)| {
                    let here = by_name
                        .get(name)
                        .is_some_and(|written| self.pair(said, written));
                    here && kept
                })
            }
            (said, written) => said == written,
        };
        if kept {
            self.kept.insert(said);
        }
        kept
    }
}

struct Search<'a, I> {
    said: &'a Json,
    canonical: String,
    pairs: Pairs<'a>,
    watch: Option<Watch>,
    /// The length of what came, in bytes.
    size: usize,
    budget: usize,
    input: PhantomData<fn() -> I>,
}

impl<I: Input> Search<'_, I> {
    /// Looks through a node that is not kept in full. `placed` is whether what is written at its
    /// place is its own: within an array whose items were put in another order it may be another's.
    fn search(
        &mut self,
        node: &Json,
        path: &mut Vec<Step>,
        placed: bool,
    ) -> Result<(), InputFault> {
        match node {
            Json::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    if !(placed && self.pairs.is_kept(item)) {
                        path.push(Step::Index(at));
                        self.search(item, path, false)?;
                        path.pop();
                    }
                }
            }
            Json::Object(members) => {
                for (name, value) in members {
                    if placed && self.pairs.is_kept(value) {
                        continue;
                    }
                    path.push(Step::Member(name.clone()));
                    self.member(value, path, placed)?;
                    self.search(value, path, placed)?;
                    path.pop();
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Refuses the member with this value, if the type does not know it or drops it.
    fn member(&mut self, value: &Json, path: &[Step], placed: bool) -> Result<(), InputFault> {
        let untyped = match &self.watch {
            Some(watch) if watch.ignored(value) => return Err(InputFault::unknown(path)),
            Some(watch) => watch.untyped(value),
            None => true,
        };
        let written = self.pairs.written(value).is_some();
        if untyped && !(placed && written) && !self.matters(value, path)? {
            return Err(InputFault::unknown(path));
        }
        if written {
            return Ok(());
        }
        match self.other_value(value) {
            Tried::Same => Err(InputFault::at(path, Cause::Dropped)),
            Tried::TooMuch => Err(InputFault::at(path, Cause::Unclear)),
            Tried::Other | Tried::Unreadable => Ok(()),
        }
    }

    /// Whether anything changes when something else stands here.
    fn matters(&mut self, value: &Json, path: &[Step]) -> Result<bool, InputFault> {
        for probe in PROBES {
            match self.instead(value, probe) {
                Tried::Same => {}
                Tried::Other | Tried::Unreadable => return Ok(true),
                Tried::TooMuch => return Err(InputFault::at(path, Cause::Unclear)),
            }
        }
        Ok(false)
    }

    /// What comes of the input with another value of the member's kind: where the type reads it and
    /// writes the same, it drops the member. What looks like a default may go unwritten; where nothing
    /// else is read, nothing is known.
    fn other_value(&mut self, value: &Json) -> Tried {
        let other = match value {
            Json::Bool(true) => "false".to_owned(),
            Json::Number(token) if token == "1" => "2".to_owned(),
            Json::Number(token) if token != "0" => "1".to_owned(),
            Json::String(text) if !text.is_empty() => Json::String(format!("{text}x")).to_text(),
            Json::Array(items) if !items.is_empty() => "[]".to_owned(),
            Json::Object(members) if !members.is_empty() => "{}".to_owned(),
            _ => return Tried::Unreadable,
        };
        self.instead(value, &other)
    }

    /// What comes of the input with another text in this node's stead.
    fn instead(&mut self, value: &Json, other: &str) -> Tried {
        // Before the text is made: making it costs as much as reading it.
        let Some(budget) = self.budget.checked_sub(self.size + other.len()) else {
            return Tried::TooMuch;
        };
        self.budget = budget;
        let text = self.said.to_text_with(Some((value, other)));
        let Ok(read) = serde_json::from_str::<I>(&text) else {
            return Tried::Unreadable;
        };
        match canonical_json(&read) {
            Ok(canonical) if canonical == self.canonical => Tried::Same,
            _ => Tried::Other,
        }
    }
}

/// What came of trying another value.
enum Tried {
    /// The same is written.
    Same,
    /// Something else is written.
    Other,
    /// It is not read.
    Unreadable,
    /// Nothing was tried: too much was, before.
    TooMuch,
}

/// Refuses an array where an object is written: a derived type takes its members by position too,
/// which neither its schema says nor whoever reads the input sees.
fn refuse_positional(said: &Json, pairs: &Pairs<'_>) -> Result<(), InputFault> {
    walk(
        said,
        &mut Vec::new(),
        &mut |node, path| match (node, pairs.written(node)) {
            (Json::Array(_), Some(Json::Object(_))) => {
                let object = Problem::Expected("an object".to_owned());
                Err(InputFault::at(path, Cause::Read(object)))
            }
            _ => Ok(()),
        },
    )
}

/// Refuses an integer that came and is written as another number.
///
/// `serde_json::Value` rounds integers beyond 64 bits, unless some crate in the build switches on
/// `arbitrary_precision`; a field of type `f64` always does. Within arrays, whose items a type may
/// put in order, and for a member written under another name, it is enough that the same number is
/// written somewhere.
fn refuse_changed_integers(
    said: &Json,
    written: &Json,
    pairs: &Pairs<'_>,
) -> Result<(), InputFault> {
    let mut numbers = None;
    walk(said, &mut Vec::new(), &mut |node, path| {
        let Json::Number(token) = node else {
            return Ok(());
        };
        if token.len() <= 15 || !is_integer(token) || pairs.is_kept_exactly(node, token) {
            return Ok(());
        }
        let moved = path.iter().any(|step| matches!(step, Step::Index(_)));
        let elsewhere = moved || pairs.written(node).is_none();
        let numbers = numbers.get_or_insert_with(|| all_numbers(written));
        match Decimal::of(token) {
            Some(number) if elsewhere && numbers.contains(&number) => Ok(()),
            _ => Err(InputFault::at(path, Cause::Inexact)),
        }
    })
}

impl Pairs<'_> {
    /// Whether the integer is written as it came, or as something else than a number, which is the
    /// type's own way to keep it.
    fn is_kept_exactly(&self, node: &Json, token: &str) -> bool {
        match self.written(node) {
            Some(Json::Number(written)) => same_number(token, written),
            Some(_) => true,
            None => false,
        }
    }
}

fn all_numbers(json: &Json) -> HashSet<Decimal> {
    let mut numbers = HashSet::new();
    // The check never refuses.
    let _ = walk(json, &mut Vec::new(), &mut |node, _| {
        if let Json::Number(token) = node {
            numbers.extend(Decimal::of(token));
        }
        Ok(())
    });
    numbers
}
