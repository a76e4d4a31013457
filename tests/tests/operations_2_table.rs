//! The table: what is declared, what it serialises as, and how it is looked up.

use permdock::{
    Caller, Effect, Handle, NoInput, OPERATION_EFFECTS, OPERATION_RISKS, OperationInput,
    OperationMap, Outcome, PermDock, Risk, Verdict, is_operation_risk,
};
use permdock_tests::operations::{self, OPERATIONS};
use permdock_tests::{App, InvoiceId, Refund, dock, user};
use serde_json::{Value, json};

/// Names at the edges of what is allowed.
mod edges {
    pub struct App;
    permdock::define_permissions! { pub mod permissions { report { run } } }
    permdock::define_operations! {
        pub mod operations for App in permissions;
        a { permission: report::run }
        "0123456789-._" as digits_first { permission: report::run }
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" as longest {
            permission: report::run,
            meta: { title: "x" },
        }
        "a." as a_dot { permission: report::run }
        r#match { permission: report::run }
        absent { permission: report::run, meta: {} }
        #[cfg(any())]
        switched_off { permission: report::run }
        #[cfg(all())]
        switched_on {
            permission: report::run,
            meta: { effects: [read, write, delete, send, spend, external] },
        }
    }
}

/// The same operation with different labels.
mod labels {
    pub struct App;
    permdock::define_permissions! { pub mod permissions { report { run, hide } } }
    permdock::define_operations! {
        pub mod operations for App in permissions;
        bare { permission: report::run }
        low { permission: report::run, meta: { risk: low, effects: [read], title: "Harmless" } }
        critical { permission: report::run, meta: { risk: critical, effects: [delete, spend], title: "Terrible" } }
        hidden_low { permission: report::hide, meta: { risk: low } }
    }
}

fn of<O: Handle>(_: O) -> &'static str {
    O::OPERATION.name()
}

fn value(name: &str) -> Value {
    serde_json::to_value(OPERATIONS.get(name).expect("declared")).expect("plain")
}

#[test]
fn each_entry_has_what_was_declared_in_the_order_of_declaration() {
    let table: &'static OperationMap<App> = &OPERATIONS;
    let names: Vec<_> = table.iter().map(|one| one.name()).collect();
    assert_eq!(
        names,
        [
            "sendInvoice",
            "voidInvoice",
            "refundInvoice",
            "listInvoices",
            "listCustomers",
            "report.run-daily",
            "voidEverything",
        ]
    );
    assert_eq!(table.len(), 7);
    let send = table.get("sendInvoice").expect("declared");
    assert_eq!(send.permission().key(), "billing.invoice.submit");
    assert!(send.results().is_none());
    assert!(send.loads());
    let list = table.get("listCustomers").expect("declared");
    assert_eq!(list.permission().key(), "report.export");
    assert_eq!(
        list.results().map(|leaf| leaf.key()),
        Some("billing.customer.read")
    );
    assert!(!list.loads());
}

#[test]
fn an_identifier_is_its_own_name_and_another_name_has_a_handle() {
    assert_eq!(of(operations::sendInvoice), "sendInvoice");
    assert_eq!(of(operations::runDailyReport), "report.run-daily");
    assert!(OPERATIONS.get("runDailyReport").is_none());
    assert_eq!(of(edges::operations::r#match), "match");
}

#[test]
fn a_name_has_1_to_128_characters_of_the_allowed_ones_and_is_used_unchanged() {
    let longest = "a".repeat(128);
    for name in ["a", "0123456789-._", "a.", longest.as_str(), "match"] {
        let found = edges::operations::OPERATIONS.get(name);
        assert_eq!(found.map(|one| one.name()), Some(name));
    }
}

#[test]
fn the_input_type_is_the_loaders_or_the_declared_one_or_none_at_all() {
    let _: OperationInput<operations::sendInvoice> = InvoiceId { id: "inv_1".into() };
    let _: OperationInput<operations::refundInvoice> = Refund {
        id: "inv_1".into(),
        cents: 1,
        lines: vec![],
    };
    let _: OperationInput<operations::listCustomers> = InvoiceId { id: "inv_1".into() };
    let _: OperationInput<operations::runDailyReport> = NoInput {};
}

#[tokio::test]
async fn no_input_accepts_an_empty_object_or_nothing() {
    let (dock, _) = dock();
    let analyst = user("u_1", ["analyst"]);
    for input in ["{}", "", "null", " { } ", "\n"] {
        let verdict = dock
            .decide_operation("report.run-daily", input, &analyst)
            .await;
        assert!(
            matches!(verdict, Verdict::Granted(_)),
            "{input:?}: {verdict:?}"
        );
    }
    for input in [
        r#"{"x":1}"#,
        r#"{"":null}"#,
        "[]",
        "0",
        "false",
        r#""""#,
        "{",
    ] {
        let verdict = dock
            .decide_operation("report.run-daily", input, &analyst)
            .await;
        assert_eq!(
            verdict.outcome().reason().map(|reason| reason.as_str()),
            Some("validation"),
            "{input:?}"
        );
    }
}

#[test]
fn the_schema_of_no_input_is_a_closed_empty_object() {
    let schema = OPERATIONS
        .get("report.run-daily")
        .and_then(|one| one.input_schema())
        .expect("it has one");
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["additionalProperties"], false);
    let properties = schema.get("properties").and_then(Value::as_object);
    assert!(properties.is_none_or(serde_json::Map::is_empty), "{schema}");
}

#[test]
fn the_schema_of_an_input_is_the_one_its_type_derives() {
    let schema = OPERATIONS
        .get("sendInvoice")
        .and_then(|one| one.input_schema())
        .expect("it derives one");
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["properties"]["id"]["type"], "string");
    assert_eq!(schema["required"], json!(["id"]));
}

