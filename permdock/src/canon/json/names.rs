//! The member names of one object, to find the one that comes twice.

use super::quoted::Quoted;

/// How many names are compared one by one, and held without allocating.
const FEW: usize = 16;

/// The first names in place, and all of them on the heap as soon as there are more: those are
/// sorted once at the object's end, so that a large object costs no square.
pub(super) struct Names<'a> {
    few: [Quoted<'a>; FEW],
    count: usize,
    many: Vec<Quoted<'a>>,
}

impl<'a> Names<'a> {
    pub(super) const fn new() -> Self {
        Self {
            few: [Quoted::EMPTY; FEW],
            count: 0,
            many: Vec::new(),
        }
    }

    /// Takes a name; false if it is seen to be there already.
    pub(super) fn add(&mut self, name: Quoted<'a>) -> bool {
        if let Some(place) = self.few.get_mut(self.count) {
            *place = name;
            let before = self.few.iter().take(self.count);
            self.count += 1;
            return !before.into_iter().any(|each| each.is_same(name));
        }
        if self.many.is_empty() {
            self.many.extend(self.few);
        }
        self.many.push(name);
        true
    }

    /// The name that comes twice, if [`Names::add`] has not told.
    pub(super) fn repeated(mut self) -> Option<Quoted<'a>> {
        self.many.sort_unstable_by(|a, b| a.order(*b));
        self.many.windows(2).find_map(|pair| match pair {
            [a, b] if a.is_same(*b) => Some(*a),
            _ => None,
        })
    }
}
