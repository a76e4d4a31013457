//! What the benchmarks share: one question, asked of PermDock, of code written by hand, and of two
//! engines that read their policies at run time.
//!
//! The question is the same everywhere: 24 permissions, 6 roles, 50 grants each under the condition
//! that the caller owns the document, 100 operations, a caller with two roles.

pub mod by_hand;
pub mod casbin;
pub mod cedar;
pub mod dock;

pub mod table;

/// The actions of every resource.
pub const ACTIONS: [&str; 4] = ["read", "create", "update", "remove"];
/// The resources.
pub const RESOURCES: [&str; 6] = [
    "customer", "invoice", "payment", "product", "order", "report",
];
/// The roles.
pub const ROLES: [&str; 6] = [
    "clerk",
    "agent",
    "manager",
    "controller",
    "analyst",
    "owner",
];
/// The roles of the caller who asks.
pub const HELD: [&str; 2] = ["manager", "analyst"];
/// Who asks, and whose the document is.
pub const CALLER: &str = "u_1042";
/// The operation that is asked about, and its permission.
pub const ASKED: (&str, &str, &str) = ("update_payment_14", "payment", "update");

/// The fifty grants: (role, resource, action), all under the condition that the caller is the owner.
pub fn grants() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let leaves = RESOURCES
        .iter()
        .flat_map(|resource| ACTIONS.iter().map(move |action| (*resource, *action)));
    let roles = ROLES.iter().cycle();
    let pairs = leaves.cycle().zip(roles).enumerate();
    // Two rounds over the 24 leaves meet each leaf with two roles; two more make fifty. The second
    // round is shifted by one role, so that no grant is there twice.
    pairs.take(50).map(|(place, ((resource, action), _))| {
        let role = ROLES[(place + place / 24) % ROLES.len()];
        (role, resource, action)
    })
}

/// The document that is asked about.
#[must_use]
pub fn doc() -> table::Doc {
    table::Doc {
        id: "doc_7".into(),
        owner: CALLER.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_fifty_distinct_grants_and_one_answers_the_question() {
        let all: std::collections::BTreeSet<_> = grants().collect();
        assert_eq!(all.len(), 50);
        let (_, resource, action) = ASKED;
        assert!(
            HELD.iter()
                .any(|role| all.contains(&(*role, resource, action)))
        );
        assert_eq!(table::permissions::PERMISSIONS.len(), 24);
    }

    /// Whoever is measured must give the right answers: granted to the owner, denied to another.
    #[test]
    fn everybody_answers_alike() {
        let (mine, other) = (
            doc(),
            table::Doc {
                owner: "u_2".into(),
                ..doc()
            },
        );
        let dock = dock::dock();
        let caller = dock::caller();
        assert!(
            dock.check(table::operations::update_payment_14, &mine, &caller)
                .is_granted()
        );
        assert!(
            !dock
                .check(table::operations::update_payment_14, &other, &caller)
                .is_granted()
        );
        let cedar = cedar::Prepared::new();
        assert!(cedar.ask(&cedar.request(&mine)) && !cedar.ask(&cedar.request(&other)));
        let casbin = casbin::Prepared::new();
        assert!(casbin.ask(&mine) && !casbin.ask(&other));
        let table = by_hand::StaticTable::new();
        assert!(
            table.ask(by_hand::held(), CALLER, &mine)
                && !table.ask(by_hand::held(), CALLER, &other)
        );
        let usual = by_hand::Usual::new();
        let roles = by_hand::role_set();
        assert!(
            usual.ask(ASKED.0, &roles, CALLER, &mine)
                && !usual.ask(ASKED.0, &roles, CALLER, &other)
        );
    }
}