#[test]
fn risks_are_a_closed_ordered_list() {
    let words = OPERATION_RISKS.map(Risk::as_str);
    assert_eq!(words, ["low", "medium", "high", "critical"]);
    assert!(OPERATION_RISKS.is_sorted());
    assert!(Risk::Low < Risk::Medium && Risk::Medium < Risk::High && Risk::High < Risk::Critical);
    for word in words {
        assert!(is_operation_risk(word));
        assert_eq!(
            word.parse::<Risk>().map(|risk| risk.to_string()),
            Ok(word.to_owned())
        );
        assert_eq!(
            serde_json::from_value::<Risk>(json!(word))
                .map(Risk::as_str)
                .ok(),
            Some(word)
        );
    }
    for word in ["", "Low", "LOW", "low ", "low\n", "severe", "none"] {
        assert!(!is_operation_risk(word), "{word:?}");
        assert!(
            serde_json::from_value::<Risk>(json!(word)).is_err(),
            "{word:?}"
        );
    }
}

#[test]
fn effects_are_a_closed_list() {
    let words = OPERATION_EFFECTS.map(Effect::as_str);
    assert_eq!(
        words,
        ["read", "write", "delete", "send", "spend", "external"]
    );
    for word in words {
        assert_eq!(
            word.parse::<Effect>().map(|effect| effect.to_string()),
            Ok(word.to_owned())
        );
    }
    for word in ["", "Read", "execute", "read "] {
        assert!(word.parse::<Effect>().is_err(), "{word:?}");
        assert!(
            serde_json::from_value::<Effect>(json!(word)).is_err(),
            "{word:?}"
        );
    }
    let unknown = "execute"
        .parse::<Effect>()
        .expect_err("unknown")
        .to_string();
    assert!(
        unknown.contains("`read`") && unknown.contains("`external`"),
        "{unknown}"
    );
    let all = edges::operations::OPERATIONS
        .get("switched_on")
        .expect("declared");
    assert_eq!(all.meta().effects, OPERATION_EFFECTS);
}

#[test]
fn meta_holds_what_was_declared() {
    let meta = OPERATIONS.get("sendInvoice").expect("declared").meta();
    assert_eq!(meta.risk, Some(Risk::High));
    assert_eq!(meta.effects, [Effect::Send, Effect::External]);
    assert_eq!(meta.title, Some("Send invoice"));
}

