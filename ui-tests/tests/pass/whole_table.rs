//! Attributes of the module reach all that belongs to it.
#![deny(warnings, clippy::needless_return)]
#![allow(unexpected_cfgs)]

use permdock_ui_tests::{App, InvoiceId, permissions};

permdock::define_operations! {
    #[cfg(absent)]
    pub mod operations for Nothing in nowhere;

    sendInvoice { permission: no::such::leaf, data: |_: &Nothing, _: &Nothing| None }
}

permdock::define_operations! {
    /// A table.
    #[cfg(not(absent))]
    #[deprecated = "use another"]
    #[allow(unused_variables)]
    pub mod operations for App in permissions;

    sendInvoice { permission: billing::invoice::submit, data: |app: &App, input: &InvoiceId| None }
}

permdock::define_permissions! {
    #[cfg(absent)]
    pub mod elsewhere { thing: Nothing { read } }
}

permdock::define_permissions! {
    #[deprecated]
    #[cfg(not(absent))]
    pub mod elsewhere { thing: InvoiceId { read } }
}

permdock::define_operations! {
    pub mod empty for App in permissions;
}

fn main() {
    assert!(empty::OPERATIONS.is_empty());
    assert!(empty::OPERATIONS.get("sendInvoice").is_none());
}
