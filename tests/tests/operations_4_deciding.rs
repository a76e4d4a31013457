//! Deciding an operation by name, as an agent asks for it.

use permdock::{
    Actor, ApprovalRequired, Approvers, Caller, Delegation, Outcome, PermDock, Policy, Source,
    Verdict,
};
use permdock_tests::permissions::{PERMISSIONS, billing::invoice, report};
use permdock_tests::{
    App, InvoiceId, Recorder, Refund, dock, dock_with, ids, no_secret_in, operations, policy,
    policy_of, recorded, refusal, secrets, tenants, user,
};
use serde_json::value::RawValue;
use serde_json::{Value, json};

const INV_1: &str = r#"{"id":"inv_1"}"#;

fn id(id: &str) -> String {
    json!({ "id": id }).to_string()
}

async fn approval(
    dock: &PermDock<App>,
    name: &str,
    input: &str,
    caller: &Caller,
) -> ApprovalRequired {
    match dock.decide_operation(name, input, caller).await {
        Verdict::ApprovalRequired(required) => required,
        other => panic!("{other:?}"),
    }
}

// The path.

#[tokio::test]
async fn a_granted_call_hands_over_the_row_loaded_once() {
    let (dock, events) = dock();
    let clerk = user("u_1", ["clerk"]);
    let Verdict::Granted(granted) = dock.decide_operation("sendInvoice", INV_1, &clerk).await
    else {
        panic!("u_1 owns it")
    };
    assert_eq!(granted.operation(), "sendInvoice");
    assert_eq!(granted.permission().key(), "billing.invoice.submit");
    assert_eq!(
        granted.row::<permdock_tests::Invoice>(),
        Some(&dock.app().invoices[0])
    );
    assert_eq!(
        granted.input::<InvoiceId>(),
        Some(&InvoiceId { id: "inv_1".into() })
    );
    assert!(
        granted.row::<String>().is_none(),
        "a row of another type is none"
    );
    assert_eq!(dock.app().loads(), 1, "loaded once");
    assert_eq!(events.one()["outcome"], "granted");
}

#[tokio::test]
async fn an_operation_without_a_loader_hands_over_no_row() {
    let (dock, _) = dock();
    let analyst = user("u_1", ["analyst"]);
    let Verdict::Granted(granted) = dock
        .decide_operation("report.run-daily", "{}", &analyst)
        .await
    else {
        panic!("granted")
    };
    assert!(granted.row::<permdock_tests::Invoice>().is_none());
}

#[tokio::test]
async fn a_synchronous_loader_runs_inline() {
    let (dock, _) = dock();
    let manager = user("u_3", ["manager"]);
    let mut deciding = std::pin::pin!(dock.decide_operation("voidInvoice", INV_1, &manager));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(matches!(
        deciding.as_mut().poll(&mut context),
        std::task::Poll::Ready(Verdict::Granted(_))
    ));
}

#[tokio::test]
async fn a_loader_never_runs_for_somebody_who_has_nothing() {
    let (dock, _) = dock();
    let agent = user("u_1", ["clerk"]).acting(Actor::agent("assistant"));
    for (caller, reason) in [
        (Caller::anonymous(), "anonymous"),
        (user("u_1", []), "no-grant"),
        (user("u_1", ["analyst"]), "no-grant"),
        (user("u_1", ["suspended"]), "no-grant"),
        (user("u_1", ["clerk", "suspended"]), "deny"),
        (agent.clone(), "no-delegation"),
        (agent.delegated(Delegation::nothing()), "not-delegated"),
    ] {
        let (told, _) = refusal(&dock, "sendInvoice", INV_1, &caller).await;
        // A deny and the want of any allow are both told without a row; which comes first is free.
        if caller.has_role("suspended") {
            assert!(told == "deny" || told == reason, "{told}");
        } else {
            assert_eq!(told, reason);
        }
    }
    assert_eq!(dock.app().loads(), 0);
}

#[tokio::test]
async fn the_input_is_not_read_for_somebody_who_has_nothing() {
    let (dock, _) = dock();
    let (reason, message) = refusal(&dock, "sendInvoice", "not json", &user("u_1", [])).await;
    assert_eq!(reason, "no-grant");
    assert!(!message.contains("JSON"), "{message}");
}

