//! Filtering results: in order, dropped when in doubt, one event for the call.

use permdock::{Actor, Approvers, Caller, Delegation, FilterError, Policy, RoleBuilder};
use permdock_tests::permissions::{PERMISSIONS, billing::invoice};
use permdock_tests::{
    Customer, Invoice, dock, dock_with, no_secret_in, operations, policy_of, recorded, secrets,
    tenants, user,
};
use serde_json::json;

fn rows() -> Vec<Invoice> {
    (0..20)
        .map(|n| {
            let owner = if n % 3 == 0 { "u_1" } else { "u_2" };
            Invoice::new(&format!("inv_{n}"), owner, "acme", n)
        })
        .collect()
}

/// The ids of what the role `r` of one policy keeps, by handle and by name alike.
fn kept(grants: impl Fn(RoleBuilder) -> RoleBuilder) -> Vec<i64> {
    let dock = dock_with(policy_of(grants));
    let caller = user("u_1", ["r"]);
    let cents = |rows: Vec<Invoice>| rows.into_iter().map(|row| row.cents).collect::<Vec<_>>();
    let by_handle = cents(dock.filter(operations::listInvoices, rows(), &caller));
    let by_name = dock
        .filter_results("listInvoices", rows(), &caller)
        .expect("it has results");
    assert_eq!(by_handle, cents(by_name));
    let one_by_one = dock
        .for_caller(&caller)
        .filter(operations::listInvoices, rows());
    assert_eq!(by_handle, cents(one_by_one));
    by_handle
}

#[test]
fn rows_on_which_the_results_leaf_is_granted_are_kept_in_order() {
    assert_eq!(
        kept(|role| role.allow(invoice::read)),
        (0..20).collect::<Vec<_>>()
    );
    assert_eq!(
        kept(|role| role.allow_when(invoice::read, "own", permdock_tests::owns)),
        [0, 3, 6, 9, 12, 15, 18]
    );
    assert_eq!(
        kept(|role| {
            role.allow_when(invoice::read, "small", |_, row| row.cents < 4)
                .allow_when(invoice::read, "large", |_, row| row.cents > 17)
                .deny_when(invoice::read, "even", |_, row| row.cents % 2 == 0)
        }),
        [1, 3, 19]
    );
}

#[test]
fn rows_on_which_it_is_not_granted_are_dropped() {
    assert!(kept(|role| role).is_empty());
    assert!(kept(|role| role.allow(invoice::submit)).is_empty());
    assert!(kept(|role| role.allow(invoice::read).deny(invoice::read)).is_empty());
    assert!(kept(|role| role.allow_when(invoice::read, "never", |_, _| false)).is_empty());
}

#[test]
fn approval_required_counts_as_not_granted() {
    let approval =
        |role: RoleBuilder| role.allow_with_approval(invoice::read, Approvers::principal());
    assert!(kept(approval).is_empty());
    assert_eq!(
        kept(|role| approval(role).allow_when(invoice::read, "own", permdock_tests::owns)).len(),
        7,
        "an allow that needs no approval wins"
    );
}

#[test]
fn a_row_on_which_a_condition_panics_is_dropped_and_only_that_one() {
    assert_eq!(
        kept(|role| {
            role.allow_when(invoice::read, "not 1 or 2", |_, row| {
                assert!(row.cents != 1 && row.cents != 2, "no");
                row.cents < 5
            })
        }),
        [0, 3, 4]
    );
    assert_eq!(
        kept(|role| {
            role.allow_when(invoice::read, "small", |_, row| row.cents < 5)
                .deny_when(invoice::read, "panics on 1 and 4", |_, row| {
                    assert!(row.cents != 1 && row.cents != 4, "no");
                    false
                })
        }),
        [0, 2, 3]
    );
}

#[test]
fn a_row_is_kept_by_another_allow_than_the_one_that_panics() {
    assert_eq!(
        kept(|role| {
            role.allow_when(invoice::read, "panics", |_, _| panic!("no"))
                .allow_when(invoice::read, "small", |_, row| row.cents < 3)
        }),
        [0, 1, 2]
    );
}

#[test]
fn rows_of_another_tenant_are_dropped() {
    let policy = tenants(Policy::builder(&PERMISSIONS))
        .role("r", |role| role.allow(invoice::read))
        .build()
        .expect("well formed");
    let dock = dock_with(policy);
    let mut rows = rows();
    rows[4].tenant = "globex".into();
    rows[5].tenant = String::new();
    let kept = dock.filter(operations::listInvoices, rows.clone(), &user("u_1", ["r"]));
    assert_eq!(kept.len(), 18);
    assert!(kept.iter().all(|row| row.tenant == "acme"));
    let none = dock.filter(
        operations::listInvoices,
        rows,
        &Caller::user("u_1").role("r"),
    );
    assert!(
        none.is_empty(),
        "a caller without a tenant sees nobody's rows"
    );
}

#[test]
fn rows_of_the_wrong_type_are_dropped() {
    let (dock, events) = dock();
    let clerk = user("u_1", ["clerk"]);
    let customers = vec![
        Customer {
            id: "c_1".into(),
            tenant: "acme".into()
        };
        3
    ];
    assert_eq!(
        dock.filter_results("listInvoices", customers.clone(), &clerk),
        Ok(vec![])
    );
    let event = events.one();
    assert_eq!(event["counts"], json!({ "rows": 3, "kept": 0 }));
    assert_eq!(event["outcome"], "denied");
    assert_eq!(
        dock.filter_results("listCustomers", customers.clone(), &clerk),
        Ok(customers)
    );
}

