//! The document: its order, its bytes, its fingerprint, its schema, and what a reader refuses.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::format_push_string,
    reason = "a test may panic"
)]

use permdock::catalog::{Catalog, ChangeKind, SCHEMA, changes};
use serde_json::{Value, json};

struct Invoice;
struct App;

permdock::define_permissions! {
    mod permissions {
        report { run }
        billing { invoice: Invoice { submit, read } }
    }
}

permdock::define_operations! {
    mod operations for App in permissions;

    sendInvoice {
        permission: billing::invoice::submit,
        data: |_: &App, _: &permdock::NoInput| Some(Invoice),
        meta: { risk: high, effects: [send, external], title: "Send invoice" },
    }
    "report.run-daily" as runDaily { permission: report::run }
    ListInvoices { permission: billing::invoice::read, results: billing::invoice::read }
}

const WRITTEN: &str = r#"{
  "$schema": "permdock.catalog-v1.schema.json",
  "version": 1,
  "generator": "permdock 0.1.0",
  "fingerprint": "@",
  "permissions": [
    {
      "key": "billing.invoice.read",
      "resource": "billing.invoice",
      "action": "read",
      "row": true
    },
    {
      "key": "billing.invoice.submit",
      "resource": "billing.invoice",
      "action": "submit",
      "row": true
    },
    {
      "key": "report.run",
      "resource": "report",
      "action": "run",
      "row": false
    }
  ],
  "operations": [
    {
      "name": "ListInvoices",
      "permission": "billing.invoice.read",
      "results": "billing.invoice.read",
      "meta": {}
    },
    {
      "name": "report.run-daily",
      "permission": "report.run",
      "meta": {}
    },
    {
      "name": "sendInvoice",
      "permission": "billing.invoice.submit",
      "meta": {
        "risk": "high",
        "effects": [
          "send",
          "external"
        ],
        "title": "Send invoice"
      }
    }
  ]
}
"#;

fn catalog() -> Catalog {
    Catalog::of(&operations::OPERATIONS)
}

fn faults(text: &str) -> String {
    Catalog::read(text.as_bytes()).unwrap_err().to_string()
}

/// A document with other members, and the fingerprint that belongs to it.
fn edited(edit: impl FnOnce(&mut Value)) -> String {
    let mut json: Value = serde_json::from_str(&catalog().to_json()).unwrap();
    edit(&mut json);
    json.to_string()
}

/// catalog.md, Document: sorted, two-space indent, one trailing newline, the same bytes every time;
/// absent members are absent, `meta` is `{}`, effects keep their order.
#[test]
fn the_bytes_are_these() {
    let catalog = catalog();
    let expected = WRITTEN.replace('@', &catalog.fingerprint());
    for _ in 0..20 {
        assert_eq!(catalog.to_json(), expected);
    }
}

/// catalog.md, Document: fingerprint. From Python: base64url of hashlib.sha256 over json.dumps with
/// sorted keys, no blanks, of the document without generator and fingerprint.
#[test]
fn the_fingerprint_is_over_the_rest() {
    let other = edited(|json| json["generator"] = json!("something else 9"));
    assert_eq!(Catalog::read(other.as_bytes()).unwrap(), catalog());
    assert_eq!(
        catalog().fingerprint(),
        "t8X8sBt2o_NgYDH6_ShqUkvO1JEo4dpaTZIQrKmVsxU"
    );
    let wrong = edited(|json| json["operations"][2]["meta"]["risk"] = json!("low"));
    assert!(faults(&wrong).starts_with("`$.fingerprint`: not that of this document"));
}

/// catalog.md, Document: readers ignore what they don't know, and the fingerprint covers it.
#[test]
fn an_unknown_member_is_ignored_and_covered() {
    let unsigned = edited(|json| json["operations"][0]["later"] = json!(1));
    assert_eq!(
        faults(&unsigned).lines().count(),
        1,
        "only the fingerprint is wrong: {}",
        faults(&unsigned)
    );
}

/// catalog.md, Document: another version, repeated members, duplicate names; all faults with paths.
#[test]
fn what_a_reader_refuses() {
    let text = catalog().to_json();
    assert!(faults(&text.replace("\"version\": 1", "\"version\": 2")).contains("`$.version`: "));
    let repeated = text.replace("\"version\": 1,", "\"version\": 1, \"version\": 1,");
    assert_eq!(faults(&repeated), "`$.version`: repeated member");
    for end in 0..text.len() - 1 {
        assert!(Catalog::read(&text.as_bytes()[..end]).is_err(), "{end}");
    }
    let deep = format!("{}1{}", "[".repeat(1000), "]".repeat(1000));
    assert!(faults(&deep).contains("nested more deeply than allowed"));
    let many = edited(|json| {
        json["operations"][1]["name"] = json!("ListInvoices");
        json["permissions"][0]["row"] = json!("yes");
        json["permissions"][1]["key"] = json!("other");
        json["operations"][2]["meta"]["risk"] = json!("severe");
        json["operations"][2]["meta"]["effects"] = json!(["send", "send", 1]);
        json["operations"][0]["results"] = Value::Null;
    });
    let many = faults(&many);
    for place in [
        "`$.operations`: the name `ListInvoices` comes twice",
        "`$.permissions[0].row`: expected true or false",
        "`$.permissions[1].key`: a key is its resource, a dot and its action",
        "`$.operations[2].meta.risk`: expected one of `low`",
        "`$.operations[2].meta.effects`: `send` is given twice",
        "`$.operations[2].meta.effects[2]`: expected a text",
        "`$.operations[0].results`: expected a text",
        "`$.fingerprint`: not that",
    ] {
        assert!(many.contains(place), "{place} in:\n{many}");
    }
    assert!(faults("{}").contains("`$.version`: missing"));
    assert!(faults("[]").contains("a catalog is an object"));
}

