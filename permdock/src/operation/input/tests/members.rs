//! Members that a type does not know, whatever the type declares.

use super::*;

#[derive(Serialize, Deserialize)]
struct FreeMembers {
    id: String,
    #[serde(flatten)]
    rest: HashMap<String, serde_json::Value>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Flattened {
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
