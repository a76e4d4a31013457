permdock::define_permissions! {
    pub mod permissions {
        Billing { read_All, _read, größe }
    }
}

fn main() {}
