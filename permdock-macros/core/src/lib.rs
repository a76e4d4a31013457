//! Parsing, checking and expanding permdock's two tables, as a plain library.
//!
//! The pipeline is `parse` → `check` → `expand`, each a folder of small files:
//!
//! - [`model`] is what the source says, with spans, faults included;
//! - [`parse`] reads it entry by entry and goes on after a fault;
//! - [`check`] judges it, collects every fault in source order, and gives what is left;
//! - [`expand`] writes the Rust that a table stands for.
//!
//! Nothing here needs to run inside a macro. A build script reads the same tables with the same
//! grammar: parse a macro's tokens with [`parse::operations`] or [`parse::permissions`], and ask
//! [`check::operations`] or [`check::permissions`] for the result.

pub mod check;
pub mod errors;
pub mod expand;
pub mod model;
pub mod parse;

use proc_macro2::TokenStream;
use syn::parse::Parser;

use crate::errors::Errors;

/// The expansion of `define_permissions!`.
#[must_use]
pub fn define_permissions(input: TokenStream) -> TokenStream {
    match parse::permissions.parse2(input) {
        Ok(model) => {
            let mut errors = Errors::default();
            let tree = check::permissions(&model, &mut errors);
            expand::permissions(&tree, errors.finish())
        }
        Err(error) => error.into_compile_error(),
    }
}

/// The expansion of `define_operations!`.
#[must_use]
pub fn define_operations(input: TokenStream) -> TokenStream {
    match parse::operations.parse2(input) {
        Ok(model) => {
            let mut errors = Errors::default();
            let table = check::operations(&model, &mut errors);
            expand::operations(&table, errors.finish())
        }
        Err(error) => error.into_compile_error(),
    }
}
