//! The index from a name to its place in a table, built while compiling.
//!
//! Open addressing over a power of two, with a hash that does not see ASCII case, so that one
//! index serves the exact look-up and the one that ignores case.

/// One place of the index.
#[derive(Debug, Clone, Copy)]
pub struct Slot {
    /// Here too, so that a comparison needs no look at the entry.
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

/// The entry whose name is the `same`, among those with the hash of `name`, which ignores ASCII
/// case.
#[inline]
pub(super) fn find<'t, T>(
    slots: &[Slot],
    entries: &'t [T],
    name: &str,
    same: impl Fn(&str) -> bool,
) -> Option<&'t T> {
    let (home, tag) = spread(hash(name.as_bytes()));
    let mask = slots.len().wrapping_sub(1);
    let mut at = home & mask;
    loop {
        let slot = slots.get(at)?;
        let place = slot.place.checked_sub(1)?;
        if slot.tag == tag && same(slot.name) {
            return entries.get(place as usize);
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
pub(crate) const fn hash(bytes: &[u8]) -> u64 {
    let mut state = bytes.len() as u64;
    let mut rest = bytes;
    while let [a, b, c, d, e, f, g, h, tail @ ..] = rest
        && !tail.is_empty()
    {
        state = mix(state, u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h]));
        rest = tail;
    }
    // The last word may overlap the one before it: that costs less than to tell its length.
    let last = match bytes {
        [.., a, b, c, d, e, f, g, h] => u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h]),
        short => word(short),
    };
    mix(state, last)
}

/// Fewer than eight bytes as one word, some of them twice.
#[inline]
const fn word(bytes: &[u8]) -> u64 {
    match (bytes, bytes) {
        ([a, b, c, d, ..], [.., e, f, g, h]) => {
            u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h])
        }
        ([a, b, ..], [.., y, z]) => u32::from_le_bytes([*a, *b, *y, *z]) as u64,
        ([a], _) => *a as u64,
        _ => 0,
    }
}

#[inline]
const fn mix(state: u64, word: u64) -> u64 {
    const FOLD: u64 = 0x2020_2020_2020_2020;
    let wide = (state ^ (word | FOLD)) as u128 * 0x9e37_79b9_7f4a_7c15;
    (wide as u64) ^ ((wide >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 5] = ["a", "ab", "sendInvoice", "report.run-daily", "_"];
    static SLOTS: [Slot; capacity(NAMES.len())] = build(&NAMES);

    fn exact(slots: &[Slot], names: &[&'static str], name: &str) -> Option<&'static str> {
        find(slots, names, name, |known| known == name).copied()
    }

    fn any_case(slots: &[Slot], names: &[&'static str], name: &str) -> Option<&'static str> {
        find(slots, names, name, |known| known.eq_ignore_ascii_case(name)).copied()
    }

    #[test]
    fn every_name_is_found_and_nothing_else() {
        for name in NAMES {
            assert_eq!(exact(&SLOTS, &NAMES, name), Some(name));
            let upper = name.to_ascii_uppercase();
            assert_eq!(any_case(&SLOTS, &NAMES, &upper), Some(name));
        }
        for absent in ["", "b", "SENDINVOICE", "sendInvoice\n", "\u{7f}", "@"] {
            assert_eq!(exact(&SLOTS, &NAMES, absent), None, "{absent:?}");
        }
        assert_eq!(any_case(&SLOTS, &NAMES, "\u{7f}"), None);
        assert_eq!(exact(&[], &[], "a"), None);
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
        assert_eq!(exact(&slots, &names, "n9"), None);
        assert_eq!(exact(&slots, &names, "n5"), Some("n5"));
    }
}
