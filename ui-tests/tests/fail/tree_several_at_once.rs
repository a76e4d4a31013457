permdock::define_permissions! {
    pub mod permissions {
        Billing { read, read }
        report {}
        ok { run, #[test] stop }
    }
}

fn main() {
    let _ = permissions::ok::run;
}