#[test]
fn absent_meta_reads_as_empty_and_serialises_as_an_empty_object() {
    for name in ["a", "absent"] {
        let operation = edges::operations::OPERATIONS.get(name).expect("declared");
        assert_eq!(operation.meta().risk, None);
        assert!(operation.meta().effects.is_empty());
        assert_eq!(operation.meta().title, None);
        assert_eq!(
            serde_json::to_string(operation).expect("plain"),
            format!(r#"{{"name":"{name}","permission":"report.run","meta":{{}}}}"#)
        );
    }
}

#[test]
fn an_operation_serialises_as_keys_and_labels_and_never_its_loader() {
    assert_eq!(
        value("sendInvoice"),
        json!({ "name": "sendInvoice", "permission": "billing.invoice.submit",
                "meta": { "risk": "high", "effects": ["send", "external"], "title": "Send invoice" } })
    );
    assert_eq!(
        value("listCustomers"),
        json!({ "name": "listCustomers", "permission": "report.export",
                "results": "billing.customer.read", "meta": { "effects": ["read"] } })
    );
    assert_eq!(
        value("voidInvoice"),
        json!({ "name": "voidInvoice", "permission": "billing.invoice.void", "meta": { "risk": "critical" } })
    );
}

#[tokio::test]
async fn meta_never_decides_anything() {
    use labels::{operations, permissions};
    let policy = permdock::Policy::builder(&permissions::PERMISSIONS)
        .single_tenant()
        .role("r", |role| role.allow(permissions::report::run))
        .build()
        .expect("well formed");
    let dock = PermDock::new(&operations::OPERATIONS, policy, labels::App);
    for caller in [
        Caller::user("u_1").role("r"),
        Caller::user("u_1"),
        Caller::anonymous(),
    ] {
        let mut outcomes = Vec::new();
        for name in ["bare", "low", "critical"] {
            outcomes.push(dock.decide_operation(name, "{}", &caller).await.outcome());
        }
        assert_eq!(outcomes[0], outcomes[1]);
        assert_eq!(outcomes[0], outcomes[2]);
        let hidden = dock.decide_operation("hidden_low", "{}", &caller).await;
        assert!(!hidden.outcome().is_granted(), "a low risk grants nothing");
    }
    let granted = dock
        .decide_operation("critical", "{}", &Caller::user("u_1").role("r"))
        .await;
    assert_eq!(granted.outcome(), Outcome::Granted);
}

#[test]
fn doc_comments_are_the_description() {
    let description = |name| OPERATIONS.get(name).expect("declared").description();
    assert_eq!(
        description("sendInvoice"),
        Some("Sends an invoice to its customer.")
    );
    assert_eq!(
        description("voidInvoice"),
        Some("Voids an invoice.\n\nIt cannot be undone.")
    );
    assert_eq!(description("listInvoices"), None);
}

#[test]
fn an_entry_that_is_switched_off_is_not_there() {
    assert!(edges::operations::OPERATIONS.get("switched_off").is_none());
    assert!(edges::operations::OPERATIONS.get("switched_on").is_some());
}

#[test]
fn agents_look_up_exactly() {
    for near in [
        "sendinvoice",
        "SendInvoice",
        "sendInvoice ",
        " sendInvoice",
        "sendInvoice\n",
        "sendInvoice\0",
        "\u{a0}sendInvoice",
        "ſendInvoice",
        "sendInvoıce",
        "ｓendInvoice",
        "",
    ] {
        assert!(OPERATIONS.get(near).is_none(), "{near:?}");
    }
    assert!(OPERATIONS.get("sendInvoice").is_some());
}

#[test]
fn chat_looks_up_ignoring_ascii_case_and_nothing_else() {
    for same in ["sendInvoice", "SENDINVOICE", "sendinvoice", "SeNdInVoIcE"] {
        let found = OPERATIONS.get_ignore_case(same);
        assert_eq!(found.map(|one| one.name()), Some("sendInvoice"), "{same}");
    }
    assert_eq!(
        OPERATIONS
            .get_ignore_case("REPORT.RUN-DAILY")
            .map(|one| one.name()),
        Some("report.run-daily")
    );
    // U+017F and U+212A fold to `s` and `k` in Unicode, and not in ASCII.
    for other in [
        "ſendInvoice",
        "SENDINVOICE ",
        "sendInvoice\n",
        "sendInvoıce",
        "",
        "ſ",
    ] {
        assert!(OPERATIONS.get_ignore_case(other).is_none(), "{other:?}");
    }
    // Letters are folded, not other characters that differ in the same bit.
    for other in ["REPORT\u{e}RUN-DAILY", "report.run\rdaily"] {
        assert!(OPERATIONS.get_ignore_case(other).is_none(), "{other:?}");
    }
}

#[test]
fn an_operation_is_called_by_its_title_or_else_by_its_permissions_key() {
    let label = |name| OPERATIONS.get(name).expect("declared").label();
    assert_eq!(label("sendInvoice"), "Send invoice");
    assert_eq!(label("refundInvoice"), "billing.invoice.refund");
}

#[test]
fn the_tree_of_a_table_is_the_one_it_is_declared_against() {
    assert_eq!(
        OPERATIONS.permissions().len(),
        permdock_tests::permissions::PERMISSIONS.len()
    );
}
