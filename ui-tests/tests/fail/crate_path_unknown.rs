permdock::define_permissions! {
    crate = ::renamed;

    pub mod permissions {
        report { run, read }
    }
}

fn main() {}