/// catalog.md, Document: the schema that ships with the crate. A small validator for what it uses.
#[test]
fn what_is_written_validates() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let json: Value = serde_json::from_str(&catalog().to_json()).unwrap();
    valid(&schema, &schema, &json, "$");
}

fn valid(root: &Value, schema: &Value, value: &Value, at: &str) {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.strip_prefix("#/$defs/").unwrap();
        return valid(root, &root["$defs"][name], value, at);
    }
    match schema["type"].as_str() {
        Some("object") => {
            let members = value.as_object().unwrap();
            for name in schema["required"].as_array().into_iter().flatten() {
                assert!(members.contains_key(name.as_str().unwrap()), "{at} {name}");
            }
            for (name, value) in members {
                // The schema knows every member that the type writes.
                let inner = schema["properties"].get(name);
                valid(
                    root,
                    inner.unwrap_or_else(|| panic!("{name}")),
                    value,
                    &format!("{at}.{name}"),
                );
            }
        }
        Some("array") => {
            for (place, item) in value.as_array().unwrap().iter().enumerate() {
                valid(root, &schema["items"], item, &format!("{at}[{place}]"));
            }
        }
        Some("string") => assert!(value.is_string(), "{at}"),
        Some("boolean") => assert!(value.is_boolean(), "{at}"),
        other => assert_eq!(other, None, "{at}"),
    }
    if let Some(words) = schema["enum"].as_array() {
        assert!(words.contains(value), "{at}");
    }
    if let Some(word) = schema.get("const") {
        assert_eq!(word, value, "{at}");
    }
}

/// The schema and the type agree: what the schema requires the reader misses, and what the schema
/// does not require the reader does without.
#[test]
fn the_schema_and_the_type_agree() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    for (list, name) in [("permissions", "permission"), ("operations", "operation")] {
        let definition = &schema["$defs"][name];
        for member in definition["properties"].as_object().unwrap().keys() {
            let without = edited(|json| {
                json[list][0].as_object_mut().unwrap().remove(member);
            });
            let missing = format!("`$.{list}[0].{member}`: missing");
            let required = definition["required"].as_array().unwrap();
            let refused = faults_of(&without).contains(&missing);
            assert_eq!(refused, required.contains(&json!(member)), "{member}");
        }
    }
    let risks: Vec<_> = permdock::OPERATION_RISKS.map(|risk| json!(risk)).into();
    assert_eq!(
        schema["$defs"]["meta"]["properties"]["risk"]["enum"],
        json!(risks)
    );
    let effects: Vec<_> = permdock::OPERATION_EFFECTS
        .map(|effect| json!(effect))
        .into();
    let listed = &schema["$defs"]["meta"]["properties"]["effects"]["items"]["enum"];
    assert_eq!(*listed, json!(effects));
}

fn faults_of(text: &str) -> String {
    Catalog::read(text.as_bytes()).map_or_else(|error| error.to_string(), |_| String::new())
}

/// catalog.md, Diff: what breaks, what is listed, and the widening first.
#[test]
fn changes_are_told() {
    mod other {
        use super::{App, Invoice};
        permdock::define_permissions! {
            pub(super) mod permissions {
                report { run }
                billing { invoice: Invoice { submit, read } }
            }
        }
        permdock::define_operations! {
            pub(super) mod operations for App in permissions;
            sendInvoice {
                permission: billing::invoice::read,
                results: billing::invoice::read,
                meta: { risk: low, effects: [send], title: "Send an invoice" },
            }
            ListInvoices { permission: billing::invoice::read }
            fresh { permission: report::run }
        }
    }
    let new = Catalog::of(&other::operations::OPERATIONS);
    let found = changes(&catalog(), &new);
    let kinds: Vec<_> = found.iter().map(|change| change.kind).collect();
    assert_eq!(
        kinds,
        [
            ChangeKind::ResultsRemoved,
            ChangeKind::OperationRemoved,
            ChangeKind::PermissionChanged,
            ChangeKind::ResultsAdded,
            ChangeKind::RiskLowered,
            ChangeKind::EffectsChanged,
            ChangeKind::TitleChanged,
            ChangeKind::OperationAdded,
        ]
    );
    let breaking = found.iter().filter(|change| change.breaking).count();
    assert_eq!(breaking, 3);
    assert_eq!(
        serde_json::to_value(&found[4]).unwrap(),
        json!({ "kind": "risk-lowered", "breaking": false, "subject": "sendInvoice",
                "old": "high", "new": "low" })
    );
    assert!(changes(&new, &new).is_empty());
}
