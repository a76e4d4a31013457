//! The grammar of RFC 8259, walked once, for whatever is to be built from it.

use super::names::Names;
use super::quoted::{Quoted, is_high_surrogate, is_low_surrogate};
use super::{Fault, FaultKind, Limits};
use crate::canon::Step;

/// What a reading makes of what it meets.
pub(super) trait Build {
    type Value;
    type Items: Default;
    type Members: Default;

    fn null(&mut self) -> Self::Value;
    fn bool(&mut self, value: bool) -> Self::Value;
    fn number(&mut self, token: &str) -> Self::Value;
    fn string(&mut self, text: Quoted<'_>) -> Self::Value;
    fn item(&mut self, items: &mut Self::Items, item: Self::Value);
    fn array(&mut self, items: Self::Items) -> Self::Value;
    fn member(&mut self, members: &mut Self::Members, name: Quoted<'_>, value: Self::Value);
    fn object(&mut self, members: Self::Members) -> Self::Value;
    /// Told once for an object with members, before [`Build::object`]: whether their names stand in
    /// the order of RFC 8785, as far as that is plain.
    fn ordered(&mut self, _in_order: bool) {}
}

/// A place in a text, and what is built on the way there.
pub(super) struct Reader<'a, 'b, B> {
    text: &'a str,
    at: usize,
    build: &'b mut B,
}

impl<'a, 'b, B: Build> Reader<'a, 'b, B> {
    /// Reads the whole text.
    pub(super) fn read(
        raw: &'a [u8],
        limits: &Limits,
        build: &'b mut B,
    ) -> Result<B::Value, Fault> {
        if raw.len() > limits.size {
            return Err(FaultKind::TooLong.into());
        }
        let Ok(text) = std::str::from_utf8(raw) else {
            return Err(FaultKind::NotUtf8.into());
        };
        if text.starts_with('\u{feff}') {
            return Err(FaultKind::ByteOrderMark.into());
        }
        let mut reader = Self { text, at: 0, build };
        let value = reader.value(limits.depth.min(Limits::DEEPEST))?;
        match reader.next_token() {
            None => Ok(value),
            Some(_) => Err(FaultKind::Trailing.into()),
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The first byte after blanks.
    fn next_token(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    /// Steps over this byte, if it comes next after blanks.
    fn take(&mut self, byte: u8) -> bool {
        let comes = self.next_token() == Some(byte);
        self.at += usize::from(comes);
        comes
    }

    /// What to say of a byte that does not belong here.
    fn unexpected(&mut self) -> Fault {
        match self.next_token() {
            None => FaultKind::Ended.into(),
            Some(_) => FaultKind::Unexpected.into(),
        }
    }

    /// One value; `depth` is how many more arrays and objects may open.
    fn value(&mut self, depth: usize) -> Result<B::Value, Fault> {
        match self.next_token() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => {
                let text = self.string()?;
                Ok(self.build.string(text))
            }
            Some(b'-' | b'0'..=b'9') => {
                let token = self.number()?;
                Ok(self.build.number(token))
            }
            Some(b'n') => self.word("null").map(|()| self.build.null()),
            Some(b't') => self.word("true").map(|()| self.build.bool(true)),
            Some(b'f') => self.word("false").map(|()| self.build.bool(false)),
            _ => Err(self.unexpected()),
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Fault> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if rest.starts_with(word) {
            self.at += word.len();
            return Ok(());
        }
        Err(match word.starts_with(rest) {
            true => FaultKind::Ended.into(),
            false => FaultKind::Unexpected.into(),
        })
    }

    fn array(&mut self, depth: usize) -> Result<B::Value, Fault> {
        let depth = depth.checked_sub(1).ok_or(FaultKind::TooDeep)?;
        self.at += 1;
        let mut items = B::Items::default();
        if self.take(b']') {
            return Ok(self.build.array(items));
        }
        for index in 0.. {
            let item = self
                .value(depth)
                .map_err(|fault| fault.under(Step::Index(index)))?;
            self.build.item(&mut items, item);
            if self.take(b']') {
                break;
            }
            if !self.take(b',') {
                return Err(self.unexpected());
            }
        }
        Ok(self.build.array(items))
    }

    fn object(&mut self, depth: usize) -> Result<B::Value, Fault> {
        let depth = depth.checked_sub(1).ok_or(FaultKind::TooDeep)?;
        self.at += 1;
        let mut members = B::Members::default();
        if self.take(b'}') {
            return Ok(self.build.object(members));
        }
        let mut names = Names::new();
        let (mut last, mut in_order) = (Quoted::EMPTY, true);
        loop {
            if self.next_token() != Some(b'"') {
                return Err(self.unexpected());
            }
            let name = self.string()?;
            in_order &= name.is_plain() && last.order(name).is_le();
            last = name;
            if !names.add(name) {
                return Err(Fault::from(FaultKind::Repeated).under(step(name)));
            }
            if !self.take(b':') {
                return Err(self.unexpected());
            }
            let value = self.value(depth).map_err(|fault| fault.under(step(name)))?;
            self.build.member(&mut members, name, value);
            if self.take(b'}') {
                break;
            }
            if !self.take(b',') {
                return Err(self.unexpected());
            }
        }
        self.build.ordered(in_order);
        match names.repeated() {
            Some(name) => Err(Fault::from(FaultKind::Repeated).under(step(name))),
            None => Ok(self.build.object(members)),
        }
    }

    fn string(&mut self) -> Result<Quoted<'a>, Fault> {
        let start = self.at + 1;
        let mut escaped = false;
        self.at = start;
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            let plain = rest
                .iter()
                .position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            self.at += plain.ok_or(FaultKind::Ended)?;
            match self.byte() {
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                _ => return Err(FaultKind::Control.into()),
            }
            escaped = true;
        }
        let inner = self.text.get(start..self.at).unwrap_or_default();
        self.at += 1;
        Ok(Quoted::new(inner, escaped))
    }

    fn escape(&mut self) -> Result<(), Fault> {
        self.at += 1;
        let kind = self.byte().ok_or(FaultKind::Ended)?;
        self.at += 1;
        match kind {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Ok(()),
            b'u' => self.unicode_escape(),
            _ => Err(FaultKind::Escape.into()),
        }
    }

    fn unicode_escape(&mut self) -> Result<(), Fault> {
        let code = self.four_digits()?;
        if is_low_surrogate(code) {
            return Err(FaultKind::Surrogate.into());
        }
        if !is_high_surrogate(code) {
            return Ok(());
        }
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if !rest.starts_with(b"\\u") {
            return Err(FaultKind::Surrogate.into());
        }
        self.at += 2;
        match is_low_surrogate(self.four_digits()?) {
            true => Ok(()),
            false => Err(FaultKind::Surrogate.into()),
        }
    }

    fn four_digits(&mut self) -> Result<u32, Fault> {
        let mut code = 0;
        for _ in 0..4 {
            let byte = self.byte().ok_or(FaultKind::Ended)?;
            let digit = char::from(byte).to_digit(16).ok_or(FaultKind::Escape)?;
            code = code << 4 | digit;
            self.at += 1;
        }
        Ok(code)
    }

    /// Steps over digits; how many there were.
    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Result<&'a str, Fault> {
        let start = self.at;
        self.at += usize::from(self.byte() == Some(b'-'));
        let leading_zero = self.byte() == Some(b'0');
        let whole = self.digits();
        if whole == 0 || (leading_zero && whole > 1) {
            return Err(FaultKind::Number.into());
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            if self.digits() == 0 {
                return Err(FaultKind::Number.into());
            }
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            if self.digits() == 0 {
                return Err(FaultKind::Number.into());
            }
        }
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }
}

fn step(name: Quoted<'_>) -> Step {
    Step::Member(name.to_text().into_owned())
}
