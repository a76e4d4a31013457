//! What the tables expand to, read as a person would, and what must hold of every expansion.

#![expect(clippy::unwrap_used, reason = "a failure is the test's")]

use permdock_macros_core::{define_operations, define_permissions};
use proc_macro2::TokenStream;
use quote::quote;

fn pretty(tokens: TokenStream) -> String {
    let file = syn::parse2(tokens).unwrap();
    prettyplease::unparse(&file)
}

fn tree() -> TokenStream {
    quote! {
        /// Everything.
        pub mod permissions {
            billing {
                /// An invoice.
                invoice: Invoice { read, #[deprecated] submit, sub { r#type } }
            }
        }
    }
}

fn table() -> TokenStream {
    quote! {
        crate = super::renamed;
        mod operations for App in crate::permissions;

        /// Sends an invoice
        /// to its customer.
        sendInvoice {
            permission: billing::invoice::submit,
            data: async |app: &App, input: &InvoiceId| app.invoice(&input.id).await,
            meta: { risk: high, effects: [send, external], title: "Send invoice" },
        }

        #[cfg(feature = "void")]
        "invoice.void" as voidInvoice {
            permission: billing::invoice::read,
            input: InvoiceId,
            data: |app, InvoiceId { id }: &InvoiceId| -> Option<Invoice> { app.find(id)? },
            meta: { effects: [send, external], risk: high },
        }

        #[deprecated]
        r#type {
            permission: billing::invoice::read,
            results: billing::invoice::read,
        }
    }
}

#[test]
fn a_tree() {
    insta::assert_snapshot!(pretty(define_permissions(tree())));
}

#[test]
fn a_table() {
    insta::assert_snapshot!(pretty(define_operations(table())));
}

#[test]
fn a_table_with_faults_still_names_everything() {
    let faulty = quote! {
        pub mod operations for App in permissions;
        sendInvoice { permission: "billing.invoice.submit", data: load }
        listInvoices { permission: billing::invoice::read, meta: { risk: severe } }
    };
    insta::assert_snapshot!(pretty(define_operations(faulty)));
}

#[test]
fn the_same_source_gives_the_same_tokens() {
    let twice = |expand: fn(TokenStream) -> TokenStream, source: fn() -> TokenStream| {
        assert_eq!(expand(source()).to_string(), expand(source()).to_string());
    };
    twice(define_permissions, tree);
    twice(define_operations, table);
}

#[test]
fn the_output_has_no_unsafe_and_no_word_of_a_newer_edition() {
    for tokens in [define_permissions(tree()), define_operations(table())] {
        let text = format!(" {tokens} ");
        for word in [" unsafe ", " gen ", " dyn ", " try ", "unsafe_code"] {
            assert!(!text.contains(word), "{word}");
        }
    }
}

#[test]
fn what_a_user_wrote_is_there_once() {
    let count = |text: &str, what: &str| text.matches(what).count();
    let tree = define_permissions(quote!(mod permissions { thing: OneRow { read } })).to_string();
    assert_eq!(count(&tree, "OneRow"), 1);
    let table = define_operations(quote! {
        mod operations for OneState in one::tree;
        a {
            permission: thing::one_leaf,
            results: thing::other_leaf,
            input: OneInput,
            data: |app: &crate::Annotated, input: &AlsoAnnotated| -> OneOutput { one_body(app, input)? },
        }
        b { permission: thing::b, data: |_, input: &Named| one_call(input) }
    })
    .to_string();
    for once in [
        "OneState",
        "one :: tree",
        "one_leaf",
        "other_leaf",
        "OneInput",
        ":: Annotated",
        "AlsoAnnotated",
        "OneOutput",
        "one_body",
        "Named",
        "one_call",
    ] {
        assert_eq!(count(&table, once), 1, "{once} in {table}");
    }
}
