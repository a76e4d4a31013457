//! The place where faults gather, so that one build reports them all.

use std::fmt::Display;

use proc_macro2::Span;

/// Every fault of a table, in the order in which they were found, which is source order.
///
/// Whoever makes one has to [`finish`](Errors::finish) it: in a debug build it refuses to be
/// dropped unread, so that no fault is lost by mistake.
#[derive(Debug, Default)]
pub struct Errors {
    all: Option<syn::Error>,
    read: bool,
}

impl Errors {
    /// Adds a fault as it came from the parser.
    pub fn push(&mut self, error: syn::Error) {
        match &mut self.all {
            Some(all) => all.combine(error),
            none => *none = Some(error),
        }
    }

    /// Adds a fault at one token.
    pub fn at(&mut self, span: Span, message: impl Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Adds a fault that has two places: the second says where the first one was.
    pub fn twice(&mut self, span: Span, message: impl Display, first: Span) {
        self.at(span, message);
        self.at(first, "first declared here");
    }

    /// Adds the fault, if there is one, and gives what is good.
    pub fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// Everything that was found, combined; `None` when nothing was.
    #[must_use]
    pub fn finish(mut self) -> Option<syn::Error> {
        self.read = true;
        self.all.take()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        debug_assert!(
            self.read || std::thread::panicking(),
            "the errors of a table were dropped unread"
        );
    }
}
