//! The JSON Canonicalization Scheme (RFC 8785): the one form in which an input is shown and hashed.

use serde::ser::Error as _;
use serde::{Serialize, Serializer};

use super::{Fault, Json, Limits};

/// Why a value has no canonical form.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CanonicalError {
    /// The value's own serialisation failed. Its words may hold a value, so they are not kept.
    #[error("the value cannot be written as JSON")]
    Unwritable,
    /// What it wrote is not JSON as [`Json::read`] takes it.
    #[error("{0}")]
    NotJson(#[from] Fault),
    /// A number is beyond binary64.
    #[error("a number is too large to be kept")]
    TooLarge,
}

/// The canonical JSON of a value.
///
/// What the value writes through serde_json passes the strict reader first: a raw part of it is
/// canonical afterwards too, and a repeated member or too deep a value is refused.
pub(crate) fn canonical_json<T: Serialize + ?Sized>(value: &T) -> Result<String, CanonicalError> {
    Json::of(value)?.canonical()
}

impl Json {
    /// The tree that a value writes.
    ///
    /// Its size has no limit: it is a value of the program's.
    pub(crate) fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, CanonicalError> {
        let text = serde_json::to_vec(value).map_err(|_| CanonicalError::Unwritable)?;
        let limits = Limits::OWN;
        Ok(Self::read(&text, &limits)?)
    }

    /// The canonical text. Each number becomes the binary64 nearest to it, as the RFC has it.
    pub(crate) fn canonical(&self) -> Result<String, CanonicalError> {
        serde_json_canonicalizer::to_string(&Canonical(self)).map_err(|_| CanonicalError::TooLarge)
    }
}

/// The canonical form of one number, such as `1e+21` of `1000000000000000000000`; none beyond
/// binary64.
pub(crate) fn canonical_number(token: &str) -> Option<String> {
    Json::Number(token.to_owned()).canonical().ok()
}

/// A tree whose numbers are written as binary64.
struct Canonical<'a>(&'a Json);

impl Serialize for Canonical<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Json::Number(token) => match token.parse::<f64>() {
                // Within an array or object, serde_json would write `null` for infinity.
                Ok(number) if number.is_finite() => serializer.serialize_f64(number),
                _ => Err(S::Error::custom("a number beyond binary64")),
            },
            Json::Array(items) => serializer.collect_seq(items.iter().map(Canonical)),
            Json::Object(members) => {
                serializer.collect_map(members.iter().map(|(name, value)| (name, Canonical(value))))
            }
            other => other.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn canonical(text: &str) -> String {
        let json = Json::read(text.as_bytes(), &Limits::default()).unwrap();
        json.canonical().unwrap()
    }

    /// RFC 8785, section 3.2.2 and its result in 3.2.4.
    #[test]
    fn the_sample_of_the_rfc() {
        let sample = r#"{
            "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
            "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
            "literals": [null, true, false]
        }"#;
        assert_eq!(
            canonical(sample),
            r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#
        );
    }

    /// RFC 8785, section 3.2.3: by UTF-16 code units, so that the emoji comes before U+FB33.
    #[test]
    fn members_are_sorted_as_in_the_rfc() {
        let sample = r#"{
            "\u20ac": "Euro Sign",
            "\r": "Carriage Return",
            "\ufb33": "Hebrew Letter Dalet With Dagesh",
            "1": "One",
            "\ud83d\ude00": "Emoji: Grinning Face",
            "\u0080": "Control",
            "\u00f6": "Latin Small Letter O With Diaeresis"
        }"#;
        assert_eq!(
            canonical(sample),
            "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u{80}\":\"Control\",\
             \"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\",\
             \"😀\":\"Emoji: Grinning Face\",\"\u{fb33}\":\"Hebrew Letter Dalet With Dagesh\"}"
        );
    }

    /// RFC 8785, appendix B.
    #[test]
    fn numbers_are_written_as_in_the_rfc() {
        for (bits, written) in [
            (0x0000_0000_0000_0000_u64, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ] {
            assert_eq!(canonical_json(&f64::from_bits(bits)).unwrap(), written);
        }
    }

    #[test]
    fn a_value_without_a_canonical_form_is_refused() {
        for text in ["1e400", "[1e400]", "{\"a\":[-1e309]}"] {
            let json = Json::read(text.as_bytes(), &Limits::default()).unwrap();
            assert!(
                matches!(json.canonical(), Err(CanonicalError::TooLarge)),
                "{text}"
            );
        }
        let twice = serde_json::value::RawValue::from_string(r#"{"a":1,"a":2}"#.into()).unwrap();
        assert!(matches!(
            canonical_json(&twice),
            Err(CanonicalError::NotJson(_))
        ));
        let by_pair = std::collections::HashMap::from([((1, 2), 3)]);
        assert!(matches!(
            canonical_json(&by_pair),
            Err(CanonicalError::Unwritable)
        ));
    }

    #[test]
    fn raw_parts_become_canonical() {
        let raw = serde_json::value::RawValue::from_string(r#"{ "b": 1.0, "a": "\u0041" }"#.into());
        assert_eq!(canonical_json(&raw.unwrap()).unwrap(), r#"{"a":"A","b":1}"#);
    }

    proptest! {
        #[test]
        fn the_canonical_form_is_its_own(number in any::<f64>(), name in any::<String>()) {
            prop_assume!(number.is_finite());
            let value = std::collections::HashMap::from([(name, number)]);
            let text = canonical_json(&value).unwrap();
            prop_assert_eq!(canonical(&text), text);
        }
    }
}
