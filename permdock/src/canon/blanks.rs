//! Whether two JSON texts differ in nothing but blanks.

use std::io;

/// Compares a valid JSON text with the compact text written into it, as it is being written.
///
/// It holds nothing and allocates nothing. Blanks between the first text's tokens are skipped;
/// the written text must be compact itself, or they differ.
pub(crate) struct SameButForBlanks<'a> {
    raw: &'a [u8],
    in_string: bool,
    escaped: bool,
    same: bool,
}

impl<'a> SameButForBlanks<'a> {
    /// A comparison with this text, which must be valid JSON.
    pub(crate) fn new(raw: &'a [u8]) -> Self {
        Self {
            raw,
            in_string: false,
            escaped: false,
            same: true,
        }
    }

    /// Whether all that was written is all of the text.
    pub(crate) fn finish(mut self) -> bool {
        self.skip_blanks();
        self.same && self.raw.is_empty()
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while let [b' ' | b'\t' | b'\n' | b'\r', rest @ ..] = self.raw {
            self.raw = rest;
        }
    }

    #[inline]
    fn take(&mut self, byte: u8) -> bool {
        if !self.in_string {
            self.skip_blanks();
        }
        let Some((first, rest)) = self.raw.split_first() else {
            return false;
        };
        if *first != byte {
            return false;
        }
        self.raw = rest;
        match byte {
            _ if self.escaped => self.escaped = false,
            b'"' => self.in_string = !self.in_string,
            b'\\' => self.escaped = self.in_string,
            _ => {}
        }
        true
    }
}

impl io::Write for SameButForBlanks<'_> {
    #[inline]
    fn write(&mut self, written: &[u8]) -> io::Result<usize> {
        // A stretch within a string, as serializers write it, in one step. Not outside of strings:
        // there a blank in what is written must tell.
        if self.in_string
            && !self.escaped
            && !written.iter().any(|byte| matches!(byte, b'"' | b'\\'))
            && let Some(rest) = self.raw.strip_prefix(written)
        {
            self.raw = rest;
            return Ok(written.len());
        }
        self.same = self.same && written.iter().all(|byte| self.take(*byte));
        if self.same {
            Ok(written.len())
        } else {
            // Ends the serialisation: the rest cannot make them the same.
            Err(io::ErrorKind::InvalidData.into())
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn same(raw: &str, compact: &str) -> bool {
        // In pieces, as a serializer writes.
        let mut comparison = SameButForBlanks::new(raw.as_bytes());
        let _ = compact
            .as_bytes()
            .chunks(3)
            .try_for_each(|piece| comparison.write_all(piece));
        comparison.finish()
    }

    #[test]
    fn blanks_between_tokens_do_not_count() {
        assert!(same("{}", "{}"));
        assert!(same(
            " {\n\t\"a b\" : [ 1 , \"c\\\" d\\\\\" ]\r\n}  ",
            r#"{"a b":[1,"c\" d\\"]}"#
        ));
    }

    #[test]
    fn everything_else_does() {
        assert!(!same(r#"{"a":" b"}"#, r#"{"a":"b"}"#));
        assert!(!same(r#"{"a":"b"}"#, r#"{"a":" b"}"#));
        assert!(!same(r#"{"a": 1}"#, r#"{"a": 1}"#), "not compact");
        assert!(!same("[1, 2]", "[1, 2]"), "not compact");
        assert!(!same(r#"{"a":1}"#, r#"{"a":1,"b":2}"#));
        assert!(!same(r#"{"a":1,"b":2}"#, r#"{"a":1}"#));
        assert!(!same(r#"{"a":1.0}"#, r#"{"a":1}"#));
        assert!(!same("\"\\u0041\"", "\"A\""));
        assert!(!same(r#"["\\"," "]"#, r#"["\\",""]"#));
    }
}
