//! Permissions: the tree, its leaves and their keys.

use std::any::TypeId;

use permdock::{Leaf, NoRow, Permission, RowLeaf};
use permdock_tests::permissions::{PERMISSIONS, billing, report};
use permdock_tests::{Customer, Invoice};
use serde_json::json;

/// Another tree, in which one leaf has the same key as in the first.
mod other {
    pub struct Invoice;
    permdock::define_permissions! {
        pub mod permissions {
            billing { invoice: Invoice { submit, approve } }
            whole_application_2 { restart_All2 }
        }
    }
}

fn row_of<L: Leaf>(_: L) -> TypeId {
    TypeId::of::<L::Row>()
}

fn is_decided_on<L: RowLeaf>(_: L) -> TypeId {
    TypeId::of::<L::Row>()
}

fn leaf(key: &str) -> &'static Permission {
    PERMISSIONS.get(key).expect("declared")
}

#[test]
fn a_key_is_the_path_joined_with_dots() {
    let keys: Vec<_> = PERMISSIONS.iter().map(Permission::key).collect();
    assert_eq!(
        keys,
        [
            "billing.invoice.read",
            "billing.invoice.submit",
            "billing.invoice.void",
            "billing.invoice.refund",
            "billing.customer.read",
            "report.run",
            "report.export",
        ],
        "in the order of declaration"
    );
    assert_eq!(PERMISSIONS.len(), 7);
    assert!(!PERMISSIONS.is_empty());
}

#[test]
fn a_segment_may_hold_capitals_digits_and_underscores_behind_its_first_letter() {
    let keys: Vec<_> = other::permissions::PERMISSIONS
        .iter()
        .map(Permission::key)
        .collect();
    assert_eq!(
        keys,
        [
            "billing.invoice.submit",
            "billing.invoice.approve",
            "whole_application_2.restart_All2"
        ]
    );
}

#[test]
fn a_leaf_knows_its_resource_its_action_and_its_description() {
    let read = leaf("billing.invoice.read");
    assert_eq!(read.resource(), "billing.invoice");
    assert_eq!(read.action(), "read");
    assert_eq!(read.description(), Some("See an invoice."));
    assert_eq!(leaf("billing.invoice.submit").description(), None);
    assert_eq!(leaf("report.run").resource(), "report");
    assert_eq!(read.to_string(), "billing.invoice.read");
}

#[test]
fn a_leaf_is_looked_up_by_its_exact_key() {
    for absent in [
        "",
        "billing",
        "billing.invoice",
        "billing.invoice.",
        "billing.invoice.Read",
        " billing.invoice.read",
        "billing.invoice.read\n",
        "billing::invoice::read",
        "billing.invoice.approve",
    ] {
        assert!(PERMISSIONS.get(absent).is_none(), "{absent:?}");
    }
}

#[test]
fn a_resource_names_the_row_its_leaves_are_decided_on() {
    assert_eq!(
        is_decided_on(billing::invoice::read),
        TypeId::of::<Invoice>()
    );
    assert_eq!(
        is_decided_on(billing::invoice::void),
        TypeId::of::<Invoice>()
    );
    assert_eq!(
        is_decided_on(billing::customer::read),
        TypeId::of::<Customer>()
    );
    assert!(leaf("billing.customer.read").has_row());
}

#[test]
fn a_group_without_a_row_has_leaves_that_are_decided_without_one() {
    assert_eq!(row_of(report::run), TypeId::of::<NoRow>());
    assert!(!leaf("report.run").has_row());
}

#[test]
fn every_leaf_is_a_zero_sized_value_that_carries_its_key() {
    fn key<L: Leaf>(leaf: L) -> &'static str {
        assert_eq!(size_of_val(&leaf), 0);
        L::PERMISSION.key()
    }
    assert_eq!(key(billing::invoice::submit), "billing.invoice.submit");
    assert_eq!(key(report::export), "report.export");
    assert_eq!(
        <billing::invoice::submit as Leaf>::PERMISSION,
        leaf("billing.invoice.submit")
    );
}

#[test]
fn two_leaves_are_the_same_permission_when_their_keys_are_equal() {
    let ours = leaf("billing.invoice.submit");
    let theirs = other::permissions::PERMISSIONS
        .get("billing.invoice.submit")
        .expect("declared");
    assert_eq!(ours, theirs);
    assert_ne!(
        is_decided_on(other::permissions::billing::invoice::submit),
        is_decided_on(billing::invoice::submit),
        "whatever their rows are: {:?}",
        size_of_val(&other::Invoice)
    );
    assert_ne!(ours, leaf("billing.invoice.read"));
    assert_ne!(leaf("billing.invoice.read"), leaf("billing.customer.read"));
}

#[test]
fn a_permission_serialises_as_plain_facts() {
    assert_eq!(
        serde_json::to_value(leaf("billing.invoice.read")).expect("plain"),
        json!({ "key": "billing.invoice.read", "resource": "billing.invoice", "action": "read", "row": true })
    );
}
