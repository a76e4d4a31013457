//! A JSON string as it was written, compared and read without being copied.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::str::Chars;

/// What stands between the quotes; its escapes are valid and its surrogates paired.
#[derive(Clone, Copy)]
pub(super) struct Quoted<'a> {
    inner: &'a str,
    escaped: bool,
}

impl<'a> Quoted<'a> {
    pub(super) const EMPTY: Self = Self::new("", false);

    pub(super) const fn new(inner: &'a str, escaped: bool) -> Self {
        Self { inner, escaped }
    }

    pub(super) fn to_text(self) -> Cow<'a, str> {
        if self.escaped {
            Cow::Owned(self.chars().collect())
        } else {
            Cow::Borrowed(self.inner)
        }
    }

    pub(super) fn is_escaped(self) -> bool {
        self.escaped
    }

    /// Whether its order is the same by bytes, by code points and by UTF-16 units.
    pub(super) fn is_plain(self) -> bool {
        !self.escaped && self.inner.is_ascii()
    }

    pub(super) fn starts_with(self, start: &str) -> bool {
        if self.escaped {
            let mut chars = self.chars();
            start.chars().all(|c| chars.next() == Some(c))
        } else {
            self.inner.starts_with(start)
        }
    }

    pub(super) fn is_same(self, other: Self) -> bool {
        if self.escaped || other.escaped {
            self.chars().eq(other.chars())
        } else {
            self.inner == other.inner
        }
    }

    /// By code point, which is the order of UTF-8's bytes.
    pub(super) fn order(self, other: Self) -> Ordering {
        if self.escaped || other.escaped {
            self.chars().cmp(other.chars())
        } else {
            self.inner.cmp(other.inner)
        }
    }

    fn chars(self) -> Unescaped<'a> {
        Unescaped {
            rest: self.inner.chars(),
        }
    }
}

/// The characters that a string stands for.
struct Unescaped<'a> {
    rest: Chars<'a>,
}

impl Unescaped<'_> {
    fn four_digits(&mut self) -> Option<u32> {
        (0..4).try_fold(0, |code, _| {
            Some(code << 4 | self.rest.next()?.to_digit(16)?)
        })
    }
}

impl Iterator for Unescaped<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        match self.rest.next()? {
            '\\' => {}
            c => return Some(c),
        }
        match self.rest.next()? {
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'u' => {
                let code = self.four_digits()?;
                if !is_high_surrogate(code) {
                    return char::from_u32(code);
                }
                self.rest.by_ref().nth(1)?;
                let low = self.four_digits()?;
                char::from_u32(0x1_0000 + ((code & 0x3ff) << 10) + (low & 0x3ff))
            }
            c => Some(c),
        }
    }
}

pub(super) const fn is_high_surrogate(code: u32) -> bool {
    matches!(code, 0xd800..=0xdbff)
}

pub(super) const fn is_low_surrogate(code: u32) -> bool {
    matches!(code, 0xdc00..=0xdfff)
}
