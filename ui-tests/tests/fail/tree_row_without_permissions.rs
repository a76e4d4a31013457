permdock::define_permissions! {
    pub mod permissions {
        billing: String { invoice { read } }
    }
}

fn main() {}
