permdock::define_permissions! {
    pub mod permissions {
        report { type, run }
    }
}

fn main() {
    let _ = permissions::report::run;
}
