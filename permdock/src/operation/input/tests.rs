use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Instant;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::*;

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

fn admit_here<I: Input>(raw: &[u8]) -> Result<I, InputFault> {
    admit(raw, &Limits::default())
}

/// What the input becomes, as its canonical form.
#[track_caller]
fn taken<I: Input>(raw: &str) -> String {
    match admit_here::<I>(raw.as_bytes()) {
        Ok(value) => {
            let canonical = canonical_input(&value).unwrap();
            let again = admit_here::<I>(canonical.as_bytes()).unwrap();
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
    match admit_here::<I>(raw.as_ref()) {
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
    let fault = admit_here::<Order>(br#"{"id":"a","lines":[1]}"#).unwrap_err();
    assert_eq!(fault.path().to_string(), "$.lines[0]");
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
        NoInput::schema().to_string(),
        r#"{"additionalProperties":false,"type":"object"}"#
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

#[derive(Serialize, Deserialize)]
struct FreeMembers {
    id: String,
    #[serde(flatten)]
    rest: HashMap<String, serde_json::Value>,
}

#[derive(Serialize, Deserialize)]
struct Flattened {
    id: String,
    #[serde(flatten)]
    page: Page,
    #[serde(flatten)]
    line: Option<Line>,
}

#[derive(Serialize, Deserialize)]
struct Page {
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "max")]
    limit: Option<u32>,
    #[serde(default)]
    offset: u32,
}

#[test]
fn unknown_members_are_found_beside_flattened_ones() {
    assert_eq!(
        taken::<FreeMembers>(r#"{"x":{"y":[1.50]},"id":"a"}"#),
        r#"{"id":"a","x":{"y":[1.5]}}"#
    );
    for raw in [
        r#"{"id":"a","limit":null}"#,
        r#"{"id":"a","max":null}"#,
        r#"{"id":"a","offset":0}"#,
    ] {
        assert_eq!(taken::<Flattened>(raw), r#"{"id":"a","offset":0}"#);
    }
    assert_eq!(
        taken::<Flattened>(r#"{"id":"a","max":5}"#),
        r#"{"id":"a","limit":5,"offset":0}"#
    );
    assert_eq!(
        taken::<Flattened>(r#"{"id":"a","offset":1,"sku":"s","count":2}"#),
        r#"{"count":2,"id":"a","offset":1,"sku":"s"}"#
    );
    for value in ["true", "null", "1", r#"{"a":1}"#, r#"{"\u0001":[0.5]}"#] {
        let raw = format!(r#"{{"id":"a","offset":1,"force":{value}}}"#);
        assert_eq!(refused::<Flattened>(raw), "`$.force`: no such member");
    }
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Internal {
    Ping,
    Card(Line),
    Bank { iban: String, bic: Option<String> },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Nothing,
    One(Line),
    Two { a: u8 },
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Line(Line),
    Id { id: String },
    Many(Vec<Untagged>),
}

#[derive(Serialize, Deserialize)]
enum External {
    Nothing,
    One(Line),
    Two { a: u8 },
}

#[test]
fn unknown_members_are_found_in_every_kind_of_enum() {
    for raw in [
        r#"{"type":"ping"}"#,
        r#"{"count":1,"sku":"s","type":"card"}"#,
        r#"{"bic":null,"iban":"x","type":"bank"}"#,
    ] {
        assert_eq!(taken::<Internal>(raw), raw);
    }
    assert_eq!(
        taken::<Internal>(r#"{"iban":"x","type":"bank"}"#),
        r#"{"bic":null,"iban":"x","type":"bank"}"#
    );
    for raw in [
        r#"{"type":"ping","x":1}"#,
        r#"{"x":1,"count":1,"sku":"s","type":"card"}"#,
        r#"{"type":"bank","iban":"x","x":null}"#,
    ] {
        assert_eq!(refused::<Internal>(raw), "`$.x`: no such member");
    }

    for raw in [
        r#"{"t":"Nothing"}"#,
        r#"{"c":{"count":1,"sku":"s"},"t":"One"}"#,
        r#"{"t":"Two","c":{"a":1}}"#,
    ] {
        taken::<Adjacent>(raw);
    }
    assert_eq!(
        refused::<Adjacent>(r#"{"t":"Nothing","x":1}"#),
        "`$.x`: no such member"
    );
    assert_eq!(
        refused::<Adjacent>(r#"{"c":{"a":1,"x":1},"t":"Two"}"#),
        "`$.c.x`: no such member"
    );
    assert_eq!(
        refused::<Adjacent>(r#"{"t":"Two","c":{"a":1,"x":1}}"#),
        "`$.c.x`: no such member"
    );

    for raw in [
        r#"{"count":1,"sku":"s"}"#,
        r#"{"id":"a"}"#,
        r#"[[{"id":"a"}],{"count":1,"sku":"s"}]"#,
    ] {
        assert_eq!(taken::<Untagged>(raw), raw);
    }
    assert_eq!(
        refused::<Untagged>(r#"{"id":"a","x":1}"#),
        "`$.x`: no such member"
    );
    assert_eq!(
        refused::<Untagged>(r#"[{"id":"a"},[{"sku":"s","count":1,"id":"a"}]]"#),
        "`$[1][0].id`: no such member"
    );

    for raw in [
        r#""Nothing""#,
        r#"{"One":{"count":1,"sku":"s"}}"#,
        r#"{"Two":{"a":1}}"#,
    ] {
        assert_eq!(taken::<External>(raw), raw);
    }
    assert_eq!(taken::<External>(r#"{"Nothing":null}"#), r#""Nothing""#);
    assert_eq!(
        refused::<External>(r#"{"Two":{"a":1,"x":1}}"#),
        "`$.Two.x`: no such member"
    );
    assert_eq!(
        refused::<External>(r#"{"One":{"count":1,"sku":"s","x":1}}"#),
        "`$.One.x`: no such member"
    );
}

#[test]
fn an_order_that_the_type_gives_hides_nothing() {
    #[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    #[serde(tag = "kind")]
    enum Item {
        X { foo: u8 },
        Y,
    }
    assert_eq!(
        taken::<BTreeSet<Item>>(r#"[{"kind":"Y"},{"kind":"X","foo":1}]"#),
        r#"[{"foo":1,"kind":"X"},{"kind":"Y"}]"#
    );
    // Once in order, `foo` stands where the written one has it too.
    assert_eq!(
        refused::<BTreeSet<Item>>(r#"[{"kind":"Y","foo":1},{"kind":"X","foo":1}]"#),
        "`$[0].foo`: no such member"
    );
    assert_eq!(taken::<BTreeSet<u64>>("[3,1,2,1]"), "[1,2,3]");
    assert_eq!(
        taken::<BTreeSet<u64>>("[9007199254740994,9007199254740992]"),
        "[9007199254740992,9007199254740994]"
    );
}

#[test]
fn a_type_may_put_a_value_in_its_own_form() {
    #[derive(Serialize)]
    struct Trimmed(String);
    impl<'de> Deserialize<'de> for Trimmed {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            Ok(Self(text.trim().to_owned()))
        }
    }
    /// A date, kept as days and written as text, as chrono's types are.
    struct Day(u32);
    impl Serialize for Day {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&format_args!("day {:03}", self.0))
        }
    }
    impl<'de> Deserialize<'de> for Day {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let text = String::deserialize(deserializer)?;
            let day = text.strip_prefix("day ").and_then(|day| day.parse().ok());
            day.map(Self)
                .ok_or_else(|| D::Error::custom(format!("{text} is no day")))
        }
    }
    #[derive(Serialize, Deserialize)]
    struct Named {
        name: Trimmed,
        day: Day,
    }
    assert_eq!(
        taken::<Vec<Named>>(r#"[{"name":" a ","day":"day 7"}]"#),
        r#"[{"day":"day 007","name":"a"}]"#
    );
    assert_eq!(
        refused::<Vec<Named>>(r#"[{"name":" a ","day":"day 7","x":1}]"#),
        "`$[0].x`: no such member"
    );
    assert_eq!(
        refused::<Named>(r#"{"name":"","day":"hunter2"}"#),
        "`$.day`: not a value that is taken here"
    );
}

#[test]
fn numbers_are_kept_exactly_or_refused() {
    assert_eq!(
        taken::<Vec<f64>>("[1,1.0,1.50,1e2,-0,-0.0]"),
        "[1,1,1.5,100,0,0]"
    );
    assert_eq!(taken::<Vec<f32>>("[0.1,16777216]"), "[0.1,16777216]");
    assert_eq!(taken::<u64>("9007199254740992"), "9007199254740992");
    assert_eq!(taken::<u64>("9007199254740994"), "9007199254740994");
    assert_eq!(taken::<i128>("-9007199254740992"), "-9007199254740992");
    assert_eq!(taken::<serde_json::Value>("[1.0,1e2]"), "[1,100]");
    assert_eq!(
        taken::<f64>("100000000000000000000"),
        "100000000000000000000"
    );
    for raw in [
        "9007199254740993",
        "18446744073709551615",
        "1152921504606846976",
    ] {
        for said in [
            refused::<u64>(raw),
            refused::<u128>(raw),
            refused::<i128>(raw),
            refused::<f64>(raw),
            refused::<serde_json::Value>(raw),
            refused::<Box<RawValue>>(raw),
        ] {
            assert_eq!(said, "`$`: a number that cannot be kept exactly", "{raw}");
        }
    }
    assert_eq!(
        refused::<Vec<serde_json::Value>>("[0,[100000000000000000001]]"),
        "`$[1][0]`: a number that cannot be kept exactly"
    );
    assert_eq!(
        refused::<u64>("1e400"),
        "`$`: expected a number within binary64"
    );
    assert_eq!(
        refused::<f64>("1e400"),
        "`$`: expected a number within binary64"
    );
    assert!(admit_here::<Box<RawValue>>(b"[1e400]").is_err());
    let huge = "9".repeat(4301);
    assert!(admit_here::<u64>(huge.as_bytes()).is_err());
    assert!(admit_here::<serde_json::Value>(huge.as_bytes()).is_err());
    assert!(admit_typed(u64::MAX).is_err());
    assert!(admit_typed(f64::NAN).is_err());
    assert!(canonical_input(&u64::MAX).is_err());
}

#[test]
fn free_parts_are_kept() {
    #[derive(Serialize, Deserialize)]
    struct Free {
        value: serde_json::Value,
        raw: Box<RawValue>,
    }
    assert_eq!(
        taken::<Free>(r#"{"value":{"b":[null,true,"é"],"a":{}},"raw":{ "z" : 1.0, "y":[] }}"#),
        r#"{"raw":{"y":[],"z":1},"value":{"a":{},"b":[null,true,"é"]}}"#
    );
    let value = admit_here::<Free>(br#"{"value":0,"raw":{"z": 1.0,"y":2}}"#).unwrap();
    assert_eq!(
        value.raw.get(),
        r#"{"y":2,"z":1}"#,
        "what runs is what was shown"
    );
    assert_eq!(
        taken::<HashMap<u8, Option<BTreeMap<bool, ()>>>>(r#"{"2":null,"1":{"true":null}}"#),
        r#"{"1":{"true":null},"2":null}"#
    );
}

#[test]
fn names_that_serde_json_reads_otherwise_are_refused() {
    for name in ["Number", "RawValue", "x"] {
        let raw = format!(r#"{{"a":[{{"\u0024serde_json::private::{name}":"1"}}]}}"#);
        assert_eq!(
            refused::<serde_json::Value>(raw),
            format!(r#"`$.a[0]["$serde_json::private::{name}"]`: a name that is reserved"#)
        );
    }
}

#[test]
fn a_type_that_is_not_its_own_inverse_is_refused() {
    #[derive(Debug, Serialize, Deserialize)]
    struct Renamed {
        #[serde(rename(serialize = "out", deserialize = "in"))]
        value: u8,
    }
    #[derive(Debug, Serialize, Deserialize)]
    struct Lost {
        #[serde(default, skip_serializing)]
        secret: String,
        id: String,
    }
    #[derive(Debug)]
    struct Counting(u64);
    impl Serialize for Counting {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_u64(self.0 + 1)
        }
    }
    impl<'de> Deserialize<'de> for Counting {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            u64::deserialize(deserializer).map(Self)
        }
    }
    let unstable = "`$`: the input does not read back as it was written";
    assert_eq!(refused::<Renamed>(r#"{"in":1}"#), unstable);
    assert_eq!(refused::<Counting>("1"), unstable);
    assert_eq!(admit_typed(Counting(1)).unwrap_err().to_string(), unstable);
    let many: Vec<_> = (0..20).map(|n| n.to_string()).collect();
    assert_eq!(
        refused::<HashSet<u8>>(format!("[{}]", many.join(", "))),
        unstable
    );
    // What is not written is not approved, so it does not run either.
    let value = admit_here::<Lost>(br#"{"secret":"hunter2","id":"a"}"#);
    assert_eq!(
        value.unwrap_err().to_string(),
        "`$.secret`: a member that is not kept"
    );
    let typed = admit_typed(Lost {
        secret: "x".into(),
        id: "a".into(),
    })
    .unwrap();
    assert_eq!(typed.secret, "");
}

#[test]
fn a_type_whose_code_fails_is_refused() {
    #[derive(Debug, Deserialize)]
    struct Errs;
    impl Serialize for Errs {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(S::Error::custom("hunter2"))
        }
    }
    #[derive(Debug, Deserialize)]
    struct Panics;
    impl Serialize for Panics {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            panic!("on purpose, in a test")
        }
    }
    #[derive(Debug, Serialize)]
    struct PanicsOnRead;
    impl<'de> Deserialize<'de> for PanicsOnRead {
        fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            panic!("on purpose, in a test")
        }
    }
    assert_eq!(
        refused::<Errs>("null"),
        "`$`: the input cannot be written as JSON"
    );
    assert_eq!(refused::<Panics>("null"), "`$`: the input's type failed");
    assert_eq!(
        refused::<PanicsOnRead>("null"),
        "`$`: the input's type failed"
    );
    assert!(admit_typed(Errs).is_err() && canonical_input(&Errs).is_err());
    assert!(admit_typed(Panics).is_err() && canonical_input(&Panics).is_err());
    assert!(admit_typed(PanicsOnRead).is_err());
    assert!(admit_typed(HashMap::from([((1, 2), 3)])).is_err());
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

#[test]
fn what_would_take_too_long_to_tell_is_refused() {
    let started = Instant::now();
    let members: Vec<_> = (0..20_000).map(|n| format!(r#""m{n}":null"#)).collect();
    let raw = format!(r#"{{"id":"a","max":null,{}}}"#, members.join(","));
    assert!(refused::<Flattened>(&raw).starts_with("`$.m0`: "));
    let item = r#"{"id":"a","max":null}"#;
    let raw = format!("[{}]", vec![item; 20_000].join(","));
    assert!(refused::<Vec<Flattened>>(&raw).ends_with("whether there is such a member"));
    assert!(started.elapsed().as_secs() < 20);
    let raw = format!("[{}]", vec![item; 100].join(","));
    taken::<Vec<Flattened>>(&raw);
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
            prop_assert_eq!(&admit_here::<Order>(text.as_bytes()).unwrap(), &order);
            prop_assert_eq!(&admit_typed(order.clone()).unwrap(), &order);
        }

        #[test]
        fn one_more_member_is_always_found(order in orders(), name in "[a-z]{1,8}|\\PC{0,3}") {
            let json = serde_json::to_string(&order).unwrap();
            prop_assume!(!["id", "lines", "note", "rush", "urgent"].contains(&&*name));
            let name = serde_json::to_string(&name).unwrap();
            let more = format!("{{{name}:null,{}", &json[1..]);
            let said = admit_here::<Order>(more.as_bytes()).unwrap_err().to_string();
            prop_assert!(said.ends_with("no such member"), "{}", said);
        }

        #[test]
        fn any_bytes_give_an_answer(raw in prop::collection::vec(any::<u8>(), 0..64)) {
            let _ = admit_here::<serde_json::Value>(&raw);
            let _ = admit_here::<Flattened>(&raw);
        }
    }
}
