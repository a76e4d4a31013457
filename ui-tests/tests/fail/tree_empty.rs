permdock::define_permissions! {
    pub mod permissions {}
}

fn main() {}
