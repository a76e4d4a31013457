permdock::define_permissions! {
    pub mod permissions {
        read,
        report { run }
    }
}

fn main() {}
