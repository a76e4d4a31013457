//! Tables in code with habits of its own: they work, and without a warning.

#![deny(warnings, missing_docs, unused, clippy::pedantic)]
#![forbid(unsafe_code)]

use permdock::{Caller, PermDock, Policy, Verdict};

/// A caller that shadows the names of the prelude.
pub mod shadowed {
    /// Not the prelude's.
    pub struct Result;
    /// Not the prelude's.
    pub struct Option;
    /// Not the prelude's.
    pub struct String;
    /// Not the prelude's.
    pub struct Vec;
    /// Not the prelude's.
    pub struct Box;
    /// Not the prelude's.
    pub enum Shadow {
        /// Not the prelude's.
        Some,
        /// Not the prelude's.
        None,
        /// Not the prelude's.
        Ok,
        /// Not the prelude's.
        Err,
    }
    pub use Shadow::{Err, None, Ok, Some};

    /// A row.
    #[derive(Clone)]
    pub struct Row;
    /// A state.
    pub struct App;
    /// An input.
    #[derive(serde::Serialize, serde::Deserialize)]
    pub struct Id {
        /// Which one.
        pub id: u8,
    }

    permdock::define_permissions! {
        /// Leaves.
        pub mod permissions { things { thing: Row { read } } }
    }
    permdock::define_operations! {
        /// Actions.
        pub mod operations for App in permissions;

        /// Reads one.
        read {
            permission: things::thing::read,
            data: |_: &App, input: &Id| (input.id == 1).then_some(Row),
        }
        /// Reads one later.
        readLater {
            permission: things::thing::read,
            data: async |_: &App, input: &Id| (input.id == 1).then_some(Row),
        }
        /// Lists them.
        list { permission: things::thing::read, results: things::thing::read }
    }
}

/// Raw identifiers everywhere.
pub mod raw {
    /// A row.
    #[derive(Clone)]
    pub struct Row;
    /// A state.
    pub struct App;

    permdock::define_permissions! {
        /// Leaves.
        pub mod r#mod { r#type { r#impl: Row { r#match, r#move } } }
    }
    permdock::define_operations! {
        /// Actions.
        pub mod r#fn for App in r#mod;
        /// One.
        r#loop { permission: r#type::r#impl::r#match, results: r#type::r#impl::r#move }
    }
}

/// A table that a macro writes.
pub mod generated {
    /// A state.
    pub struct App;

    macro_rules! table {
        ($($leaf:ident $name:ident $text:literal $risk:ident),+) => {
            permdock::define_permissions! {
                /// Leaves.
                pub mod permissions { things { $($leaf),+ } }
            }
            permdock::define_operations! {
                /// Actions.
                pub mod operations for App in permissions;
                $(
                    #[doc = $text]
                    $name { permission: things::$leaf, meta: { risk: $risk, title: $text } }
                )+
            }
        };
    }
    table!(read readIt "Read" low, write writeIt "Write" high);
}

/// An entry that is on its way out.
pub mod outgoing {
    /// A state.
    pub struct App;

    permdock::define_permissions! {
        /// Leaves.
        pub mod permissions { things { read } }
    }
    permdock::define_operations! {
        /// Actions.
        pub mod operations for App in permissions;
        /// The old one.
        #[deprecated(note = "use `newOne`")]
        oldOne { permission: things::read }
        /// The new one.
        newOne { permission: things::read }
    }
}

/// A crate that passes permdock on under another name.
pub mod passed_on {
    /// Where it is passed on.
    pub mod prelude {
        pub use permdock as docking;
    }
    /// Not the crate.
    pub mod permdock {}

    /// A row.
    #[derive(Clone)]
    pub struct Row;
    /// A state.
    pub struct App;

    prelude::docking::define_permissions! {
        crate = crate::passed_on::prelude::docking;
        /// Leaves.
        pub mod permissions { things { thing: Row { read } } }
    }
    prelude::docking::define_operations! {
        crate = crate::passed_on::prelude::docking;
        /// Actions.
        pub mod operations for App in permissions;
        /// Reads it.
        read { permission: things::thing::read, data: |_: &App, _: &super::shadowed::Id| Some(Row) }
    }
}

/// A table that nobody outside sees.
mod private {
    #[derive(Clone)]
    pub(super) struct Row;
    pub(super) struct App;

    permdock::define_permissions! {
        pub(super) mod permissions { things { thing: Row { read } } }
    }
    permdock::define_operations! {
        pub(super) mod operations for App in permissions;
        read {
            permission: things::thing::read,
            data: |_: &App, _: &permdock::NoInput| Some(Row),
            results: things::thing::read,
        }
    }
}

#[test]
fn the_crate_may_be_renamed_or_passed_on() {
    let operation = passed_on::operations::OPERATIONS
        .get("read")
        .expect("declared");
    assert_eq!(operation.permission().key(), "things.thing.read");
}

#[test]
fn a_table_may_be_private() {
    assert_eq!(private::operations::OPERATIONS.len(), 1);
}

#[test]
fn a_table_may_stand_in_a_function() {
    #[derive(Clone)]
    struct Row;
    struct App;
    permdock::define_permissions! { mod permissions { things { thing: Row { read } } } }
    permdock::define_operations! {
        mod operations for App in permissions;
        read { permission: things::thing::read, results: things::thing::read }
    }
    assert_eq!(operations::OPERATIONS.len(), 1);
    assert_eq!(permissions::PERMISSIONS.len(), 1);
    let _ = (App, Row);
}

#[tokio::test]
async fn a_caller_may_shadow_the_prelude() {
    use shadowed::{App, operations, permissions};
    let policy = Policy::builder(&permissions::PERMISSIONS)
        .single_tenant()
        .role("r", |role| role.allow(permissions::things::thing::read))
        .build()
        .expect("well formed");
    let dock = PermDock::new(&operations::OPERATIONS, policy, App);
    let caller = Caller::user("u_1").role("r");
    for name in ["read", "readLater"] {
        let verdict = dock.decide_operation(name, r#"{"id":1}"#, &caller).await;
        assert!(matches!(verdict, Verdict::Granted(_)), "{name}");
    }
}

#[test]
fn raw_identifiers_work_and_their_names_are_without_the_mark() {
    let operation = raw::r#fn::OPERATIONS.get("loop").expect("declared");
    assert_eq!(operation.permission().key(), "type.impl.match");
    assert_eq!(
        operation.results().map(permdock::Permission::key),
        Some("type.impl.move")
    );
    assert!(raw::r#fn::OPERATIONS.get("r#loop").is_none());
}

#[test]
fn a_macro_may_write_a_table() {
    let names: Vec<_> = generated::operations::OPERATIONS
        .iter()
        .map(permdock::Operation::name)
        .collect();
    assert_eq!(names, ["readIt", "writeIt"]);
    let write = generated::operations::OPERATIONS
        .get("writeIt")
        .expect("declared");
    assert_eq!(write.permission().key(), "things.write");
    assert_eq!(write.meta().title, Some("Write"));
    assert_eq!(write.description(), Some("Write"));
}

#[test]
fn a_deprecated_entry_works_and_warns_only_whoever_names_it() {
    let names: Vec<_> = outgoing::operations::OPERATIONS
        .iter()
        .map(permdock::Operation::name)
        .collect();
    assert_eq!(names, ["oldOne", "newOne"]);
}
