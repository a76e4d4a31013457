permdock::define_permissions! {
    pub mod permissions {
        report {
            #[derive(Debug)]
            run,
        }
    }
}

fn main() {}
