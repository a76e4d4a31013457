//! What a `cfg` says of the features in force, and what is left of it.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};

/// The features in force.
#[derive(Debug, Clone, Default)]
pub(crate) struct Features(BTreeSet<String>);

impl Features {
    pub(crate) fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self(names.into_iter().map(|name| normal(&name)).collect())
    }

    /// Those that cargo tells a build script.
    pub(crate) fn of_build_script() -> Self {
        let names = std::env::vars_os().filter_map(|(name, _)| {
            let name = name.to_str()?;
            name.strip_prefix("CARGO_FEATURE_").map(str::to_owned)
        });
        Self::new(names)
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains(&normal(name))
    }
}

/// As cargo tells it to a build script.
fn normal(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}

/// What is known of a predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Truth {
    Yes,
    No,
    /// What is left when the features are filled in.
    Open(String),
}

impl Truth {
    pub(crate) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        joined(parts, &Self::No, Self::Yes, "all")
    }

    fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        joined(parts, &Self::Yes, Self::No, "any")
    }

    pub(crate) fn not(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::Open(text) => Self::Open(format!("not({text})")),
        }
    }
}

/// `decisive` decides alone, `neutral` says nothing.
fn joined(
    parts: impl IntoIterator<Item = Truth>,
    decisive: &Truth,
    neutral: Truth,
    word: &str,
) -> Truth {
    let mut open: Vec<String> = Vec::new();
    for part in parts {
        match part {
            Truth::Open(text) if open.contains(&text) => {}
            Truth::Open(text) => open.push(text),
            part if part == *decisive => return part,
            _ => {}
        }
    }
    match open.as_slice() {
        [] => neutral,
        [one] => Truth::Open(one.clone()),
        several => Truth::Open(format!("{word}({})", several.join(", "))),
    }
}

/// Evaluates what stands in the parentheses of one `cfg`.
pub(crate) fn evaluate(tokens: &TokenStream, features: &Features) -> Truth {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    match trees.as_slice() {
        [TokenTree::Ident(word), TokenTree::Group(list)] => {
            let parts = list_of(&list.stream()).into_iter();
            let parts = parts.map(|part| evaluate(&part, features));
            match word.to_string().as_str() {
                "all" => Truth::all(parts),
                "any" => Truth::any(parts),
                "not" => Truth::all(parts).not(),
                _ => Truth::Open(tokens.to_string()),
            }
        }
        [
            TokenTree::Ident(word),
            TokenTree::Punct(_),
            TokenTree::Literal(text),
        ] if word == "feature" => {
            let text = text.to_string();
            yes_or_no(features.has(text.trim_matches('"')))
        }
        [TokenTree::Ident(word)] if word == "true" || word == "false" => yes_or_no(word == "true"),
        _ => Truth::Open(tokens.to_string()),
    }
}

fn yes_or_no(yes: bool) -> Truth {
    if yes { Truth::Yes } else { Truth::No }
}

fn list_of(tokens: &TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![Vec::new()];
    for tree in tokens.clone() {
        match (&tree, parts.last_mut()) {
            (TokenTree::Punct(punct), _) if punct.as_char() == ',' => parts.push(Vec::new()),
            (_, Some(part)) => part.push(tree),
            (_, None) => {}
        }
    }
    parts.retain(|part: &Vec<TokenTree>| !part.is_empty());
    parts
        .into_iter()
        .map(|part| part.into_iter().collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Truth {
        let features = Features::new(["mail-out".to_owned()]);
        evaluate(&text.parse().unwrap(), &features)
    }

    #[test]
    fn features_are_filled_in_and_the_rest_is_left() {
        let open = |text: &str| Truth::Open(text.to_owned());
        assert_eq!(of(r#"feature = "mail-out""#), Truth::Yes);
        assert_eq!(of(r#"feature = "other""#), Truth::No);
        assert_eq!(of(r#"not(feature = "other")"#), Truth::Yes);
        assert_eq!(of("unix"), open("unix"));
        assert_eq!(of(r#"all(unix, feature = "mail-out")"#), open("unix"));
        assert_eq!(of(r#"all(unix, feature = "other")"#), Truth::No);
        assert_eq!(of(r#"any(unix, feature = "mail-out")"#), Truth::Yes);
        assert_eq!(
            of("any(unix, not(windows),)"),
            open("any(unix, not(windows))")
        );
        assert_eq!(of("all()"), Truth::Yes);
        assert_eq!(of("any()"), Truth::No);
        assert_eq!(of("true"), Truth::Yes);
    }
}
