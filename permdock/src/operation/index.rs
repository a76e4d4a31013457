//! The index from a name to its place in a table, built while compiling.
//!
//! Open addressing over a power of two, with a hash that does not see ASCII case, so that one
//! index serves the exact look-up and the one that ignores case.

/// One place of the index.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    name: &'static str,
    tag: u32,
    /// The entry's place plus one; zero for an empty slot.
    place: u32,
}

const EMPTY: Slot = Slot {
    name: "",
    tag: 0,
    place: 0,
};

/// How many slots an index of `names` names has: the power of two that leaves a quarter empty.
#[must_use]
pub const fn capacity(names: usize) -> usize {
    (names + names / 3 + 1).next_power_of_two()
}

/// An index over names that are distinct when ASCII case is ignored.
///
/// # Panics
///
/// While compiling, when two names are equal ignoring ASCII case, or when `N` leaves no slot empty.
/// It runs in a constant only.
#[must_use]
#[expect(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "evaluated while compiling: a panic is the compile error"
)]
pub const fn build<const N: usize>(names: &[&'static str]) -> [Slot; N] {
    assert!(names.len() < N, "an index needs an empty slot");
    let mut slots = [EMPTY; N];
    let mut place = 0;
    while place < names.len() {
        let name = names[place];
        let (home, tag) = spread(hash(name.as_bytes()));
        let mut at = home & (N - 1);
        while slots[at].place != 0 {
            if slots[at].tag == tag && slots[at].name.eq_ignore_ascii_case(name) {
                panic!("two operations have the same name, ignoring ASCII case");
            }
            at = (at + 1) & (N - 1);
        }
        place += 1;
        slots[at] = Slot {
            name,
            tag,
            place: place as u32,
        };
    }
    slots
}

/// The place of the name, compared exactly.
#[inline]
pub(crate) fn find(slots: &[Slot], name: &str) -> Option<usize> {
    probe(slots, name, |slot| slot == name)
}

/// The place of the name, ignoring ASCII case.
#[inline]
pub(crate) fn find_ignore_case(slots: &[Slot], name: &str) -> Option<usize> {
    probe(slots, name, |slot| slot.eq_ignore_ascii_case(name))
}

#[inline]
fn probe(slots: &[Slot], name: &str, same: impl Fn(&str) -> bool) -> Option<usize> {
    let (home, tag) = spread(hash(name.as_bytes()));
    let mask = slots.len().wrapping_sub(1);
    let mut at = home & mask;
    loop {
        let slot = slots.get(at)?;
        if slot.place == 0 {
            return None;
        }
        if slot.tag == tag && same(slot.name) {
            return Some(slot.place as usize - 1);
        }
        at = (at + 1) & mask;
    }
}

/// Where to start, and what to compare before the name itself.
#[inline]
const fn spread(hash: u64) -> (usize, u32) {
    ((hash >> 32) as usize, hash as u32)
}

/// A multiplicative hash over words of eight bytes. Bit 5 of every byte is set, which maps ASCII
/// letters of both cases to one value; names that differ elsewhere only collide, and are compared.
///
/// The names are the program's own, so nobody can choose them to collide; a request's name only
/// ever probes.
#[inline]
const fn hash(bytes: &[u8]) -> u64 {
    const FOLD: u64 = 0x2020_2020_2020_2020;
    let mut state = bytes.len() as u64;
    let mut rest = bytes;
    while let Some((word, tail)) = rest.split_first_chunk::<8>() {
        state = mix(state, u64::from_le_bytes(*word) | FOLD);
        rest = tail;
    }
    if rest.is_empty() {
        return state;
    }
    let word = match (bytes.last_chunk::<8>(), rest) {
        (Some(last), _) => u64::from_le_bytes(*last),
        (None, rest) => short(rest),
    };
    mix(state, word | FOLD)
}

/// Fewer than eight bytes as one word, reading some of them twice rather than one by one.
#[inline]
const fn short(bytes: &[u8]) -> u64 {
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(head), Some(tail)) => {
            u32::from_le_bytes(*head) as u64 | (u32::from_le_bytes(*tail) as u64) << 32
        }
        _ => match *bytes {
            [a, b, c] => a as u64 | (b as u64) << 8 | (c as u64) << 16,
            [a, b] => a as u64 | (b as u64) << 8,
            [a] => a as u64,
            _ => 0,
        },
    }
}

#[inline]
const fn mix(state: u64, word: u64) -> u64 {
    let wide = (state ^ word) as u128 * 0x9e37_79b9_7f4a_7c15;
    (wide as u64) ^ ((wide >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 5] = ["a", "ab", "sendInvoice", "report.run-daily", "_"];
    static SLOTS: [Slot; capacity(NAMES.len())] = build(&NAMES);

    #[test]
    fn every_name_is_found_and_nothing_else() {
        for (place, name) in NAMES.iter().enumerate() {
            assert_eq!(find(&SLOTS, name), Some(place));
            assert_eq!(
                find_ignore_case(&SLOTS, &name.to_ascii_uppercase()),
                Some(place)
            );
        }
        for absent in ["", "b", "SENDINVOICE", "sendInvoice\n", "\u{7f}", "@"] {
            assert_eq!(find(&SLOTS, absent), None, "{absent:?}");
        }
        assert_eq!(find_ignore_case(&SLOTS, "\u{7f}"), None);
        assert_eq!(find(&[], "a"), None);
    }

    #[test]
    fn the_hash_ignores_ascii_case_at_every_length() {
        let name = "abcdefghijklmnopqrstuvwxyz0123456789._-";
        for end in 0..name.len() {
            let (lower, upper) = (&name[..end], name[..end].to_ascii_uppercase());
            assert_eq!(hash(lower.as_bytes()), hash(upper.as_bytes()), "{lower}");
        }
    }

    #[test]
    fn a_full_index_still_ends_a_search() {
        let names: Vec<&'static str> = (0..6)
            .map(|n| &*Box::leak(format!("n{n}").into_boxed_str()))
            .collect();
        let slots: [Slot; 8] = build(&names);
        assert_eq!(find(&slots, "n9"), None);
        assert_eq!(find(&slots, "n5"), Some(5));
    }
}