#[tokio::test]
async fn a_loader_never_runs_for_an_input_that_does_not_fit() {
    let (dock, _) = dock();
    let clerk = user("u_1", ["clerk"]);
    refusal(&dock, "sendInvoice", r#"{"id":7}"#, &clerk).await;
    assert_eq!(dock.app().loads(), 0);
}

#[tokio::test]
async fn input_may_be_bytes_text_a_raw_value_or_a_value() {
    let (dock, _) = dock();
    let clerk = user("u_1", ["clerk"]);
    let raw = RawValue::from_string(INV_1.to_owned()).expect("JSON");
    let value: Value = serde_json::from_str(INV_1).expect("JSON");
    macro_rules! granted {
        ($($input:expr),+ $(,)?) => {$(
            let verdict = dock.decide_operation("sendInvoice", $input, &clerk).await;
            assert!(matches!(verdict, Verdict::Granted(_)), "{}", stringify!($input));
        )+};
    }
    granted!(
        INV_1,
        INV_1.as_bytes(),
        br#"{"id":"inv_1"}"#,
        &INV_1.to_owned(),
        INV_1.to_owned(),
        INV_1.as_bytes().to_vec(),
        &*raw,
        &raw,
        raw.clone(),
        &value,
        value.clone(),
    );
}

#[tokio::test]
async fn the_typed_call_decides_alike() {
    let (dock, events) = dock();
    let clerk = user("u_1", ["clerk"]);
    let input = |id: &str| InvoiceId { id: id.into() };
    let verdict = dock
        .decide(operations::sendInvoice, input("inv_1"), &clerk)
        .await;
    let Verdict::Granted(call) = verdict else {
        panic!("{verdict:?}")
    };
    assert_eq!(call.row().id, "inv_1");
    assert_eq!(call.input(), &input("inv_1"));
    assert_eq!(call.caller(), &clerk);
    assert_eq!(call.app().invoices.len(), 3);
    let event = events.one();
    assert_eq!(
        (&event["outcome"], &event["source"]),
        (&json!("granted"), &json!("code"))
    );
    for (other, reason) in [
        ("inv_2", "condition"),
        ("inv_9", "validation"),
        (ids::BROKEN, "load-failed"),
    ] {
        let verdict = dock
            .decide(operations::sendInvoice, input(other), &clerk)
            .await;
        let by_name = refusal(&dock, "sendInvoice", id(other), &clerk).await;
        let Verdict::Denied(denied) = verdict else {
            panic!("{verdict:?}")
        };
        assert_eq!(denied.reason().as_str(), reason);
        assert_eq!(
            (denied.reason().as_str(), denied.message().to_owned()),
            by_name
        );
    }
}

// What a caller is told.

#[tokio::test]
async fn an_unknown_name_is_told_and_recorded_bounded_and_escaped() {
    let (dock, events) = dock();
    let clerk = user("u_1", ["clerk"]);
    let nasty = format!("sendInvoice\u{202e}\0\n\u{1b}[2J{}", "x".repeat(100_000));
    for name in ["", "SENDINVOICE", "sendInvoice ", nasty.as_str()] {
        let (reason, message) = refusal(&dock, name, INV_1, &clerk).await;
        assert_eq!(reason, "unknown-operation");
        assert_eq!(
            message, "there is no operation of this name",
            "it repeats nothing"
        );
        let event = events.one();
        assert_eq!(event["reason"], "unknown-operation");
        assert!(event.get("permission").is_none());
        let told = event["operation"].as_str().expect("the name");
        assert!(
            told.chars().count() < 300,
            "bounded: {}",
            told.chars().count()
        );
        assert!(
            !told.chars().any(char::is_control) && !told.contains('\u{202e}'),
            "{told}"
        );
    }
    refusal(&dock, &nasty, INV_1, &clerk).await;
    let event = events.one();
    let told = event["operation"].as_str().expect("the name");
    assert!(
        told.starts_with(r"sendInvoice\u{202e}\u{0}\n\u{1b}[2Jxxx"),
        "{told}"
    );
    assert!(told.ends_with("(128 of 100018 characters)"), "{told}");
}

#[tokio::test]
async fn a_misfit_is_told_where_and_what_was_expected_and_never_a_value() {
    let (dock, events) = dock();
    let cashier = user("u_1", ["cashier"]);
    for (input, path, expected) in [
        (json!({ "id": "inv_1", "cents": secrets::ARGUMENT }).to_string(), "$.cents", "integer"),
        (json!({ "id": 7, "cents": 1 }).to_string(), "$.id", "string"),
        (json!({ "id": "inv_1" }).to_string(), "$", "cents"),
        (
            json!({ "id": "inv_1", "cents": 1, "lines": [{ "sku": "a" }, { "sku": [secrets::ARGUMENT] }] }).to_string(),
            "$.lines[1].sku",
            "string",
        ),
        (
            json!({ "id": "inv_1", "cents": 1, "force": secrets::ARGUMENT }).to_string(),
            "$.force",
            "no such member",
        ),
        (
            json!({ "id": "inv_1", "cents": 1, "lines": [{ "sku": "a", "price": secrets::ARGUMENT }] }).to_string(),
            "$.lines[0].price",
            "no such member",
        ),
        (format!(r#"{{"id":"{0}","cents":1,"id":"{0}"}}"#, secrets::ARGUMENT), "$.id", "repeated"),
        (format!(r#"{{"id":"{}","cents":1"#, secrets::ARGUMENT), "$", "JSON"),
    ] {
        let (reason, message) = refusal(&dock, "refundInvoice", &input, &cashier).await;
        assert_eq!(reason, "validation", "{input}");
        assert!(message.contains(&format!("`{path}`")), "{message}");
        assert!(message.to_lowercase().contains(&expected.to_lowercase()), "{message}");
        no_secret_in(&message);
        no_secret_in(&events.everything());
        let event = events.one();
        assert_eq!(event["reason"], "validation");
        let detail = event["detail"].as_str().expect("the path");
        assert!(detail.contains(&format!("`{path}`")), "{detail}");
    }
    assert_eq!(dock.app().loads(), 0);
}

/// A policy under which one caller meets every way of not getting a row.
fn every_refusal() -> Policy {
    tenants(Policy::builder(&PERMISSIONS))
        .role("r", |role| {
            role.allow_when(invoice::refund, "small", |_, row| row.cents < 1000)
                .deny_when(invoice::refund, "paid", |_, row| row.cents == 0)
                .deny_when(invoice::refund, "panics", |_, row| {
                    assert!(row.id != "inv_4", "{}", secrets::CODE);
                    false
                })
        })
        .build()
        .expect("well formed")
}

#[tokio::test]
async fn a_missing_row_cannot_be_told_from_a_forbidden_a_denied_or_a_foreign_one() {
    let mut app = App::new();
    app.invoices
        .push(permdock_tests::Invoice::new("inv_4", "u_1", "acme", 5));
    let dock = PermDock::new(&operations::OPERATIONS, every_refusal(), app);
    let (dock, events) = recorded(dock);
    let caller = user("u_1", ["r"]);
    let mut messages = Vec::new();
    for (row, told, recorded) in [
        ("inv_9", "validation", "validation"),
        ("inv_1", "condition", "condition"),
        ("inv_2", "deny", "deny"),
        ("inv_3", "validation", "tenant-mismatch"),
        ("inv_4", "deny", "deny"),
    ] {
        let input = json!({ "id": row, "cents": 1 });
        let (reason, message) = refusal(&dock, "refundInvoice", input, &caller).await;
        assert_eq!(reason, told, "{row}, for the host");
        assert_eq!(events.one()["reason"], recorded, "{row}, for the event");
        messages.push(message);
    }
    messages.dedup();
    assert_eq!(messages.len(), 1, "one constant: {messages:?}");
    assert!(!messages[0].is_empty());
}

#[tokio::test]
async fn the_constant_is_one_for_every_operation() {
    let (dock, _) = dock();
    let caller = user("u_1", ["clerk", "manager", "cashier"]);
    let (_, send) = refusal(&dock, "sendInvoice", id("inv_9"), &caller).await;
    let (_, void) = refusal(&dock, "voidInvoice", id("inv_9"), &caller).await;
    let (_, refund) = refusal(
        &dock,
        "refundInvoice",
        json!({ "id": "x", "cents": 1 }),
        &caller,
    )
    .await;
    assert_eq!(send, void);
    assert_eq!(void, refund);
}

#[tokio::test]
async fn a_loader_that_fails_is_told_in_a_constant_line_and_its_cause_stands_in_the_event() {
    let (dock, events) = dock();
    let clerk = user("u_1", ["clerk", "cashier"]);
    let (reason, asynchronous) = refusal(&dock, "sendInvoice", id(ids::BROKEN), &clerk).await;
    assert_eq!(reason, "load-failed");
    let event = events.one();
    assert_eq!(event["reason"], "load-failed");
    assert!(
        event["detail"]
            .as_str()
            .expect("the cause")
            .contains(secrets::PASSWORD)
    );
    let input = json!({ "id": ids::BROKEN, "cents": 1 });
    let (reason, synchronous) = refusal(&dock, "refundInvoice", input, &clerk).await;
    assert_eq!(reason, "load-failed");
    assert_eq!(asynchronous, synchronous);
    no_secret_in(&asynchronous);
}

#[tokio::test]
async fn what_needs_an_approval_is_told_and_carries_the_request() {
    let (dock, events) = dock();
    let manager = user("u_3", ["manager"]);
    let required = approval(&dock, "sendInvoice", INV_1, &manager).await;
    let request = required.request();
    assert_eq!(request.operation(), "sendInvoice");
    assert_eq!(request.permission(), "billing.invoice.submit");
    assert_eq!(request.input(), INV_1);
    assert_eq!(request.tenant(), Some("acme"));
    assert_eq!(request.principal(), manager.principal());
    assert_eq!(request.actor(), None);
    assert_eq!(request.approvers(), &Approvers::role("controller"));
    assert_eq!(request.resource_id(), None);
    assert_eq!(
        required
            .row::<permdock_tests::Invoice>()
            .map(|row| row.cents),
        Some(1200)
    );
    let message = required.message();
    assert!(
        message.contains("`sendInvoice`") && message.contains("controller"),
        "{message}"
    );
    assert!(message.contains("waits"), "{message}");
    let event = events.one();
    assert_eq!(event["outcome"], "approval-required");
    assert_eq!(event["request"], request.id());
    assert!(event.get("reason").is_none());
}

// Events.

#[tokio::test]
async fn an_event_says_caller_actor_operation_permission_outcome_reason_request_and_source() {
    let (dock, events) = dock();
    let agent = Caller::user("u_3")
        .issuer("https://id.example")
        .tenant("acme")
        .role("manager")
        .acting(Actor::agent("assistant"))
        .delegated(Delegation::permissions(&PERMISSIONS));
    let required = approval(&dock, "sendInvoice", INV_1, &agent).await;
    assert_eq!(
        events.one(),
        json!({
            "outcome": "approval-required",
            "operation": "sendInvoice",
            "permission": "billing.invoice.submit",
            "request": required.request().id(),
            "source": "agent",
            "principal": { "kind": "user", "id": "u_3", "issuer": "https://id.example" },
            "tenant": "acme",
            "actor": { "kind": "agent", "id": "assistant" },
        })
    );
    refusal(&dock, "voidInvoice", id("inv_2"), &agent).await;
    assert_eq!(
        events.one(),
        json!({
            "outcome": "denied",
            "reason": "deny",
            "detail": "the condition `paid` of the role `manager`",
            "operation": "voidInvoice",
            "permission": "billing.invoice.void",
            "source": "agent",
            "principal": { "kind": "user", "id": "u_3", "issuer": "https://id.example" },
            "tenant": "acme",
            "actor": { "kind": "agent", "id": "assistant" },
        })
    );
    refusal(&dock, "voidInvoice", id("inv_2"), &Caller::anonymous()).await;
    assert_eq!(
        events.one(),
        json!({
            "outcome": "denied",
            "reason": "anonymous",
            "operation": "voidInvoice",
            "permission": "billing.invoice.void",
            "source": "agent",
            "principal": { "kind": "anonymous" },
        })
    );
}

#[test]
fn sources_are_stable_words() {
    assert_eq!(Source::Code.as_str(), "code");
    assert_eq!(Source::Agent.as_str(), "agent");
    assert_eq!(Source::Automation("nightly").as_str(), "automation");
    assert_eq!(Source::Chat.as_str(), "chat");
}

#[tokio::test]
async fn an_automations_events_name_the_automation() {
    let (dock, events) = dock();
    let nightly = dock
        .automation("nightly", ["report.run-daily"])
        .expect("known");
    let verdict = nightly
        .run(&user("u_1", ["analyst"]))
        .decide_operation("report.run-daily", "{}")
        .await;
    assert!(matches!(verdict, Verdict::Granted(_)));
    let event = events.one();
    assert_eq!(event["source"], "automation");
    assert_eq!(
        event["actor"],
        json!({ "kind": "automation", "id": "nightly" })
    );
    assert_eq!(event["principal"]["id"], "u_1");
}

/// Every kind of call there is, with secrets in all that must not be seen.
async fn busy_run(dock: &PermDock<App>) -> usize {
    let caller = user(
        "u_1",
        ["clerk", "manager", "cashier", "analyst", "jumpy", "wary"],
    );
    let caller = caller
        .acting(Actor::agent("assistant"))
        .delegated(Delegation::permissions(&PERMISSIONS));
    let mut decisions = 0;
    for name in [
        "sendInvoice",
        "voidInvoice",
        "refundInvoice",
        "listInvoices",
        "listCustomers",
        "nothing",
    ] {
        for row in [
            "inv_1",
            "inv_2",
            "inv_3",
            "inv_9",
            ids::BOOM,
            ids::LATE_BOOM,
        ] {
            for input in [
                json!({ "id": row, "cents": 1, "lines": [{ "sku": secrets::ARGUMENT }] }),
                json!({ "id": row }),
                json!({ "id": [row, secrets::ARGUMENT] }),
                json!({ "id": secrets::ARGUMENT, "cents": 5 }),
                json!({ "id": secrets::ARGUMENT }),
                json!({ "id": row, "x": secrets::ARGUMENT }),
                json!(secrets::ARGUMENT),
            ] {
                let verdict = dock.decide_operation(name, &input, &caller).await;
                no_secret_in(&format!("{verdict:?}"));
                match &verdict {
                    Verdict::Denied(denied) => no_secret_in(denied.message()),
                    Verdict::ApprovalRequired(required) => no_secret_in(&required.message()),
                    Verdict::Granted(granted) => no_secret_in(&format!("{granted:?}")),
                }
                decisions += 1;
            }
        }
    }
    let rows = || dock.app().invoices.clone();
    for row in rows() {
        dock.check(operations::sendInvoice, &row, &caller);
        dock.check(operations::voidInvoice, &row, &caller);
        decisions += 2;
    }
    dock.filter(operations::listInvoices, rows(), &caller);
    let _ = dock.filter_results("listInvoices", rows(), &caller);
    let _ = dock.filter_results("sendInvoice", rows(), &caller);
    let _ = dock.filter_results("nothing", rows(), &caller);
    let _ = dock.filter_results("listInvoices", vec![secrets::ROW], &caller);
    decisions + 5
}

#[tokio::test]
async fn no_event_holds_a_row_an_argument_a_credential_or_a_conditions_code() {
    let (dock, events) = dock();
    let decisions = busy_run(&dock).await;
    let everything = events.everything();
    assert!(everything.contains("granted") && everything.contains("approval-required"));
    assert!(
        everything.contains("could not be evaluated"),
        "a panicking condition was met"
    );
    no_secret_in(&everything);
    assert_eq!(
        events.take().len(),
        decisions,
        "one event for each decision"
    );
}

#[tokio::test]
async fn a_request_prints_without_its_argument() {
    let (dock, _) = dock();
    let cashier = user("u_3", ["cashier"]);
    let input =
        json!({ "id": "inv_1", "cents": 5, "lines": [{ "sku": secrets::ARGUMENT }] }).to_string();
    let required = approval(&dock, "refundInvoice", &input, &cashier).await;
    no_secret_in(&format!("{required:?}"));
    no_secret_in(&required.message());
    assert!(
        required.request().input().contains(secrets::ARGUMENT),
        "what is shown to the approver"
    );
}

#[tokio::test]
async fn a_condition_that_panics_is_named_and_not_quoted() {
    let (dock, events) = dock();
    refusal(&dock, "sendInvoice", INV_1, &user("u_1", ["jumpy"])).await;
    let event = events.one();
    assert_eq!(event["reason"], "condition");
    let detail = event["detail"].as_str().expect("which condition");
    assert!(
        detail.contains("`panics`") && detail.contains("`jumpy`"),
        "{detail}"
    );
    no_secret_in(&event.to_string());
}

// Listings.

fn listed(dock: &PermDock<App>, caller: &Caller) -> Vec<&'static str> {
    dock.allowed_operations(caller)
        .map(|one| one.name())
        .collect()
}

#[test]
fn a_listing_shows_what_might_be_granted_on_some_row() {
    let (dock, events) = dock();
    assert_eq!(
        listed(&dock, &user("u_1", ["clerk"])),
        ["sendInvoice", "listInvoices"]
    );
    assert_eq!(
        listed(&dock, &user("u_3", ["manager"])),
        ["sendInvoice", "voidInvoice", "listInvoices"],
        "approval-needing operations are listed; one that is decided without a row is denied"
    );
    assert_eq!(
        listed(&dock, &user("u_3", ["analyst"])),
        ["listCustomers", "report.run-daily"]
    );
    assert_eq!(dock.app().loads(), 0);
    assert!(events.take().is_empty(), "a listing decides nothing");
}

#[test]
fn a_listing_hides_what_an_unconditional_deny_refuses() {
    let (dock, _) = dock();
    assert_eq!(
        listed(&dock, &user("u_1", ["clerk", "suspended"])),
        ["listInvoices"]
    );
}

#[test]
fn a_listing_shows_what_a_conditional_deny_may_refuse() {
    let (dock, _) = dock();
    let shown = listed(&dock, &user("u_3", ["manager", "wary"]));
    assert!(shown.contains(&"voidInvoice"), "{shown:?}");
}

#[test]
fn anonymous_sees_only_what_anonymous_may_do() {
    let policy = policy_of(|role| role.allow(report::run));
    let dock = dock_with(policy);
    assert!(listed(&dock, &Caller::anonymous()).is_empty());
    assert_eq!(
        listed(&dock, &Caller::anonymous().role("r")),
        ["report.run-daily"]
    );
}

#[test]
fn a_listing_is_narrowed_by_a_delegation() {
    let (dock, _) = dock();
    let send = operations::OPERATIONS.get("sendInvoice").expect("declared");
    let agent = user("u_1", ["clerk"])
        .acting(Actor::agent("assistant"))
        .delegated(Delegation::operations([send]));
    assert_eq!(listed(&dock, &agent), ["sendInvoice"]);
}

// Sinks.

#[tokio::test]
async fn without_a_sink_everything_is_decided_all_the_same() {
    let dock = dock_with(policy());
    let verdict = dock
        .decide_operation("sendInvoice", INV_1, &user("u_1", ["clerk"]))
        .await;
    assert!(matches!(verdict, Verdict::Granted(_)));
}

#[tokio::test]
async fn a_clone_of_a_dock_tells_the_same_sink() {
    let (dock, events): (PermDock<App>, Recorder) = dock();
    let verdict = dock
        .clone()
        .decide_operation("sendInvoice", INV_1, &user("u_1", ["clerk"]))
        .await;
    assert_eq!(verdict.outcome(), Outcome::Granted);
    assert_eq!(events.one()["outcome"], "granted");
}

#[tokio::test]
async fn a_typed_input_is_taken_as_its_canonical_form() {
    let (dock, _) = dock();
    let cashier = user("u_3", ["cashier"]);
    let refund = Refund {
        id: "inv_1".into(),
        cents: 5,
        lines: vec![],
    };
    let Verdict::ApprovalRequired(typed) = dock
        .decide(operations::refundInvoice, refund, &cashier)
        .await
    else {
        panic!("needs an approval")
    };
    let named = approval(
        &dock,
        "refundInvoice",
        r#" {"cents": 5, "id": "inv_1"}"#,
        &cashier,
    )
    .await;
    assert_eq!(typed.request(), named.request());
    assert_eq!(
        typed.request().input(),
        r#"{"cents":5,"id":"inv_1","lines":[]}"#
    );
}
