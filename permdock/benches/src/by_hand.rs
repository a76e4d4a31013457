//! What an application writes without a library: as fast as it goes, and as it usually is.

use std::collections::{HashMap, HashSet};

use crate::table::Doc;
use crate::{ACTIONS, ASKED, HELD, RESOURCES, ROLES, grants};

/// A grant of the static table: to which role, as a bit, and under which condition.
type Grant = (u64, fn(&str, &Doc) -> bool);

/// A table from a leaf's number to its grants, as fast as it goes by hand.
pub struct StaticTable {
    leaves: [&'static [Grant]; 24],
    asked: usize,
}

fn own(caller: &str, doc: &Doc) -> bool {
    caller == doc.owner
}

fn bit(role: &str) -> u64 {
    1 << ROLES.iter().position(|name| *name == role).expect("a role")
}

fn leaf(resource: &str, action: &str) -> usize {
    let place = |words: &[&str], word| words.iter().position(|one| *one == word).expect("a word");
    place(&RESOURCES, resource) * ACTIONS.len() + place(&ACTIONS, action)
}

/// The caller's roles as bits.
#[must_use]
pub fn held() -> u64 {
    HELD.into_iter().map(bit).fold(0, |all, role| all | role)
}

/// The caller's roles as an application usually has them.
#[must_use]
pub fn role_set() -> HashSet<String> {
    HELD.into_iter().map(str::to_owned).collect()
}

impl StaticTable {
    /// Fills the table.
    #[must_use]
    pub fn new() -> Self {
        let mut leaves = [const { Vec::new() }; 24];
        for (role, resource, action) in grants() {
            leaves[leaf(resource, action)].push((bit(role), own as fn(&str, &Doc) -> bool));
        }
        Self {
            leaves: leaves.map(|grants| &*grants.leak()),
            asked: leaf(ASKED.1, ASKED.2),
        }
    }

    /// Asks the question.
    #[inline]
    #[must_use]
    pub fn ask(&self, roles: u64, caller: &str, doc: &Doc) -> bool {
        let grants = self.leaves.get(self.asked).copied().unwrap_or_default();
        grants
            .iter()
            .any(|(role, condition)| role & roles != 0 && condition(caller, doc))
    }
}

impl Default for StaticTable {
    fn default() -> Self {
        Self::new()
    }
}

type Check = Box<dyn Fn(&HashSet<String>, &str, &Doc) -> bool + Send + Sync>;

/// A hash map from an operation's name to a boxed check on a set of role names.
pub struct Usual {
    checks: HashMap<String, Check>,
}

impl Usual {
    /// Fills the map: one check for each of the hundred operations.
    #[must_use]
    pub fn new() -> Self {
        let mut checks: HashMap<String, Check> = HashMap::new();
        for place in 0..100 {
            let (resource, action) = (RESOURCES[place % 6], ACTIONS[place / 6 % 4]);
            let roles: Vec<String> = grants()
                .filter(|(_, on, what)| (*on, *what) == (resource, action))
                .map(|(role, ..)| role.to_owned())
                .collect();
            checks.insert(
                format!("{action}_{resource}_{place}"),
                Box::new(move |held, caller, doc| {
                    roles.iter().any(|role| held.contains(role)) && caller == doc.owner
                }),
            );
        }
        Self { checks }
    }

    /// Asks the question.
    #[must_use]
    pub fn ask(&self, name: &str, roles: &HashSet<String>, caller: &str, doc: &Doc) -> bool {
        self.checks
            .get(name)
            .is_some_and(|check| check(roles, caller, doc))
    }
}

impl Default for Usual {
    fn default() -> Self {
        Self::new()
    }
}
