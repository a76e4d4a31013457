//! Digests over several fields, and how bytes are written.

use sha2::{Digest, Sha256};

const ABSENT: u8 = 0;
const TEXT: u8 = 1;
const LIST: u8 = 2;
const END: u8 = 3;

/// SHA-256 over fields in a fixed order, in a form that no two different rows of fields share.
///
/// The purpose, which names a version, and each text are written as the byte 1, the length in bytes
/// (64 bits, big-endian) and the UTF-8. An absent field is the byte 0; a list is the byte 2, its
/// texts, and the byte 3. So nothing that moves from one field into the next gives the same digest,
/// and neither does a digest made for another purpose.
pub(crate) struct FieldDigest(Sha256);

impl FieldDigest {
    /// A digest for one purpose, such as `permdock/request/v1`.
    pub(crate) fn new(purpose: &str) -> Self {
        Self(Sha256::new()).text(purpose)
    }

    /// A field that is there, even when empty.
    pub(crate) fn text(mut self, text: &str) -> Self {
        self.0.update([TEXT]);
        // A length is at most 64 bits on every target.
        self.0.update((text.len() as u64).to_be_bytes());
        self.0.update(text);
        self
    }

    /// A field that may be absent, which is not the same as empty.
    pub(crate) fn optional(mut self, text: Option<&str>) -> Self {
        match text {
            Some(text) => self.text(text),
            None => {
                self.0.update([ABSENT]);
                self
            }
        }
    }

    /// A field of any number of texts, in this order.
    pub(crate) fn list<T: AsRef<str>>(mut self, texts: impl IntoIterator<Item = T>) -> Self {
        self.0.update([LIST]);
        let mut this = texts
            .into_iter()
            .fold(self, |this, text| this.text(text.as_ref()));
        this.0.update([END]);
        this
    }

    /// The digest.
    pub(crate) fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

/// Base64 in the URL-safe alphabet, without padding (RFC 4648, section 5).
pub(crate) fn base64url(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..=chunk.len() {
            let six = (bits >> (18 - 6 * place)) & 63;
            let letter = ALPHABET.get(six as usize).copied().unwrap_or(b'A');
            out.push(char::from(letter));
        }
    }
    out
}

/// Lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or_default();
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// RFC 4648, section 10, in the URL-safe alphabet and without padding.
    #[test]
    fn base64url_is_that_of_the_rfc() {
        for (text, written) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64url(text.as_bytes()), written);
        }
        assert_eq!(base64url(&[0xfb, 0xff, 0xfe]), "-__-");
    }

    const PURPOSE: &str = "permdock/request/v1";

    /// From Python: `hashlib.sha256(b"".join(parts)).hexdigest()`, where a text is
    /// `b"\x01" + len(text).to_bytes(8, "big") + text`.
    #[test]
    fn vectors() {
        let digest = |fields: FieldDigest| hex(&fields.finish());
        assert_eq!(
            digest(FieldDigest::new(PURPOSE)),
            "e5ea79c68eb801f6ce02f5ae56756a919c044612b4a9477e609476637a9de987"
        );
        assert_eq!(
            digest(
                FieldDigest::new(PURPOSE)
                    .text("sendInvoice")
                    .optional(None)
                    .optional(Some(""))
                    .list(["a", "é"])
            ),
            "c4cf7a051df087a0043ea50fdbb690f87adba77d35a80d998c90e0c64aea562d"
        );
        assert_eq!(
            digest(FieldDigest::new(PURPOSE).text("a\nb").text("c")),
            "e819937aa25f984399f07ac048e69589212308ba592f73b29dd3e806220d441f"
        );
        assert_eq!(
            digest(FieldDigest::new(PURPOSE).text("a").text("b\nc")),
            "9e9c466171ca9d96278595e9dac8b4939aae2bd0f0d384eb9f5bbf6a553a06b7"
        );
    }

    #[test]
    fn no_field_runs_into_the_next() {
        let digests = [
            FieldDigest::new(PURPOSE).text("a\nb").text("c"),
            FieldDigest::new(PURPOSE).text("a").text("b\nc"),
            FieldDigest::new(PURPOSE).text("a\nb\nc"),
            FieldDigest::new(PURPOSE).optional(None),
            FieldDigest::new(PURPOSE).optional(Some("")),
            FieldDigest::new(PURPOSE).optional(Some("-")),
            FieldDigest::new(PURPOSE),
            FieldDigest::new("permdock/request/v2"),
            FieldDigest::new(PURPOSE).list::<&str>([]),
            FieldDigest::new(PURPOSE).list([""]),
            FieldDigest::new(PURPOSE).list(["a"]).text("b"),
            FieldDigest::new(PURPOSE).list(["a", "b"]),
        ]
        .map(FieldDigest::finish);
        for (at, digest) in digests.iter().enumerate() {
            assert!(!digests[..at].contains(digest), "{at}");
        }
    }

    #[test]
    fn bytes_as_text() {
        assert_eq!(hex(&[0, 0x0f, 0xa5, 0xff]), "000fa5ff");
    }

    #[derive(Debug, Clone, PartialEq)]
    enum Field {
        Optional(Option<String>),
        List(Vec<String>),
    }

    fn fields() -> impl Strategy<Value = Vec<Field>> {
        let text = "[a-b\\x00-\\x03]{0,3}";
        let field = prop_oneof![
            prop::option::of(text).prop_map(Field::Optional),
            prop::collection::vec(text, 0..3).prop_map(Field::List),
        ];
        prop::collection::vec(field, 0..4)
    }

    fn digest(fields: &[Field]) -> [u8; 32] {
        fields
            .iter()
            .fold(FieldDigest::new(PURPOSE), |digest, field| match field {
                Field::Optional(text) => digest.optional(text.as_deref()),
                Field::List(texts) => digest.list(texts),
            })
            .finish()
    }

    proptest! {
        #[test]
        fn different_fields_have_different_digests(a in fields(), b in fields()) {
            prop_assert_eq!(a == b, digest(&a) == digest(&b));
        }
    }
}
