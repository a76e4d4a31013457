//! Finding the next entry, or the next part of one, after a fault.

use proc_macro2::{Delimiter, TokenTree};
use syn::buffer::Cursor;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{ParseStream, Result};
use syn::{Ident, Token, token};

use crate::model::Parsed;

/// Skips to the next entry: past a pair of braces, or past a comma.
pub(super) fn next_entry(input: ParseStream<'_>) {
    while !input.is_empty() {
        if input.peek(Token![,]) {
            skip(input);
            return;
        }
        let braces = input.peek(token::Brace);
        skip(input);
        if braces {
            return;
        }
    }
}

/// Reads parts with commas between them, each on its own.
pub(super) fn parts<T>(
    input: ParseStream<'_>,
    part: fn(ParseStream<'_>) -> Result<T>,
    key: fn(&T) -> &Ident,
) -> Vec<Parsed<T>> {
    let mut parts = Vec::new();
    while !input.is_empty() {
        let start = input.fork();
        let parsed = part(input);
        let ended = match &parsed {
            Ok(part) => comma(input, &format!("`{}`", key(part))),
            Err(_) => Ok(()),
        };
        if parsed.is_err() || ended.is_err() {
            next_part(input, &start);
        }
        parts.push(parsed);
        parts.extend(ended.err().map(Err));
    }
    parts
}

/// Skips the rest of a part, which started where `start` stands, up to the comma before the next.
///
/// A closure's parameters are skipped as a whole: their commas end nothing.
fn next_part<'a>(input: ParseStream<'a>, start: ParseStream<'a>) {
    let mut pipes = 0;
    while !start.is_empty() {
        let inside = pipes == 1;
        if start.peek(Token![||]) {
            skip(start);
            pipes += 1;
        }
        if start.peek(Token![|]) {
            pipes += 1;
        }
        if !inside && start.peek(Token![,]) && begins_part(start) {
            skip(start);
            break;
        }
        skip(start);
    }
    input.advance_to(start);
}

/// Whether what follows the comma is the end, or looks like `key:`.
fn begins_part(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    skip(&ahead);
    ahead.is_empty()
        || ahead.peek(Token![#])
        || (ahead.peek(Ident::peek_any) && ahead.peek2(Token![:]) && !ahead.peek2(Token![::]))
}

/// Takes a comma, or the end; anything else is the fault `expected ,`.
pub(super) fn comma(input: ParseStream<'_>, after: &str) -> Result<()> {
    if input.is_empty() {
        return Ok(());
    }
    if !input.peek(Token![,]) {
        return Err(input.error(format_args!("expected `,` after {after}")));
    }
    input.parse::<Token![,]>().map(drop)
}

/// Skips one token tree.
pub(super) fn skip(input: ParseStream<'_>) {
    let skipped = input.step(|cursor| {
        let next = one(*cursor).ok_or_else(|| cursor.error("nothing to skip"))?;
        Ok(((), next))
    });
    debug_assert!(skipped.is_ok(), "only called before the end");
}

/// A group without delimiters, as `macro_rules!` makes it, is entered rather than jumped over where
/// the parser may already stand inside it; both ways lead to its end.
fn one(cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    if let Some((_, _, after)) = cursor.group(Delimiter::None) {
        return Some(after);
    }
    cursor.token_tree().map(|(_, next): (TokenTree, _)| next)
}
