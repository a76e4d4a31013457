mod older {
    pub use permdock::*;

    pub mod __private {}
}

permdock::define_permissions! {
    crate = crate::older;

    pub mod permissions {
        report { run }
    }
}

fn main() {}
