//! Names and words, with a message that says the way out when something else stands there.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Result};
use syn::{Error, Ident, LitStr, Token};

use crate::check::words::{Words, unknown_word};

/// An identifier that Rust can declare.
pub(super) fn name(input: ParseStream<'_>, what: &str) -> Result<Ident> {
    if input.peek(Ident) {
        return input.parse();
    }
    if input.peek(Ident::peek_any) {
        let word = input.fork().call(Ident::parse_any)?;
        return Err(Error::new(word.span(), keyword(&word, what)));
    }
    Err(expected(input, what))
}

fn keyword(word: &Ident, what: &str) -> String {
    match word.to_string().as_str() {
        "_" | "self" | "Self" | "super" | "crate" => {
            format!("expected {what}, found `{word}`, which cannot be a name")
        }
        _ => format!("`{word}` is a keyword: write `r#{word}`"),
    }
}

/// `key:` before a value, the key one of a closed list; also its word.
pub(super) fn key(input: ParseStream<'_>, keys: &Words) -> Result<(Ident, String)> {
    if !input.peek(Ident::peek_any) {
        return Err(expected(input, &format!("one of {}", keys.listed())));
    }
    let key = input.call(Ident::parse_any)?;
    let word = key.unraw().to_string();
    if !keys.has(&word) {
        return Err(Error::new(key.span(), unknown_word(keys, &word)));
    }
    if input.peek(Token![=]) {
        return Err(input.error(format_args!("expected `:` after `{word}`")));
    }
    if !input.peek(Token![:]) {
        let message = format_args!("expected `:` and a value after `{word}`");
        return Err(Error::new(key.span(), message));
    }
    input.parse::<Token![:]>()?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(Error::new(
            key.span(),
            format_args!("`{word}` has no value"),
        ));
    }
    Ok((key, word))
}

/// One word of a closed list, such as a risk.
pub(super) fn word(input: ParseStream<'_>, what: &str) -> Result<Ident> {
    if input.peek(Ident::peek_any) {
        return input.call(Ident::parse_any);
    }
    if input.peek(LitStr) {
        let text = input.fork().parse::<LitStr>()?;
        let message = format!("{what} is a word, not a string: write it without quotes");
        return Err(Error::new(text.span(), message));
    }
    Err(expected(input, what))
}

/// What was expected, at the next token, or at the end of what stands around.
pub(super) fn expected(input: ParseStream<'_>, what: &str) -> Error {
    input.error(format_args!("expected {what}"))
}

/// What was expected, at the given place: for something that is missing altogether.
pub(super) fn missing(span: Span, what: &str) -> Error {
    Error::new(span, format_args!("expected {what}"))
}
