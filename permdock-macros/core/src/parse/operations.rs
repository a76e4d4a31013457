//! Reading a table of operations.

use syn::parse::{ParseStream, Result};
use syn::{Attribute, Error, Expr, Ident, LitStr, Path, Token, Type, braced, token};

use super::{head, meta, recover, words};
use crate::check::words::KEYS;
use crate::model::{Entry, Operations, Part, Value};

/// Reads the tokens of one `define_operations!`.
///
/// # Errors
///
/// When not even the module's name can be read; every other fault stands in the model.
pub fn operations(input: ParseStream<'_>) -> Result<Operations> {
    let head = head::head(
        input,
        "define_operations",
        "pub mod operations for App in permissions;",
    )?;
    let (mut app, mut tree) = (None, None);
    let fault = declared_against(input, &mut app, &mut tree).err();
    if fault.is_some() {
        // Where only the semicolon is missing, the operations follow at once.
        while tree.is_none() && !input.is_empty() && !input.peek(Token![;]) {
            recover::skip(input);
        }
        input.parse::<Option<Token![;]>>()?;
    }
    let mut entries = Vec::new();
    while !input.is_empty() {
        let parsed = entry(input);
        if parsed.is_err() {
            recover::next_entry(input);
        }
        entries.push(parsed);
    }
    Ok(Operations {
        head,
        app,
        tree,
        fault,
        entries,
    })
}

/// `for App in permissions;`
fn declared_against(
    input: ParseStream<'_>,
    app: &mut Option<Type>,
    tree: &mut Option<Path>,
) -> Result<()> {
    if !input.peek(Token![for]) {
        let fault = words::expected(
            input,
            "`for` and the application state, as in `pub mod operations for App in permissions;`",
        );
        if input.peek(Token![in]) {
            *tree = tree_path(input).ok();
        }
        return Err(fault);
    }
    input.parse::<Token![for]>()?;
    *app = Some(input.parse()?);
    if !input.peek(Token![in]) {
        return Err(words::expected(
            input,
            "`in` and the permissions, as in `pub mod operations for App in permissions;`",
        ));
    }
    *tree = Some(tree_path(input)?);
    if !input.peek(Token![;]) {
        return Err(words::expected(
            input,
            "`;` before the first operation, and no braces around the operations",
        ));
    }
    input.parse::<Token![;]>().map(drop)
}

/// `in permissions`
fn tree_path(input: ParseStream<'_>) -> Result<Path> {
    input.parse::<Token![in]>()?;
    Path::parse_mod_style(input).map_err(|error| {
        Error::new(
            error.span(),
            "expected the path to a module made by `define_permissions!`",
        )
    })
}

fn entry(input: ParseStream<'_>) -> Result<Entry> {
    let attrs = input.call(Attribute::parse_outer)?;
    let (text, handle) = entry_name(input)?;
    let parts = if input.peek(token::Brace) {
        let content;
        braced!(content in input);
        recover::parts(&content, part, |part| &part.key)
    } else {
        let fault = words::missing(
            if input.is_empty() {
                handle.span()
            } else {
                input.span()
            },
            &format!("`{{` and what `{handle}` needs, as in `{handle} {{ permission: .. }}`"),
        );
        recover::next_entry(input);
        vec![Err(fault)]
    };
    input.parse::<Option<Token![,]>>()?;
    Ok(Entry {
        attrs,
        text,
        handle,
        parts,
    })
}

fn entry_name(input: ParseStream<'_>) -> Result<(Option<LitStr>, Ident)> {
    if !input.peek(LitStr) {
        let name = words::name(input, "the name of an operation")?;
        return Ok((None, name));
    }
    let text = input.parse::<LitStr>()?;
    if !input.peek(Token![as]) {
        let written = text.value();
        return Err(Error::new(
            text.span(),
            format_args!(
                "a name in quotes needs a handle: write `{written:?} as {}`",
                handle_for(&written)
            ),
        ));
    }
    input.parse::<Token![as]>()?;
    let handle = words::name(input, "the handle's name after `as`")?;
    Ok((Some(text), handle))
}

/// A handle that would suit the name: `report.run-daily` gives `reportRunDaily`.
fn handle_for(name: &str) -> String {
    let mut handle = String::new();
    let mut upper = false;
    for letter in name.chars() {
        if !letter.is_ascii_alphanumeric() {
            upper = !handle.is_empty();
        } else if !(handle.is_empty() && letter.is_ascii_digit()) {
            handle.push(if upper {
                letter.to_ascii_uppercase()
            } else {
                letter
            });
            upper = false;
        }
    }
    if handle.is_empty() {
        handle.push_str("handle");
    }
    handle
}

fn part(input: ParseStream<'_>) -> Result<Part> {
    if input.peek(Token![#]) {
        return Err(input.error("an attribute stands on the whole operation, before its name"));
    }
    let (key, word) = words::key(input, &KEYS)?;
    let value = match word.as_str() {
        "permission" => Value::Permission(leaf(input, &word)?),
        "results" => Value::Results(leaf(input, &word)?),
        "data" => Value::Data(input.parse::<Expr>()?),
        "input" => Value::Input(input.parse::<Type>()?),
        _ => Value::Meta(meta::meta(input)?),
    };
    Ok(Part { key, value })
}

/// The path of a leaf from its tree's root.
fn leaf(input: ParseStream<'_>, key: &str) -> Result<Path> {
    if input.peek(LitStr) {
        let text = input.fork().parse::<LitStr>()?;
        let path = text.value().replace('.', "::");
        return Err(Error::new(
            text.span(),
            format_args!("`{key}` is a path, not a string: write `{path}` without quotes"),
        ));
    }
    let path = Path::parse_mod_style(input).map_err(|error| {
        Error::new(
            error.span(),
            format_args!("expected a leaf of the tree, as in `{key}: group::resource::leaf`"),
        )
    })?;
    if input.peek(Token![.]) {
        return Err(input.error("a leaf's path is written with `::`, not with `.`"));
    }
    Ok(path)
}
