//! What both tables start with.

use syn::ext::IdentExt;
use syn::parse::{ParseStream, Result};
use syn::{Attribute, Ident, Path, Token, Visibility};

use super::words;
use crate::model::Head;

/// `crate = path; #[attr] pub mod name`
pub(super) fn head(input: ParseStream<'_>, macro_name: &str, example: &str) -> Result<Head> {
    let krate = krate(input)?;
    let attrs = input.call(Attribute::parse_outer)?;
    let vis = input.parse::<Visibility>()?;
    if !input.peek(Token![mod]) {
        return Err(input.error(format_args!(
            "`{macro_name}!` declares a module: expected `{example}`"
        )));
    }
    input.parse::<Token![mod]>()?;
    let name = words::name(input, "the module's name")?;
    Ok(Head {
        krate,
        attrs,
        vis,
        name,
    })
}

fn krate(input: ParseStream<'_>) -> Result<Option<Path>> {
    if !(input.peek(Token![crate]) && input.peek2(Token![=])) {
        return Ok(None);
    }
    input.call(Ident::parse_any)?;
    input.parse::<Token![=]>()?;
    let path = input.call(Path::parse_mod_style).map_err(|error| {
        syn::Error::new(
            error.span(),
            "expected the path to permdock, as in `crate = ::renamed;`",
        )
    })?;
    if !input.peek(Token![;]) {
        return Err(input.error("expected `;` after `crate = path`"));
    }
    input.parse::<Token![;]>()?;
    Ok(Some(path))
}
