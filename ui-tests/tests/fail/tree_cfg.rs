permdock::define_permissions! {
    pub mod permissions {
        report {
            #[cfg(test)]
            run,
            read,
        }
    }
}

fn main() {}
