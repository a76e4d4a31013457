pub struct Invoice;

permdock::define_permissions! {
    pub mod permissions {
        invoice: &Invoice { read }
    }
}

fn main() {}
