permdock::define_permissions! {
    pub mod permissions {
        billing { invoice {} }
        report { run }
    }
}

fn main() {
    let _ = permissions::report::run;
}
