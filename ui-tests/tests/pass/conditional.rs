//! Entries under `cfg`: what is there is found, in order, and at its own place.
#![deny(warnings)]
#![allow(unexpected_cfgs)]

use permdock::Handle;
use permdock_ui_tests::{App, permissions};

permdock::define_operations! {
    pub mod operations for App in permissions;

    first { permission: report::run }

    #[cfg(absent)]
    second { permission: report::run }

    #[cfg(not(absent))]
    third { permission: report::run }

    fourth { permission: report::run }

    /// One of two.
    #[cfg(absent)]
    either { permission: billing::invoice::read }

    /// The other.
    #[cfg(not(absent))]
    either { permission: billing::invoice::submit }

    /// Text,
    #[doc = concat!("and more ", "text")]
    fifth { permission: report::run }
}

fn main() {
    let names: Vec<_> = operations::OPERATIONS.iter().map(|o| o.name()).collect();
    assert_eq!(names, ["first", "third", "fourth", "either", "fifth"]);
    assert_eq!(operations::third::OPERATION.name(), "third");
    assert_eq!(operations::fourth::OPERATION.name(), "fourth");
    assert_eq!(operations::fifth::OPERATION.name(), "fifth");
    assert_eq!(operations::either::OPERATION.description(), Some("The other."));
    assert_eq!(operations::fifth::OPERATION.description(), Some("Text,\nand more text"));
}
