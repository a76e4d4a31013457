//! Nothing that a caller has in scope changes what the macros mean.
#![no_implicit_prelude]
#![deny(warnings)]
#![allow(dead_code)]

struct Result;
struct Option;
struct String;
struct Vec;
struct Box;
struct Some;
struct None;
struct Ok;
struct Err;
trait Send {}
trait Sync {}
trait Clone {}
trait Copy {}
trait Fn {}
mod core {}
mod std {}
mod permdock {}
mod billing {}

/// A caller's own trait, with methods of the names that the macros use.
trait Own: ::core::marker::Sized {
    fn schema(&self) {}
    fn name(&self) {}
    fn __load(&self) {}
    const SCHEMA: () = ();
    const OPERATION: () = ();
    const PERMISSION: () = ();
}

impl<T> Own for T {}

use ::permdock_ui_tests::{App, Invoice, InvoiceId};

::permdock::define_permissions! {
    mod permissions { core { std: Invoice { option, some } } }
}

::permdock::define_operations! {
    mod operations for App in permissions;

    Option {
        permission: core::std::option,
        data: |app: &App, input: &InvoiceId| app.find(&input.id),
        meta: { risk: low, effects: [send], title: "Some" },
    }

    Result {
        permission: core::std::some,
        data: async |app: &App, input: &InvoiceId| app.load(&input.id).await,
        results: core::std::some,
    }

    Clone { permission: core::std::some }
}

fn main() {
    ::core::assert!(operations::OPERATIONS.get("Option").is_some());
}
