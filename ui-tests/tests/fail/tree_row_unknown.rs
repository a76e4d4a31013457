permdock::define_permissions! {
    pub mod permissions {
        invoice: Invoce { read, submit }
    }
}

fn main() {}
