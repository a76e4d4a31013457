use proptest::prelude::*;

use super::*;

fn read(raw: impl AsRef<[u8]>) -> Result<Json, Fault> {
    Json::read(raw.as_ref(), &Limits::default())
}

/// The fault's words; both readings must find it.
#[track_caller]
fn fault(raw: impl AsRef<[u8]>) -> String {
    let fault = read(&raw).unwrap_err();
    assert_eq!(scan(raw.as_ref(), &Limits::default()), Err(fault.clone()));
    fault.to_string()
}

#[test]
fn a_tree_is_what_was_written() {
    let text = r#"{"b":[1,-0.50,1e400,"x\u0041\n\ud83d\ude00"],"a":{"":null,"t":true,"f":false}}"#;
    let json = read(text).unwrap();
    assert_eq!(
        json.to_text(),
        r#"{"b":[1,-0.50,1e400,"xA\n😀"],"a":{"":null,"t":true,"f":false}}"#
    );
    assert_eq!(serde_json::to_string(&json).unwrap(), json.to_text());
    assert_eq!(json.get("a").unwrap().get("t"), Some(&Json::Bool(true)));
    assert_eq!(json.get("c"), None);
    assert_eq!(format!("{json:?}"), "Json::Object(..)");
}

#[test]
fn only_json_is_taken() {
    for (raw, said) in [
        ("", "`$`: the JSON ends too early"),
        (" \n", "`$`: the JSON ends too early"),
        ("[1,", "`$[1]`: the JSON ends too early"),
        ("{\"a\"", "`$`: the JSON ends too early"),
        ("\"a", "`$`: the JSON ends too early"),
        ("tru", "`$`: the JSON ends too early"),
        ("trux", "`$`: not JSON"),
        ("NaN", "`$`: not JSON"),
        ("-Infinity", "`$`: not a JSON number"),
        ("[1,]", "`$[1]`: not JSON"),
        ("[1 2]", "`$`: not JSON"),
        ("{\"a\":1,}", "`$`: not JSON"),
        ("{a:1}", "`$`: not JSON"),
        ("{'a':1}", "`$`: not JSON"),
        ("{\"a\" 1}", "`$`: not JSON"),
        ("[/**/]", "`$[0]`: not JSON"),
        ("[\u{a0}1]", "`$[0]`: not JSON"),
        ("01", "`$`: not a JSON number"),
        ("-", "`$`: not a JSON number"),
        ("1.", "`$`: not a JSON number"),
        ("[1.e1]", "`$[0]`: not a JSON number"),
        ("1e", "`$`: not a JSON number"),
        ("1e+", "`$`: not a JSON number"),
        ("+1", "`$`: not JSON"),
        (".5", "`$`: not JSON"),
        ("0x1", "`$`: something follows the JSON value"),
        ("1_00", "`$`: something follows the JSON value"),
        ("\u{ff11}", "`$`: not JSON"),
        ("{} x", "`$`: something follows the JSON value"),
        ("{}{}", "`$`: something follows the JSON value"),
        ("\u{feff}{}", "`$`: starts with a byte order mark"),
        (
            "\"a\nb\"",
            "`$`: a control character in a string must be escaped",
        ),
        (
            "\"\0\"",
            "`$`: a control character in a string must be escaped",
        ),
        ("\"\\x\"", "`$`: not a JSON escape"),
        ("\"\\u12g4\"", "`$`: not a JSON escape"),
        ("\"\\u+123\"", "`$`: not a JSON escape"),
        (
            "{\"a\":[\"\\ud800\"]}",
            "`$.a[0]`: half of a surrogate pair",
        ),
        ("\"\\ud800\\u0041\"", "`$`: half of a surrogate pair"),
        ("\"\\ude00\"", "`$`: half of a surrogate pair"),
        ("{\"\\ud800\":1}", "`$`: half of a surrogate pair"),
    ] {
        assert_eq!(fault(raw), said, "{raw}");
    }
    for raw in [
        "0",
        "-0",
        "-0.0e-0",
        " [ ] ",
        "{ }",
        "\"\\/\\b\\f\"",
        "1E+9",
        "\u{20}\t\r\n1",
    ] {
        assert!(
            read(raw).is_ok() && scan(raw.as_bytes(), &Limits::default()).is_ok(),
            "{raw}"
        );
    }
}

#[test]
fn only_utf8_is_taken() {
    for raw in [
        &b"\"\xff\""[..],
        b"\"\xed\xa0\x80\"",
        b"\"\xc0\x80\"",
        b"{\x00}\x80",
        b"\xff\xfe{\0}\0",
    ] {
        assert_eq!(fault(raw), "`$`: not UTF-8");
    }
}

