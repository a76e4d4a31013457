//! Automations: a run for its owner, narrowed to what it lists.

use permdock::{Actor, ActorKind, Caller, Delegation, Verdict};
use permdock_tests::permissions::PERMISSIONS;
use permdock_tests::{Customer, dock, user};

const INV_1: &str = r#"{"id":"inv_1"}"#;

fn reason<G>(verdict: &Verdict<G>) -> &'static str {
    verdict
        .outcome()
        .reason()
        .map_or("none", |reason| reason.as_str())
}

#[test]
fn an_unknown_name_is_an_error_when_it_is_defined() {
    let (dock, _) = dock();
    let long = "x".repeat(5000);
    let listed = [
        "report.run-daily",
        "SENDINVOICE",
        "nothing\u{202e}\n",
        &long,
    ];
    let error = dock
        .automation("nightly\u{1b}", listed)
        .expect_err("unknown names");
    assert_eq!(error.unknown().len(), 3);
    assert_eq!(
        error.unknown()[0],
        "SENDINVOICE",
        "names are compared exactly"
    );
    let text = error.to_string();
    assert!(
        text.contains("`SENDINVOICE`") && text.contains(r"nothing\u{202e}\n"),
        "{text}"
    );
    assert!(text.contains(r"nightly\u{1b}"), "{text}");
    assert!(
        text.len() < 1000 && !text.chars().any(char::is_control),
        "{text}"
    );
}

#[test]
fn an_automation_knows_its_name_and_what_it_runs() {
    let (dock, _) = dock();
    let nightly = dock
        .automation("nightly", ["report.run-daily", "sendInvoice"])
        .expect("known");
    assert_eq!(nightly.name(), "nightly");
    let names: Vec<_> = nightly.operations().iter().map(|one| one.name()).collect();
    assert_eq!(names, ["report.run-daily", "sendInvoice"]);
}

#[test]
fn a_run_acts_for_its_owner_with_the_automation_as_actor() {
    let (dock, _) = dock();
    let nightly = dock
        .automation("nightly", ["report.run-daily"])
        .expect("known");
    let owner = user("u_1", ["analyst"]);
    let run = nightly.run(&owner);
    let caller = run.caller();
    assert_eq!(caller.id(), Some("u_1"));
    assert_eq!(caller.tenant_id(), Some("acme"));
    let actor = caller.actor().expect("the automation");
    assert_eq!(
        (actor.kind(), actor.id()),
        (ActorKind::Automation, "nightly")
    );
}

#[tokio::test]
async fn a_run_is_narrowed_to_exactly_the_listed_operations() {
    let (dock, _) = dock();
    let nightly = dock
        .automation("nightly", ["report.run-daily", "voidInvoice"])
        .expect("known");
    let owner = user("u_3", ["manager", "analyst", "clerk"]);
    let run = nightly.run(&owner);
    assert!(matches!(
        run.decide_operation("report.run-daily", "{}").await,
        Verdict::Granted(_)
    ));
    assert!(matches!(
        run.decide_operation("voidInvoice", INV_1).await,
        Verdict::Granted(_)
    ));
    for other in ["sendInvoice", "listInvoices", "listCustomers"] {
        let verdict = run.decide_operation(other, INV_1).await;
        assert_eq!(reason(&verdict), "not-delegated", "{other}");
    }
    let verdict = run.decide_operation("voidEverything", "{}").await;
    assert_eq!(
        reason(&verdict),
        "not-delegated",
        "the same leaf under another name"
    );
    assert_eq!(
        reason(&run.decide_operation("nothing", "{}").await),
        "unknown-operation"
    );
}

#[tokio::test]
async fn a_run_may_filter_by_the_results_leaf_of_what_it_lists() {
    let (dock, events) = dock();
    let rows = || dock.app().invoices.clone();
    let owner = user("u_1", ["clerk"]);
    let listing = dock.automation("nightly", ["listInvoices"]).expect("known");
    let kept = listing
        .run(&owner)
        .filter_results("listInvoices", rows())
        .expect("it has results");
    assert_eq!(kept.len(), 2, "the rows of the owner's tenant");
    assert_eq!(events.one()["source"], "automation");
    let other = dock.automation("nightly", ["sendInvoice"]).expect("known");
    let kept = other
        .run(&owner)
        .filter_results("listInvoices", rows())
        .expect("it has results");
    assert!(kept.is_empty());
    assert_eq!(events.one()["reason"], "not-delegated");
    assert!(
        other
            .run(&owner)
            .filter_results("sendInvoice", rows())
            .is_err()
    );
}

