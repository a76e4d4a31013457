//! Tables of 100, 1,000 and 10,000 operations, written by the build script.

permdock::define_permissions! {
    /// One permission is enough.
    pub mod permissions {
        thing { read }
    }
}

include!(concat!(env!("OUT_DIR"), "/names.rs"));
