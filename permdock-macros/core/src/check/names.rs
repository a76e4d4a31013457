//! Names: of operations, of handles, of a tree's segments; and names that come twice.

use std::collections::BTreeMap;

use syn::Ident;

/// The longest name and the longest key, in bytes.
const LONGEST: usize = 128;

/// What is wrong with an operation's name, if anything is.
pub(super) fn operation_fault(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("an operation's name has 1 to 128 characters, this one is empty".to_owned());
    }
    let legal = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-');
    if let Some(letter) = name.chars().find(|letter| !legal(*letter)) {
        return Some(format!(
            "an operation's name is made of `A-Z a-z 0-9 _ . -`: remove {letter:?}"
        ));
    }
    let length = name.len();
    (length > LONGEST)
        .then(|| format!("an operation's name has 1 to 128 characters, this one has {length}"))
}

/// What is wrong with a handle's name, if anything is.
pub(super) fn handle_fault(handle: &str, named_apart: bool) -> Option<String> {
    if handle != "OPERATIONS" && !handle.starts_with("__") {
        return None;
    }
    let why = if handle == "OPERATIONS" {
        "`OPERATIONS` is the table itself"
    } else {
        "names that begin with `__` are the macro's own"
    };
    let out = if named_apart {
        "choose another handle".to_owned()
    } else {
        format!("write `\"{handle}\" as anotherHandle`")
    };
    Some(format!("{why}: {out}"))
}

/// What is wrong with one segment of a key, if anything is.
pub(super) fn segment_fault(segment: &str) -> Option<String> {
    let mut letters = segment.chars();
    let first = letters
        .next()
        .is_some_and(|letter| letter.is_ascii_lowercase());
    let rest = letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    (!(first && rest)).then(|| {
        format!("`{segment}` cannot be part of a key: it begins with `a-z` and goes on with `A-Z a-z 0-9 _`")
    })
}

/// What is wrong with a key's length, if anything is.
pub(super) fn key_fault(key: &str) -> Option<String> {
    let length = key.len();
    (length > LONGEST).then(|| {
        format!("the key `{key}` has {length} bytes, and a key has at most 128: shorten a name on its path")
    })
}

/// The first place of every name.
#[derive(Debug)]
pub(super) struct Seen<K, P> {
    places: BTreeMap<K, Vec<P>>,
}

impl<K: Ord, P> Seen<K, P> {
    pub(super) const fn new() -> Self {
        Self {
            places: BTreeMap::new(),
        }
    }

    /// Where the name was before.
    pub(super) fn before(&self, name: &K) -> &[P] {
        self.places.get(name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn add(&mut self, name: K, place: P) {
        self.places.entry(name).or_default().push(place);
    }
}

/// An identifier as it is read: without `r#`.
pub(super) fn plain(ident: &Ident) -> String {
    let text = ident.to_string();
    match text.strip_prefix("r#") {
        Some(plain) => plain.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_use_what_hosts_take() {
        for good in [
            "a",
            "sendInvoice",
            "report.run-daily",
            "_",
            &"x".repeat(128),
        ] {
            assert_eq!(operation_fault(good), None, "{good}");
        }
        for bad in ["", "a b", "größe", "a/b", "a\n", &"x".repeat(129)] {
            assert!(operation_fault(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn segments_begin_in_lower_case() {
        for good in ["a", "readAll", "run_2"] {
            assert_eq!(segment_fault(good), None, "{good}");
        }
        for bad in ["", "Read", "_a", "2a", "größe"] {
            assert!(segment_fault(bad).is_some(), "{bad}");
        }
    }
}
