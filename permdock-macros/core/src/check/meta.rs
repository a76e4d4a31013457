//! Judging an entry's meta.

use proc_macro2::Span;
use syn::{Ident, LitStr};

use super::names::plain;
use super::text::title_fault;
use super::words::{EFFECTS, RISKS, unknown_word};
use crate::errors::Errors;
use crate::model::{MetaPart, MetaValue, Parsed};

/// An entry's meta that has been judged: what is wrong is left out.
#[derive(Default)]
pub struct Meta<'m> {
    /// One of [`RISKS`].
    pub risk: Option<&'m Ident>,
    /// Distinct words of [`EFFECTS`], in the order of declaration.
    pub effects: Vec<&'m Ident>,
    /// The title.
    pub title: Option<&'m LitStr>,
}

pub(super) fn meta<'m>(parts: &'m [Parsed<MetaPart>], errors: &mut Errors) -> Meta<'m> {
    let mut meta = Meta::default();
    let mut keys: Vec<(String, Span)> = Vec::new();
    for part in parts {
        let part = match part {
            Ok(part) => part,
            Err(error) => {
                errors.push(error.clone());
                continue;
            }
        };
        let key = plain(&part.key);
        if let Some((_, first)) = keys.iter().find(|(seen, _)| *seen == key) {
            let message = format!("`{key}` is given twice");
            errors.twice(part.key.span(), message, *first);
            continue;
        }
        keys.push((key, part.key.span()));
        match &part.value {
            MetaValue::Risk(word) => meta.risk = risk(word, errors),
            MetaValue::Effects(words) => meta.effects = effects(words, errors),
            MetaValue::Title(text) => match title_fault(&text.value()) {
                Some(fault) => errors.at(text.span(), fault),
                None => meta.title = Some(text),
            },
        }
    }
    meta
}

fn risk<'m>(word: &'m Ident, errors: &mut Errors) -> Option<&'m Ident> {
    let text = word.to_string();
    if RISKS.has(&text) {
        return Some(word);
    }
    errors.at(word.span(), unknown_word(&RISKS, &text));
    None
}

fn effects<'m>(words: &'m [Parsed<Ident>], errors: &mut Errors) -> Vec<&'m Ident> {
    let mut effects: Vec<&Ident> = Vec::new();
    for word in words {
        let word = match word {
            Ok(word) => word,
            Err(error) => {
                errors.push(error.clone());
                continue;
            }
        };
        let text = word.to_string();
        if !EFFECTS.has(&text) {
            errors.at(word.span(), unknown_word(&EFFECTS, &text));
        } else if let Some(first) = effects.iter().find(|seen| *seen == &word) {
            let message = format!("the effect `{text}` is given twice");
            errors.twice(word.span(), message, first.span());
        } else {
            effects.push(word);
        }
    }
    effects
}
