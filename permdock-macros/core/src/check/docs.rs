//! Doc comments, which become descriptions.

use syn::{Attribute, Expr, Lit, Meta};

/// A part of a description.
#[derive(Clone)]
pub enum Doc<'m> {
    /// Text that is known now.
    Text(String),
    /// `#[doc = include_str!(..)]` and the like.
    Computed(&'m Expr),
}

/// What the doc comments among the attributes say, without the indentation they share.
pub(super) fn docs(attrs: &[Attribute]) -> Vec<Doc<'_>> {
    let mut docs = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    for attr in attrs {
        let Meta::NameValue(pair) = &attr.meta else {
            continue;
        };
        if !pair.path.is_ident("doc") {
            continue;
        }
        match text(&pair.value) {
            Some(text) => lines.extend(text.split('\n').map(str::to_owned)),
            None => {
                flush(&mut lines, &mut docs);
                docs.push(Doc::Computed(&pair.value));
            }
        }
    }
    flush(&mut lines, &mut docs);
    docs
}

fn text(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        Expr::Group(group) => text(&group.expr),
        _ => None,
    }
}

fn flush(lines: &mut Vec<String>, docs: &mut Vec<Doc<'_>>) {
    let lines = std::mem::take(lines);
    let indent = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    let cut = |line: &String| line.get(indent..).unwrap_or("").trim_end().to_owned();
    let text = lines.iter().map(cut).collect::<Vec<_>>().join("\n");
    let text = text.trim_matches('\n');
    if !text.is_empty() {
        docs.push(Doc::Text(text.to_owned()));
    }
}
