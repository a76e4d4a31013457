//! Reading a permission tree.

use syn::parse::{ParseStream, Result};
use syn::{Attribute, Error, Token, Type, braced, token};

use super::{head, recover, words};
use crate::model::{Group, Leaf, Node, Parsed, Permissions};

/// Deeper than any key of at most 128 bytes can be.
const DEEPEST: usize = 64;

/// Reads the tokens of one `define_permissions!`.
///
/// # Errors
///
/// When the head cannot be read; every other fault stands in the model.
pub fn permissions(input: ParseStream<'_>) -> Result<Permissions> {
    let head = head::head(input, "define_permissions", "pub mod permissions { .. }")?;
    if !input.peek(token::Brace) {
        return Err(words::expected(
            input,
            "`{` and the permissions after the module's name",
        ));
    }
    let content;
    braced!(content in input);
    let mut nodes = nodes(&content, 1)?;
    if !input.is_empty() {
        nodes.push(Err(input.error("nothing may follow the module")));
        while !input.is_empty() {
            recover::skip(input);
        }
    }
    Ok(Permissions { head, nodes })
}

fn nodes(input: ParseStream<'_>, depth: usize) -> Result<Vec<Parsed<Node>>> {
    let mut nodes = Vec::new();
    while !input.is_empty() {
        let parsed = node(input, depth);
        if parsed.is_err() {
            recover::next_entry(input);
        }
        nodes.push(parsed);
    }
    Ok(nodes)
}

fn node(input: ParseStream<'_>, depth: usize) -> Result<Node> {
    let attrs = input.call(Attribute::parse_outer)?;
    let name = words::name(input, "the name of a permission, a resource or a group")?;
    if input.is_empty() || input.peek(Token![,]) {
        recover::comma(input, "a permission")?;
        return Ok(Node::Leaf(Leaf { attrs, name }));
    }
    let row = match input.parse::<Option<Token![:]>>()? {
        Some(_) => Some(input.parse::<Type>().map_err(|error| {
            Error::new(
                error.span(),
                format_args!("expected the row type of `{name}`, as in `{name}: Row {{ read }}`"),
            )
        })?),
        None => None,
    };
    if !input.peek(token::Brace) {
        return Err(words::expected(
            input,
            if row.is_some() {
                "`{` and the resource's permissions"
            } else {
                "`,` before the next permission, or `{` and what is inside"
            },
        ));
    }
    let content;
    braced!(content in input);
    let nodes = if depth < DEEPEST {
        nodes(&content, depth + 1)?
    } else {
        drain(&content);
        vec![Err(Error::new(
            name.span(),
            "nested too deep: a key is at most 128 bytes",
        ))]
    };
    input.parse::<Option<Token![,]>>()?;
    Ok(Node::Group(Box::new(Group {
        attrs,
        name,
        row,
        nodes,
    })))
}

fn drain(input: ParseStream<'_>) {
    while !input.is_empty() {
        recover::skip(input);
    }
}
