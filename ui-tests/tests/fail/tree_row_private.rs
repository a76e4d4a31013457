mod inner {
    struct Row;

    permdock::define_permissions! {
        pub mod permissions {
            thing: Row { read }
        }
    }
}

fn main() {}