#[test]
fn a_member_comes_once() {
    for (raw, said) in [
        (r#"{"amount":1,"amount":9}"#, "`$.amount`: repeated member"),
        (
            r#"{"amount":1,"am\u006funt":9}"#,
            "`$.amount`: repeated member",
        ),
        (
            r#"{"am\u006Funt":1,"\u0061mount":9}"#,
            "`$.amount`: repeated member",
        ),
        (
            r#"{"a":[{"b":{"c":[{"amount":1,"x":2,"am\u006funt":1}]}}]}"#,
            "`$.a[0].b.c[0].amount`: repeated member",
        ),
        (
            r#"{"\ud83d\ude00":1,"😀":1}"#,
            "`$[\"😀\"]`: repeated member",
        ),
        (
            r#"{"\u0000":1,"\u0000":1}"#,
            r#"`$["\u{0}"]`: repeated member"#,
        ),
        (r#"{"":1,"":1}"#, r#"`$[""]`: repeated member"#),
    ] {
        assert_eq!(fault(raw), said);
    }
    assert!(read(r#"{"a":1,"A":1,"a ":1,"a\u0000":1,"\\u0061":1,"b":{"a":1}}"#).is_ok());
}

#[test]
fn a_member_comes_once_in_a_large_object() {
    let object = |last: &str| {
        let members: Vec<_> = (0..50_000).map(|n| format!("\"m{n}\":{n}")).collect();
        format!("{{{},{last}:0}}", members.join(","))
    };
    assert!(read(object("\"m50000\"")).is_ok());
    assert_eq!(fault(object("\"m7\"")), "`$.m7`: repeated member");
    assert_eq!(
        fault(object("\"\\u006d49999\"")),
        "`$.m49999`: repeated member"
    );
    for count in [15, 16, 17, 18] {
        let names: Vec<_> = (0..count).map(|n| format!("\"m{n}\":{n}")).collect();
        assert!(read(format!("{{{}}}", names.join(","))).is_ok());
        assert_eq!(
            fault(format!("{{{},\"m0\":0}}", names.join(","))),
            "`$.m0`: repeated member"
        );
    }
}

#[test]
fn limits_hold() {
    let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read(nested(64)).is_ok());
    let said = fault(nested(65));
    assert!(said.ends_with("nested more deeply than allowed"), "{said}");
    assert!(said.contains("(52 more)"), "{said}");
    assert!(fault("[".repeat(10_000)).ends_with("nested more deeply than allowed"));
    assert!(fault("{\"a\":".repeat(10_000)).ends_with("nested more deeply than allowed"));
    assert_eq!(fault(vec![b' '; (1 << 20) + 1]), "`$`: larger than allowed");

    let limits = Limits { size: 5, depth: 1 };
    assert!(Json::read(b"[123]", &limits).is_ok());
    assert_eq!(
        Json::read(b"[1234]", &limits).unwrap_err().kind,
        FaultKind::TooLong
    );
    assert_eq!(
        Json::read(b"[[]]", &limits).unwrap_err().kind,
        FaultKind::TooDeep
    );
    let deep = Limits {
        depth: usize::MAX,
        ..Limits::default()
    };
    assert!(Json::read(nested(120).as_bytes(), &deep).is_ok());
    assert!(Json::read(nested(121).as_bytes(), &deep).is_err());
}

#[test]
fn a_scan_tells_plain_numbers_and_reserved_names() {
    let seen = |raw: &str| scan(raw.as_bytes(), &Limits::default()).unwrap();
    assert!(seen(r#"[0,-1,999999999999999,-999999999999999,"1.5"]"#).plain_numbers);
    for raw in ["1000000000000000", "1.0", "1e2", "-0", "[[1E2]]"] {
        assert!(!seen(raw).plain_numbers, "{raw}");
    }
    assert!(seen(r#"[{"$serde_json::private::Number":"1"}]"#).reserved_names);
    assert!(seen(r#"{"\u0024serde_json::private::x":1}"#).reserved_names);
    assert!(!seen(r#"{"$serde_json":1,"a":"$serde_json::private::Number"}"#).reserved_names);
}

fn trees() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,4})?(e[+-]?[0-9]{1,3})?".prop_map(Json::Number),
        any::<String>().prop_map(Json::String),
    ];
    leaf.prop_recursive(4, 64, 20, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Json::Array),
            prop::collection::hash_map(any::<String>(), inner, 0..20)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn every_tree_is_read_back(tree in trees()) {
        let text = tree.to_text();
        prop_assert!(scan(text.as_bytes(), &Limits::default()).is_ok());
        prop_assert_eq!(read(text).unwrap().to_text(), tree.to_text());
        prop_assert_eq!(serde_json::to_string(&tree).unwrap(), tree.to_text());
    }

    /// What serde_json refuses is refused here; the other way round only the stricter rules differ.
    #[test]
    fn nothing_is_taken_that_serde_json_refuses(text in "[\\[\\]{}\",:0-9a\\\\u.eE+ -]{0,12}") {
        let theirs = serde_json::from_str::<Box<RawValue>>(&text);
        match read(&text) {
            Ok(_) => prop_assert!(theirs.is_ok(), "{text}"),
            Err(fault) => prop_assert!(
                theirs.is_err()
                    || matches!(fault.kind, FaultKind::Repeated | FaultKind::Surrogate),
                "{text} {fault}"
            ),
        }
    }

    #[test]
    fn any_bytes_give_an_answer(raw in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = scan(&raw, &Limits::default());
    }
}
