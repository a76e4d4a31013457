//! No lint of the compiler's fires, however strict the caller.
#![forbid(unsafe_code, missing_docs, non_camel_case_types, non_upper_case_globals, dead_code)]
#![forbid(unreachable_pub, unused_qualifications, unused_imports, unused_results, unused_lifetimes)]
#![forbid(missing_debug_implementations, missing_copy_implementations, unnameable_types)]
#![forbid(let_underscore_drop, elided_lifetimes_in_paths, single_use_lifetimes, trivial_casts)]
#![forbid(trivial_numeric_casts, variant_size_differences, redundant_lifetimes, unit_bindings)]
#![forbid(explicit_outlives_requirements, meta_variable_misuse, unused_import_braces)]
#![deny(warnings, future_incompatible, keyword_idents, let_underscore, nonstandard_style)]
#![deny(rust_2018_idioms, rust_2021_compatibility, rust_2024_compatibility, unused)]

use permdock_ui_tests::{App, Invoice, InvoiceId};

permdock::define_permissions! {
    /// A tree.
    pub mod permissions {
        billing { invoice: Invoice { read, submit, void } }
    }
}

permdock::define_operations! {
    /// A table.
    pub mod operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
        data: async |app: &App, input: &InvoiceId| app.load(&input.id).await,
    }

    readInvoice {
        permission: billing::invoice::read,
        data: |app: &App, input: &InvoiceId| {
            if input.id.is_empty() {
                return None;
            }
            app.find(&input.id)
        },
        results: billing::invoice::read,
    }
}

fn main() {
    assert_eq!(operations::OPERATIONS.len(), 2);
}
