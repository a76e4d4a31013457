//! A private module may have private types, a nested one too; and a table may live in a function.
#![deny(warnings)]

mod inner {
    use serde::{Deserialize, Serialize};

    struct Row;
    struct State;
    #[derive(Serialize, Deserialize)]
    struct Input {}

    permdock::define_permissions! {
        mod permissions { group { thing: Row { read, sub { deep } } } }
    }

    permdock::define_operations! {
        mod operations for State in permissions;
        readThing { permission: group::thing::read, data: |_: &State, _: &Input| Some(Row) }
        deep { permission: group::thing::sub::deep, input: Input }
    }

    pub(super) mod nested {
        permdock::define_permissions! {
            pub(super) mod permissions { group { read } }
        }
    }

    pub(super) fn count() -> usize {
        let _ = (State, Input {}, permissions::group::thing::read);
        nested::permissions::PERMISSIONS.len() + operations::OPERATIONS.len()
    }
}

fn main() {
    struct Local;
    struct State;

    permdock::define_permissions! {
        mod permissions { thing: Local { read } }
    }
    permdock::define_operations! {
        mod operations for State in permissions;
        readThing { permission: thing::read, data: |_: &State, _: &permdock::NoInput| Some(Local) }
    }

    let _ = State;
    assert_eq!(inner::count() + operations::OPERATIONS.len(), 4);
}
