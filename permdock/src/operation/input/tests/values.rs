//! Values, and types that write them in their own way or fail to.

use super::*;

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
    assert!(admitted::<Box<RawValue>>(b"[1e400]").is_err());
    let huge = "9".repeat(4301);
    assert!(admitted::<u64>(huge.as_bytes()).is_err());
    assert!(admitted::<serde_json::Value>(huge.as_bytes()).is_err());
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
    let value = admitted::<Free>(br#"{"value":0,"raw":{"z": 1.0,"y":2}}"#).unwrap();
    let blanks = admitted::<Vec<Box<RawValue>>>(b"[[1, 2]]").unwrap();
    assert_eq!(blanks.first().unwrap().get(), "[1,2]");
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
    let value = admitted::<Lost>(br#"{"secret":"hunter2","id":"a"}"#);
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