#[test]
fn a_run_is_narrowed_to_the_results_leaf_where_it_is_another_than_the_permission() {
    let (dock, _) = dock();
    let customer = Customer {
        id: "c_1".into(),
        tenant: "acme".into(),
    };
    let owner = user("u_1", ["clerk", "analyst"]);
    let listing = dock
        .automation("nightly", ["listCustomers"])
        .expect("known");
    let run = listing.run(&owner);
    assert_eq!(
        run.filter_results("listCustomers", vec![customer.clone()]),
        Ok(vec![customer])
    );
    let rows = dock.app().invoices.clone();
    assert_eq!(run.filter_results("listInvoices", rows), Ok(vec![]));
}

#[tokio::test]
async fn narrowing_never_adds() {
    let (dock, _) = dock();
    let nightly = dock
        .automation("nightly", ["report.run-daily", "voidInvoice"])
        .expect("known");
    let run = nightly
        .run(&user("u_4", ["clerk"]))
        .decide_operation("report.run-daily", "{}")
        .await;
    assert_eq!(reason(&run), "no-grant");
    // An owner who acts through an agent stays within what the agent may do.
    let agent = user("u_3", ["manager", "analyst"])
        .acting(Actor::agent("assistant"))
        .delegated(Delegation::permissions([PERMISSIONS
            .get("report.run")
            .expect("declared")]));
    let run = nightly.run(&agent);
    assert!(matches!(
        run.decide_operation("report.run-daily", "{}").await,
        Verdict::Granted(_)
    ));
    assert_eq!(
        reason(&run.decide_operation("voidInvoice", INV_1).await),
        "not-delegated"
    );
    let undelegated = user("u_3", ["analyst"]).acting(Actor::agent("assistant"));
    let run = nightly
        .run(&undelegated)
        .decide_operation("report.run-daily", "{}")
        .await;
    assert_eq!(reason(&run), "not-delegated");
}

#[tokio::test]
async fn an_anonymous_owner_gets_what_anonymous_gets() {
    let (dock, _) = dock();
    let nightly = dock
        .automation("nightly", ["report.run-daily"])
        .expect("known");
    let verdict = nightly
        .run(&Caller::anonymous())
        .decide_operation("report.run-daily", "{}")
        .await;
    assert_eq!(reason(&verdict), "anonymous");
}

#[tokio::test]
async fn the_owner_counts_as_it_stands_at_each_run() {
    let (dock, _) = dock();
    let nightly = dock
        .automation("nightly", ["report.run-daily"])
        .expect("known");
    let before = nightly
        .run(&user("u_1", ["analyst"]))
        .decide_operation("report.run-daily", "{}")
        .await;
    assert!(matches!(before, Verdict::Granted(_)));
    let after = nightly
        .run(&user("u_1", []))
        .decide_operation("report.run-daily", "{}")
        .await;
    assert_eq!(reason(&after), "no-grant");
}

#[tokio::test]
async fn an_empty_list_runs_nothing() {
    let (dock, _) = dock();
    let nothing = dock.automation("idle", [] as [&str; 0]).expect("no error");
    let run = nothing.run(&user("u_3", ["manager", "analyst", "clerk", "cashier"]));
    for operation in dock.operations() {
        let verdict = run.decide_operation(operation.name(), INV_1).await;
        assert_eq!(reason(&verdict), "not-delegated", "{}", operation.name());
    }
    assert_eq!(dock.allowed_operations(run.caller()).count(), 0);
}

#[tokio::test]
async fn what_needs_an_approval_parks_and_the_run_goes_on() {
    let (dock, _) = dock();
    let nightly = dock
        .automation("nightly", ["sendInvoice", "voidInvoice"])
        .expect("known");
    let run = nightly.run(&user("u_3", ["manager"]));
    let Verdict::ApprovalRequired(parked) = run.decide_operation("sendInvoice", INV_1).await else {
        panic!("a manager needs an approval to send")
    };
    assert_eq!(parked.request().actor().map(Actor::id), Some("nightly"));
    let next = run.decide_operation("voidInvoice", INV_1).await;
    assert!(matches!(next, Verdict::Granted(_)));
}

#[test]
fn a_listing_for_a_run_shows_only_what_it_lists() {
    let (dock, _) = dock();
    let nightly = dock
        .automation("nightly", ["sendInvoice", "listCustomers"])
        .expect("known");
    let run = nightly.run(&user("u_3", ["manager", "analyst"]));
    let names: Vec<_> = dock
        .allowed_operations(run.caller())
        .map(|one| one.name())
        .collect();
    assert_eq!(names, ["sendInvoice", "listCustomers"]);
}
