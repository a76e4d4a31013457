//! The closed lists of words, and the nearest valid one for a word that is in none.

use std::fmt::Write as _;

/// A closed list of words, and what one of them is called.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    what: &'static str,
    list: &'static [&'static str],
}

/// What an entry is made of.
pub const KEYS: Words = Words {
    what: "part of an operation",
    list: &["permission", "data", "input", "results", "meta"],
};

/// What an entry's meta is made of.
pub const META_KEYS: Words = Words {
    what: "part of `meta`",
    list: &["risk", "effects", "title"],
};

/// `meta.risk`, lowest first.
pub const RISKS: Words = Words {
    what: "risk",
    list: &["low", "medium", "high", "critical"],
};

/// `meta.effects`.
pub const EFFECTS: Words = Words {
    what: "effect",
    list: &["read", "write", "delete", "send", "spend", "external"],
};

impl Words {
    /// A closed list for another place than a table, such as a configuration.
    #[must_use]
    pub const fn new(what: &'static str, list: &'static [&'static str]) -> Self {
        Self { what, list }
    }

    /// Whether the word is in the list, compared exactly.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        self.list.contains(&word)
    }

    /// The list for a message: `` `low`, `medium`, `high`, `critical` ``.
    #[must_use]
    pub fn listed(&self) -> String {
        let mut out = String::new();
        for (place, word) in self.list.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            let _ = write!(out, "{comma}`{word}`");
        }
        out
    }

    /// The word of the list that was probably meant.
    #[must_use]
    pub fn nearest(&self, word: &str) -> Option<&'static str> {
        let lower = word.to_lowercase();
        let begun = |known: &&&str| lower.len() > 1 && known.starts_with(&lower);
        if let Some(known) = self.list.iter().find(begun) {
            return Some(known);
        }
        let near = |known: &&'static str| distance(&lower, known);
        let best = self.list.iter().copied().min_by_key(near)?;
        let allowed = (best.len().max(lower.len()) / 3).max(1);
        (near(&best) <= allowed || lower.starts_with(best)).then_some(best)
    }
}

/// The message for a word that is not in the list.
#[must_use]
pub fn unknown_word(words: &Words, word: &str) -> String {
    let what = words.what;
    let listed = words.listed();
    if words.what == KEYS.what
        && let Some(way_out) = misplaced(word)
    {
        return format!("unknown {what} `{word}`: {way_out}");
    }
    match words.nearest(word) {
        Some(near) => format!("unknown {what} `{word}`: did you mean `{near}`? expected {listed}"),
        None => format!("unknown {what} `{word}`: expected one of {listed}"),
    }
}

/// Where a word belongs that people write as a part of an operation.
fn misplaced(word: &str) -> Option<String> {
    match word {
        _ if META_KEYS.has(word) => Some(format!("it belongs inside `meta: {{ {word}: … }}`")),
        "description" | "doc" | "docs" => {
            Some("a description is a doc comment above the operation".to_owned())
        }
        "load" | "loader" | "row" => Some("did you mean `data`?".to_owned()),
        "result" | "filter" => Some("did you mean `results`?".to_owned()),
        _ => None,
    }
}

/// How many letters to add, drop, change or swap with their neighbour.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut rows: [Vec<usize>; 2] = [Vec::new(), (0..=right.len()).collect()];
    let mut before = None;
    for (line, letter) in left.chars().enumerate() {
        let [older, above] = &rows;
        let mut row = vec![line + 1];
        let mut last = line + 1;
        for (column, other) in right.iter().enumerate() {
            let cell = |row: &Vec<usize>, at: usize| row.get(at).copied().unwrap_or(usize::MAX - 1);
            let same = usize::from(letter != *other);
            let mut best = (cell(above, column) + same)
                .min(cell(above, column + 1) + 1)
                .min(last + 1);
            let swapped = column.checked_sub(1).and_then(|at| right.get(at));
            if swapped == Some(&letter) && before == Some(*other) {
                best = best.min(cell(older, column - 1) + 1);
            }
            row.push(best);
            last = best;
        }
        let [_, above] = rows;
        rows = [above, row];
        before = Some(letter);
    }
    let [_, last] = rows;
    last.last().copied().unwrap_or(0)
}
