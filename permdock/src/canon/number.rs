//! Numbers as their tokens: compared exactly, by sign, digits and exponent, without arithmetic.

/// Whether a JSON number's token is an integer: no fraction and no exponent.
pub(crate) fn is_integer(token: &str) -> bool {
    !token.contains(['.', 'e', 'E'])
}

/// Whether two JSON numbers have exactly the same value, however they are written.
///
/// Numbers whose exponent is beyond 64 bits are never the same.
pub(crate) fn same_number(a: &str, b: &str) -> bool {
    a == b || matches!((Decimal::of(a), Decimal::of(b)), (Some(a), Some(b)) if a == b)
}

/// A number's exact value: `±0.digits × 10^point`, with no zero at either end of the digits; zero
/// has no digits.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Decimal {
    negative: bool,
    digits: String,
    point: i64,
}

impl Decimal {
    /// The value of a JSON number, unless its exponent is beyond 64 bits.
    pub(crate) fn of(token: &str) -> Option<Self> {
        let (negative, rest) = match token.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, token),
        };
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
            None => (rest, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0');
        let leading = i64::try_from(all.len() - digits.len()).ok()?;
        let whole = i64::try_from(whole.len()).ok()?;
        let digits = digits.trim_end_matches('0');
        if digits.is_empty() {
            return Some(Self {
                negative: false,
                digits: String::new(),
                point: 0,
            });
        }
        Some(Self {
            negative,
            digits: digits.to_owned(),
            point: exponent.checked_add(whole)?.checked_sub(leading)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_value_in_any_spelling() {
        for (a, b) in [
            ("1", "1.0"),
            ("100", "1e2"),
            ("1.50", "15E-1"),
            ("0.001", "1e-3"),
            ("-0", "0.000"),
            ("0e99", "0"),
            ("9007199254740993", "9007199254740993.0"),
            ("1000000000000000000000", "1e+21"),
        ] {
            assert!(same_number(a, b), "{a} {b}");
        }
    }

    #[test]
    fn another_value() {
        for (a, b) in [
            ("1", "-1"),
            ("9007199254740993", "9007199254740992"),
            ("1", "10"),
            ("0.1", "0.10000000000000000001"),
            ("1e99999999999999999999", "1e99999999999999999998"),
            ("12", "21"),
        ] {
            assert!(!same_number(a, b), "{a} {b}");
        }
    }

    #[test]
    fn integers_are_told_by_their_token() {
        assert!(is_integer("-12"));
        assert!(!is_integer("1.0") && !is_integer("1e2") && !is_integer("1E2"));
    }
}
