use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Instant;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::*;

mod members;
mod values;

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
struct Order {
    id: String,
    #[serde(default)]
    lines: Vec<Line>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not", alias = "urgent")]
    rush: bool,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
struct Line {
    sku: String,
    count: u64,
}

/// Within the usual limits.
fn admitted<I: Input>(raw: &[u8]) -> Result<I, InputFault> {
    admit(raw, &Limits::default())
}

/// What the input becomes, as its canonical form.
#[track_caller]
fn taken<I: Input>(raw: &str) -> String {
    match admitted::<I>(raw.as_bytes()) {
        Ok(value) => {
            let canonical = canonical_input(&value).unwrap();
            let again = admitted::<I>(canonical.as_bytes()).unwrap();
            assert_eq!(canonical_input(&again).unwrap(), canonical, "reads back");
            let typed = admit_typed(value).unwrap();
            assert_eq!(
                canonical_input(&typed).unwrap(),
                canonical,
                "as a typed call"
            );
            canonical
        }
        Err(fault) => panic!("{raw}: {fault}"),
    }
}

#[track_caller]
fn refused<I: Input>(raw: impl AsRef<[u8]>) -> String {
    match admitted::<I>(raw.as_ref()) {
        Ok(_) => panic!("taken: {}", String::from_utf8_lossy(raw.as_ref())),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn a_plain_input_is_taken() {
    for (raw, canonical) in [
        (
            r#"{"id":"a","lines":[{"sku":"x","count":2}]}"#,
            r#"{"id":"a","lines":[{"count":2,"sku":"x"}]}"#,
        ),
        (
            " {\n \"lines\" : [ ] , \"id\" : \"a\" } ",
            r#"{"id":"a","lines":[]}"#,
        ),
        (r#"{"id":"\u0061"}"#, r#"{"id":"a","lines":[]}"#),
        (
            r#"{"id":"a","note":null,"rush":false}"#,
            r#"{"id":"a","lines":[]}"#,
        ),
        (
            r#"{"id":"a","urgent":true}"#,
            r#"{"id":"a","lines":[],"rush":true}"#,
        ),
        (r#"{"id":"a","urgent":false}"#, r#"{"id":"a","lines":[]}"#),
        (
            r#"{"id":"a","note":"","rush":true}"#,
            r#"{"id":"a","lines":[],"note":"","rush":true}"#,
        ),
    ] {
        assert_eq!(taken::<Order>(raw), canonical);
    }
}

#[test]
fn a_fault_says_where_and_what_was_expected() {
    for (raw, said) in [
        (r#"{"id":7}"#, "`$.id`: expected a string"),
        (r#"{}"#, "`$`: expected a member `id`"),
        ("", "`$`: expected an object"),
        ("null", "`$`: expected an object"),
        (r#"{"id":"a","force":true}"#, "`$.force`: no such member"),
        (r#"{"id":"a","force":null}"#, "`$.force`: no such member"),
        (r#"{"id":"a","Id":"a"}"#, "`$.Id`: no such member"),
        (
            r#"{"id":"a","id\u0000":"a"}"#,
            r#"`$["id\u{0}"]`: no such member"#,
        ),
        (
            r#"{"id":"a","lines":[{"sku":"x","count":2},{"sku":"x","count":2,"price":0}]}"#,
            "`$.lines[1].price`: no such member",
        ),
        (
            r#"{"id":"a","lines":[{"sku":"x","count":-2}]}"#,
            "`$.lines[0].count`: expected an integer from 0 to 18446744073709551615",
        ),
        (r#"{"id":"a","id":"b"}"#, "`$.id`: repeated member"),
        (
            r#"{"id":"a","rush":true,"urgent":true}"#,
            "`$.rush`: repeated member",
        ),
        (r#"{"id":"a"} {}"#, "`$`: something follows the JSON value"),
        (
            r#"{"id":"hunter2","rush":"hunter2"}"#,
            "`$.rush`: expected a boolean",
        ),
    ] {
        assert_eq!(refused::<Order>(raw), said);
    }
    let fault = admitted::<Order>(br#"{"id":"a","lines":[1]}"#).unwrap_err();
    assert_eq!(
        format!("{fault:?}"),
        "InputFault(`$.lines[0]`: expected an object)"
    );
}

#[test]
fn no_input_is_nothing_an_empty_object_or_null() {
    for raw in ["", " \n", "{}", " { } ", "null"] {
        assert_eq!(taken::<NoInput>(raw), "{}");
    }
    assert_eq!(
        refused::<NoInput>(r#"{"force":true}"#),
        "`$.force`: no such member"
    );
    for raw in ["[]", "0", "\"\"", "false"] {
        assert_eq!(
            refused::<NoInput>(raw),
            "`$`: expected an object without members"
        );
    }
    assert_eq!(
        NoInput::schema(),
        serde_json::json!({ "type": "object", "additionalProperties": false })
    );
}

#[cfg(feature = "schema")]
#[test]
fn no_input_has_a_closed_empty_schema() {
    let schema = schemars::schema_for!(NoInput);
    assert_eq!(schema.get("additionalProperties"), Some(&false.into()));
    assert_eq!(schema.get("type"), Some(&"object".into()));
    assert_eq!(schema.get("properties"), None);
}

#[test]
fn bad_bytes_are_refused_at_once() {
    let started = Instant::now();
    let large = format!(r#"{{"id":"{}"}}"#, "x".repeat(10_000_000));
    assert_eq!(refused::<Order>(&large), "`$`: larger than allowed");
    assert_eq!(
        refused::<Order>(vec![b' '; 10_000_000]),
        "`$`: larger than allowed"
    );
    let deep = format!(r#"{{"id":{}{}}}"#, "[".repeat(10_000), "]".repeat(10_000));
    assert!(refused::<Order>(&deep).ends_with("nested more deeply than allowed"));
    assert!(refused::<serde_json::Value>(&deep).ends_with("nested more deeply than allowed"));
    assert!(started.elapsed().as_secs() < 2);

    assert_eq!(refused::<Order>(b"{\"id\":\"\xff\"}"), "`$`: not UTF-8");
    assert_eq!(
        refused::<Order>(r#"{"id":"\ud800"}"#),
        "`$.id`: half of a surrogate pair"
    );
    assert_eq!(
        refused::<serde_json::Value>(r#"[{"a":{"b":{"c":[{"x":1,"\u0078":2}]}}}]"#),
        "`$[0].a.b.c[0].x`: repeated member"
    );
    let limits = Limits {
        size: 1000,
        depth: 2,
    };
    assert!(admit::<Vec<Vec<u8>>>(b"[[1]]", &limits).is_ok());
    assert!(admit::<serde_json::Value>(b"[[[1]]]", &limits).is_err());
}

mod random {
    use proptest::prelude::*;

    use super::*;

    fn orders() -> impl Strategy<Value = Order> {
        let lines = prop::collection::vec(
            (any::<String>(), 0..=9_007_199_254_740_992_u64)
                .prop_map(|(sku, count)| Line { sku, count }),
            0..4,
        );
        (
            any::<String>(),
            lines,
            any::<Option<String>>(),
            any::<bool>(),
        )
            .prop_map(|(id, lines, note, rush)| Order {
                id,
                lines,
                note,
                rush,
            })
    }

    proptest! {
        #[test]
        fn what_was_written_is_taken_as_it_was(order in orders(), pretty in any::<bool>()) {
            let text = match pretty {
                true => serde_json::to_string_pretty(&order).unwrap(),
                false => serde_json::to_string(&order).unwrap(),
            };
            prop_assert_eq!(&admitted::<Order>(text.as_bytes()).unwrap(), &order);
            prop_assert_eq!(&admit_typed(order.clone()).unwrap(), &order);
        }

        #[test]
        fn one_more_member_is_always_found(order in orders(), name in "[a-z]{1,8}|\\PC{0,3}") {
            let json = serde_json::to_string(&order).unwrap();
            prop_assume!(!["id", "lines", "note", "rush", "urgent"].contains(&&*name));
            let name = serde_json::to_string(&name).unwrap();
            let more = format!("{{{name}:null,{}", &json[1..]);
            let said = admitted::<Order>(more.as_bytes()).unwrap_err().to_string();
            prop_assert!(said.ends_with("no such member"), "{}", said);
        }

        #[test]
        fn any_bytes_give_an_answer(raw in prop::collection::vec(any::<u8>(), 0..64)) {
            let _ = admitted::<serde_json::Value>(&raw);
            let _ = admitted::<members::Flattened>(&raw);
        }
    }
}