#[test]
fn by_name_an_operation_without_results_is_an_error_and_returns_no_rows() {
    let (dock, events) = dock();
    let clerk = user("u_1", ["clerk"]);
    let error = dock
        .filter_results("sendInvoice", rows(), &clerk)
        .expect_err("no results");
    assert_eq!(error, FilterError::NoResults);
    assert!(error.to_string().contains("results"), "{error}");
    let event = events.one();
    assert_eq!(event["outcome"], "denied");
    assert_eq!(event["counts"], json!({ "rows": 20, "kept": 0 }));
}

#[test]
fn an_unknown_name_is_an_error_and_returns_no_rows() {
    let (dock, events) = dock();
    let clerk = user("u_1", ["clerk"]);
    for name in ["nothing", "LISTINVOICES", "", "listInvoices\n"] {
        let error = dock
            .filter_results(name, rows(), &clerk)
            .expect_err("unknown");
        assert_eq!(error, FilterError::UnknownOperation);
        assert_eq!(error.to_string(), "there is no operation of this name");
        let event = events.one();
        assert_eq!(event["reason"], "unknown-operation");
        assert_eq!(event["counts"], json!({ "rows": 20, "kept": 0 }));
        assert!(
            !event["operation"]
                .as_str()
                .expect("the name")
                .contains('\n')
        );
    }
}

#[test]
fn a_call_is_one_event_with_counts() {
    let (dock, events) = dock();
    let mut rows = rows();
    rows[0].tenant = "globex".into();
    let clerk = user("u_1", ["clerk"]);
    let kept = dock.filter(operations::listInvoices, rows.clone(), &clerk);
    assert_eq!(kept.len(), 19);
    assert_eq!(
        events.one(),
        json!({
            "outcome": "granted",
            "operation": "listInvoices",
            "permission": "billing.invoice.read",
            "source": "code",
            "principal": { "kind": "user", "id": "u_1" },
            "tenant": "acme",
            "counts": { "rows": 20, "kept": 19 },
        })
    );
    let _ = dock.filter_results("listInvoices", rows, &clerk);
    assert_eq!(events.one()["source"], "agent");
}

#[test]
fn the_event_names_the_results_leaf() {
    let (dock, events) = dock();
    let clerk = user("u_1", ["clerk"]);
    dock.filter(operations::listCustomers, vec![], &clerk);
    let event = events.one();
    assert_eq!(event["permission"], "billing.customer.read");
    assert_eq!(event["counts"], json!({ "rows": 0, "kept": 0 }));
}

#[test]
fn a_list_that_nothing_allows_is_a_denial_in_the_event() {
    let (dock, events) = dock();
    for (caller, reason) in [
        (user("u_1", []), "no-grant"),
        (Caller::anonymous(), "anonymous"),
        (
            user("u_1", ["clerk"]).acting(Actor::agent("a")),
            "no-delegation",
        ),
    ] {
        assert!(
            dock.filter(operations::listInvoices, rows(), &caller)
                .is_empty()
        );
        let event = events.one();
        assert_eq!(
            (&event["outcome"], &event["reason"]),
            (&json!("denied"), &json!(reason))
        );
        assert_eq!(event["counts"], json!({ "rows": 20, "kept": 0 }));
    }
}

#[test]
fn no_event_of_a_list_holds_a_row() {
    let (dock, events) = dock();
    let clerk = user("u_1", ["clerk"]);
    dock.filter(operations::listInvoices, rows(), &clerk);
    let _ = dock.filter_results("listInvoices", vec![secrets::ROW; 4], &clerk);
    no_secret_in(&events.everything());
}

#[test]
fn a_delegation_narrows_a_list_to_its_results_leaf() {
    let (dock, _) = dock();
    let agent = |key: &str| {
        let leaf = PERMISSIONS.get(key).expect("declared");
        user("u_1", ["clerk"])
            .acting(Actor::agent("a"))
            .delegated(Delegation::permissions([leaf]))
    };
    assert_eq!(
        dock.filter(
            operations::listInvoices,
            rows(),
            &agent("billing.invoice.read")
        )
        .len(),
        20
    );
    assert!(
        dock.filter(
            operations::listInvoices,
            rows(),
            &agent("billing.invoice.submit")
        )
        .is_empty()
    );
}

#[test]
fn the_sink_that_panics_drops_no_row() {
    let dock = dock_with(policy_of(|role| role.allow(invoice::read)))
        .with_sink(|_: &permdock::Event<'_>| panic!("no"));
    let kept = dock.filter(operations::listInvoices, rows(), &user("u_1", ["r"]));
    assert_eq!(kept.len(), 20);
}

#[test]
fn an_empty_list_stays_empty() {
    let (dock, _) = recorded(dock_with(policy_of(|role| role.allow(invoice::read))));
    assert!(
        dock.filter(operations::listInvoices, vec![], &user("u_1", ["r"]))
            .is_empty()
    );
}
