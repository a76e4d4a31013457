//! Permdock is reached through another crate, and through a name of one's own.
#![deny(warnings)]

mod vendored {
    pub(crate) use permdock as tables;
}

extern crate permdock as renamed;

mod inner {
    pub(crate) struct State;

    renamed::define_permissions! {
        crate = crate::vendored::tables;

        pub(crate) mod permissions { report: crate::Row { run } }
    }

    renamed::define_operations! {
        crate = super::vendored::tables;

        pub(super) mod operations for State in permissions;

        runReport { permission: report::run, data: |_: &State, _: &crate::renamed::NoInput| None }
    }
}

pub struct Row;

renamed::define_permissions! {
    crate = ::renamed;

    mod own { report { run } }
}

fn main() {
    let _ = Row;
    let _ = inner::State;
    assert!(inner::operations::OPERATIONS.get("runReport").is_some());
    assert_eq!(own::PERMISSIONS.len(), 1);
}
