use std::collections::BTreeMap;

use serde::Deserialize;

use super::*;
use crate::canon::Limits;

fn json(text: &str) -> Json {
    Json::read(text.as_bytes(), &Limits::default()).unwrap()
}

#[track_caller]
fn refused<T: DeserializeOwned>(text: &str) -> String {
    match json(text).read_as::<T>() {
        Ok(_) => panic!("taken: {text}"),
        Err(error) => error.to_string(),
    }
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Order {
    id: String,
    #[serde(default)]
    lines: Vec<Line>,
    kind: Option<Kind>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Line {
    sku: String,
    count: u8,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Rush,
    Gift(String),
    Part { of: (u8, i128) },
}

#[test]
fn values_are_read_as_serde_json_reads_them() {
    for text in [
        r#"{"id":"a"}"#,
        r#"{"id":"a","kind":null,"lines":[]}"#,
        r#"{"lines":[{"sku":"x","count":255,"other":[{}]}],"id":"","kind":"rush"}"#,
        r#"{"id":"a","kind":{"gift":"to"}}"#,
        r#"{"id":"a","kind":{"part":{"of":[1,-170141183460469231731687303715884105728]}}}"#,
        r#"{"id":"a","kind":{"rush":null}}"#,
    ] {
        let theirs: Order = serde_json::from_str(text).unwrap();
        assert_eq!(json(text).read_as::<Order>().unwrap(), theirs);
    }
    let numbers = "[1, -1, 1.5, 18446744073709551615]";
    assert_eq!(
        json(numbers).read_as::<Vec<f64>>().unwrap(),
        serde_json::from_str::<Vec<f64>>(numbers).unwrap()
    );
    assert_eq!(
        json(r#"{"1":true,"-2":false}"#)
            .read_as::<BTreeMap<i8, bool>>()
            .unwrap(),
        BTreeMap::from([(1, true), (-2, false)])
    );
    let raw = json(r#"{ "a" : 1.0 }"#).read_as::<Box<serde_json::value::RawValue>>();
    assert_eq!(raw.unwrap().get(), r#"{"a":1.0}"#);
}

#[test]
fn an_error_says_where_and_what_was_expected() {
    for (text, said) in [
        (r#"{"id":7}"#, "`$.id`: expected a string"),
        (r#"{}"#, "`$`: expected a member `id`"),
        (r#"[]"#, "`$`: expected an object"),
        (r#"{"id":"a","force":true}"#, "`$.force`: no such member"),
        (r#"{"id":"a","lines":{}}"#, "`$.lines`: expected an array"),
        (
            r#"{"id":"a","lines":[{"sku":"","count":1},{"sku":"","count":256}]}"#,
            "`$.lines[1].count`: expected an integer from 0 to 255",
        ),
        (
            r#"{"id":"a","lines":[{"sku":""}]}"#,
            "`$.lines[0]`: expected a member `count`",
        ),
        (
            r#"{"id":"a","kind":"secret"}"#,
            "`$.kind`: expected one of `rush`, `gift`, `part`",
        ),
        (
            r#"{"id":"a","kind":{"gift":1}}"#,
            "`$.kind.gift`: expected a string",
        ),
        (
            r#"{"id":"a","kind":7}"#,
            "`$.kind`: expected a string or an object with one member",
        ),
        (
            r#"{"id":"a","kind":{"part":{"of":[1]}}}"#,
            "`$.kind.part.of`: expected an array of length 2",
        ),
        (
            r#"{"id":"a","kind":{"part":{"of":[1,2,3]}}}"#,
            "`$.kind.part.of[2]`: expected no further items",
        ),
    ] {
        assert_eq!(refused::<Order>(text), said, "{text}");
    }
}

#[test]
fn an_error_never_repeats_a_value() {
    #[derive(Debug)]
    struct Picky;
    impl<'de> Deserialize<'de> for Picky {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            Err(serde::de::Error::custom(format!("{text} is not picky")))
        }
    }
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only read into")]
    enum Loose {
        Number(u8),
        Flag(bool),
    }
    for said in [
        refused::<Vec<Picky>>(r#"["hunter2"]"#),
        refused::<Vec<Loose>>(r#"["hunter2"]"#),
    ] {
        assert_eq!(said, "`$[0]`: not a value that is taken here");
    }
    for said in [
        refused::<u8>(r#""hunter2""#),
        refused::<char>(r#""hunter2""#),
        refused::<Kind>(r#""hunter2""#),
        refused::<std::net::IpAddr>(r#""hunter2""#),
        refused::<BTreeMap<u8, u8>>(r#"{"a":1}"#),
        refused::<Option<bool>>("77"),
        refused::<serde_json::Value>("1e400"),
    ] {
        assert!(!said.contains("hunter2") && !said.contains("77"), "{said}");
    }
}

#[test]
fn a_watch_tells_what_was_ignored_and_what_was_taken_as_it_is() {
    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only read into")]
    struct Mixed {
        id: String,
        free: serde_json::Value,
    }
    let tree = json(r#"{"id":"a","free":{"x":1},"force":true}"#);
    let watch = Watch::default();
    assert!(tree.read_watched::<Mixed>(&watch).is_ok());
    let node = |name: &str| tree.get(name).unwrap();
    assert!(watch.ignored(node("force")) && !watch.untyped(node("force")));
    assert!(watch.untyped(node("free")) && watch.untyped(node("free").get("x").unwrap()));
    assert!(!watch.ignored(node("id")) && !watch.untyped(node("id")));
}
