//! Reading an entry's meta.

use syn::parse::{ParseStream, Result};
use syn::{Ident, LitStr, Token, braced, bracketed, token};

use super::{recover, words};
use crate::check::words::META_KEYS;
use crate::model::{MetaPart, MetaValue, Parsed};

/// `{ risk: high, effects: [send, external], title: "Send invoice" }`
pub(super) fn meta(input: ParseStream<'_>) -> Result<Vec<Parsed<MetaPart>>> {
    if !input.peek(token::Brace) {
        return Err(words::expected(
            input,
            "`meta: { risk: high, effects: [send], title: \"Send invoice\" }`, each part optional",
        ));
    }
    let content;
    braced!(content in input);
    Ok(recover::parts(&content, part, |part| &part.key))
}

fn part(input: ParseStream<'_>) -> Result<MetaPart> {
    let (key, word) = words::key(input, &META_KEYS)?;
    let value = match word.as_str() {
        "risk" => MetaValue::Risk(words::word(input, "a risk")?),
        "effects" => MetaValue::Effects(effects(input)?),
        _ => MetaValue::Title(title(input)?),
    };
    Ok(MetaPart { key, value })
}

fn effects(input: ParseStream<'_>) -> Result<Vec<Parsed<Ident>>> {
    if !input.peek(token::Bracket) {
        return Err(words::expected(
            input,
            "a list, as in `effects: [send, external]`",
        ));
    }
    let content;
    bracketed!(content in input);
    let mut effects = Vec::new();
    while !content.is_empty() {
        let parsed = words::word(&content, "an effect").and_then(|word| {
            recover::comma(&content, "an effect")?;
            Ok(word)
        });
        if parsed.is_err() {
            while !content.is_empty() && !content.peek(Token![,]) {
                recover::skip(&content);
            }
            content.parse::<Option<Token![,]>>()?;
        }
        effects.push(parsed);
    }
    Ok(effects)
}

fn title(input: ParseStream<'_>) -> Result<LitStr> {
    if input.peek(LitStr) {
        return input.parse();
    }
    Err(words::expected(input, "the title as a string literal"))
}
