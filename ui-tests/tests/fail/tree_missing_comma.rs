permdock::define_permissions! {
    pub mod permissions {
        report {
            run
            read
        }
        billing { pay }
    }
}

fn main() {
    let _ = permissions::billing::pay;
}
