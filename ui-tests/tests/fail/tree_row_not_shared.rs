pub struct Row(pub std::cell::Cell<u8>);

permdock::define_permissions! {
    pub mod permissions {
        thing: Row { read }
    }
}

fn main() {}
