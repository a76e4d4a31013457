permdock::define_permissions! {
    pub mod permissions {
        billing {
            invoice { read, submit, read }
        }
        billing { offer { read } }
    }
}

fn main() {}
