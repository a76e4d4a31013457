//! The sink that emits each decision through `tracing`.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use permdock::{Actor, Delegation, Tracing};
use permdock_tests::permissions::PERMISSIONS;
use permdock_tests::{dock_with, no_secret_in, operations, policy, secrets, user};
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Level, Metadata, Subscriber};

/// One event as it was emitted.
#[derive(Clone, Debug)]
struct Emitted {
    target: String,
    level: Level,
    fields: BTreeMap<&'static str, String>,
}

#[derive(Clone, Default)]
struct Capture(Arc<Mutex<Vec<Emitted>>>);

struct Fields<'a>(&'a mut BTreeMap<&'static str, String>);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

impl Subscriber for Capture {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut fields = BTreeMap::new();
        event.record(&mut Fields(&mut fields));
        self.0.lock().expect("not poisoned").push(Emitted {
            target: event.metadata().target().to_owned(),
            level: *event.metadata().level(),
            fields,
        });
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// What is emitted, at any level, while this runs.
fn emitted(run: impl AsyncFnOnce()) -> Vec<Emitted> {
    let capture = Capture::default();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    tracing::subscriber::with_default(capture.clone(), || runtime.block_on(run()));
    let emitted = capture.0.lock().expect("not poisoned");
    emitted.clone()
}

fn fields(of: &Emitted) -> Vec<(&str, &str)> {
    of.fields
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect()
}

#[test]
fn a_denial_is_a_warning_with_the_true_reason() {
    let events = emitted(async || {
        let dock = dock_with(policy()).with_sink(Tracing);
        let clerk = user("u_1", ["clerk"]);
        let _ = dock
            .decide_operation("sendInvoice", r#"{"id":"inv_3"}"#, &clerk)
            .await;
    });
    assert_eq!(events.len(), 1);
    assert_eq!(
        (events[0].target.as_str(), events[0].level),
        ("permdock", Level::WARN)
    );
    assert_eq!(
        fields(&events[0]),
        [
            ("message", "decision"),
            ("operation", "sendInvoice"),
            ("outcome", "denied"),
            ("permission", "billing.invoice.submit"),
            ("principal", "u_1"),
            ("reason", "tenant-mismatch"),
            ("source", "agent"),
            ("tenant", "acme"),
        ]
    );
}

#[test]
fn a_grant_and_an_approval_are_information() {
    let events = emitted(async || {
        let dock = dock_with(policy()).with_sink(Tracing);
        let agent = user("u_3", ["manager"])
            .acting(Actor::agent("assistant"))
            .delegated(Delegation::permissions(&PERMISSIONS));
        let _ = dock
            .decide_operation("voidInvoice", r#"{"id":"inv_1"}"#, &agent)
            .await;
        let _ = dock
            .decide_operation("sendInvoice", r#"{"id":"inv_1"}"#, &agent)
            .await;
    });
    assert_eq!(events.len(), 2);
    assert!(events.iter().all(|event| event.level == Level::INFO));
    assert_eq!(events[0].fields["outcome"], "granted");
    assert_eq!(events[0].fields["actor"], "assistant");
    assert!(!events[0].fields.contains_key("reason"));
    assert_eq!(events[1].fields["outcome"], "approval-required");
    assert_eq!(events[1].fields["request"].len(), 64);
}

#[test]
fn a_filtered_list_has_its_counts() {
    let events = emitted(async || {
        let dock = dock_with(policy()).with_sink(Tracing);
        let rows = dock.app().invoices.clone();
        dock.filter(operations::listInvoices, rows, &user("u_1", ["clerk"]));
    });
    assert_eq!(events.len(), 1);
    assert_eq!(
        (
            events[0].fields["rows"].as_str(),
            events[0].fields["kept"].as_str()
        ),
        ("3", "2")
    );
}

#[test]
fn nothing_from_outside_is_emitted_raw_and_no_argument_at_all() {
    let events = emitted(async || {
        let dock = dock_with(policy()).with_sink(Tracing);
        let nasty = user("u_1", ["clerk", "cashier", "jumpy"]);
        let _ = dock
            .decide_operation("a\u{1b}[2J\n\u{202e}", "{}", &nasty)
            .await;
        for input in [
            json!({ "id": secrets::ARGUMENT, "cents": 1 }),
            json!({ "id": [secrets::ARGUMENT] }),
            json!({ "id": "inv_1", "x\u{1b}\n": secrets::ARGUMENT }),
        ] {
            let _ = dock.decide_operation("sendInvoice", &input, &nasty).await;
            let _ = dock.decide_operation("refundInvoice", &input, &nasty).await;
        }
    });
    assert_eq!(events.len(), 7, "nothing else is emitted, at any level");
    for event in &events {
        for (name, value) in &event.fields {
            no_secret_in(value);
            assert!(
                !value.chars().any(|c| c.is_control() || c == '\u{202e}'),
                "{name}: {value:?}"
            );
        }
    }
}
