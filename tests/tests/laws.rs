//! The laws of a decision, for any policy, caller, row and leaf.
//!
//! What a decision should be is said here a second time, as plainly as possible, and compared.

use permdock::{
    Actor, Approvers, Caller, Delegation, DenialReason, NoInput, Outcome, PermDock, Permission,
    Policy, PolicyEngine, RoleBuilder, Verdict,
};
use proptest::prelude::*;
use proptest::sample::subsequence;

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub id: usize,
    pub bits: u8,
}

pub struct App;

permdock::define_permissions! {
    pub mod permissions {
        things { thing: Row { read, write, wipe } }
    }
}

permdock::define_operations! {
    pub mod operations for App in permissions;

    read {
        permission: things::thing::read,
        data: |_: &App, input: &Wanted| Some(Row { id: 0, bits: input.bits }),
        results: things::thing::read,
    }
    readAlike {
        permission: things::thing::read,
        data: |_: &App, input: &Wanted| Some(Row { id: 0, bits: input.bits }),
        results: things::thing::read,
        meta: { risk: critical, effects: [delete, spend, external], title: "Something terrible" },
    }
    write {
        permission: things::thing::write,
        data: |_: &App, input: &Wanted| Some(Row { id: 0, bits: input.bits }),
    }
    wipe {
        permission: things::thing::wipe,
        data: |_: &App, input: &Wanted| Some(Row { id: 0, bits: input.bits }),
    }
    bare { permission: things::thing::write }
}

#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub struct Wanted {
    pub bits: u8,
}

/// One grant, as data: on which leaf, under which bit of the row, and of which kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Grant {
    leaf: usize,
    bit: Option<u8>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Allow,
    AllowWithApproval,
    Deny,
}

type Roles = Vec<(String, Vec<Grant>)>;

const BITS: [&str; 3] = ["bit 0", "bit 1", "bit 2"];

fn declare(role: RoleBuilder, grant: Grant) -> RoleBuilder {
    macro_rules! on {
        ($leaf:path) => {{
            let approvers = Approvers::principal();
            match (grant.kind, grant.bit) {
                (Kind::Allow, None) => role.allow($leaf),
                (Kind::AllowWithApproval, None) => role.allow_with_approval($leaf, approvers),
                (Kind::Deny, None) => role.deny($leaf),
                (kind, Some(bit)) => {
                    let name = BITS[usize::from(bit)];
                    let holds = move |_: &Caller, row: &Row| row.bits >> bit & 1 == 1;
                    match kind {
                        Kind::Allow => role.allow_when($leaf, name, holds),
                        Kind::AllowWithApproval => {
                            role.allow_with_approval_when($leaf, approvers, name, holds)
                        }
                        Kind::Deny => role.deny_when($leaf, name, holds),
                    }
                }
            }
        }};
    }
    match grant.leaf {
        0 => on!(permissions::things::thing::read),
        1 => on!(permissions::things::thing::write),
        _ => on!(permissions::things::thing::wipe),
    }
}

fn policy(roles: &Roles) -> Policy {
    let mut builder = Policy::builder(&permissions::PERMISSIONS).single_tenant();
    for (name, grants) in roles {
        builder = builder.role(name.clone(), |role| {
            grants.iter().copied().fold(role, declare)
        });
    }
    builder.build().expect("the policy is well formed")
}

fn dock(roles: &Roles) -> PermDock<App> {
    PermDock::new(&operations::OPERATIONS, policy(roles), App)
}

fn leaves() -> Vec<&'static Permission> {
    permissions::PERMISSIONS.iter().collect()
}

/// What the specification says, told a second time.
fn expected(roles: &Roles, caller: &Caller, leaf: usize, bits: u8) -> Outcome {
    let held: Vec<Grant> = roles
        .iter()
        .filter(|(name, _)| caller.has_role(name))
        .flat_map(|(_, grants)| grants.iter().copied())
        .filter(|grant| grant.leaf == leaf)
        .collect();
    let matches = |kind: Kind| {
        held.iter()
            .any(|grant| grant.kind == kind && grant.bit.is_none_or(|bit| bits >> bit & 1 == 1))
    };
    let any_allow = held.iter().any(|grant| grant.kind != Kind::Deny);
    if matches(Kind::Deny) {
        Outcome::Denied(DenialReason::Deny)
    } else if matches(Kind::Allow) {
        Outcome::Granted
    } else if matches(Kind::AllowWithApproval) {
        Outcome::ApprovalRequired
    } else if any_allow {
        Outcome::Denied(DenialReason::Condition)
    } else {
        Outcome::Denied(DenialReason::NoGrant)
    }
}

fn check(dock: &PermDock<App>, caller: &Caller, leaf: usize, bits: u8) -> Outcome {
    let row = Row { id: 0, bits };
    match leaf {
        0 => dock.check(operations::read, &row, caller),
        1 => dock.check(operations::write, &row, caller),
        _ => dock.check(operations::wipe, &row, caller),
    }
}

fn by_name(dock: &PermDock<App>, name: &str, caller: &Caller, bits: u8) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let verdict = dock.decide_operation(name, format!(r#"{{"bits":{bits}}}"#), caller);
    runtime.block_on(verdict).outcome()
}

fn any_roles() -> impl Strategy<Value = Roles> {
    let kind = prop_oneof![
        3 => Just(Kind::Allow),
        2 => Just(Kind::AllowWithApproval),
        1 => Just(Kind::Deny),
    ];
    let grant = (0..3_usize, proptest::option::weighted(0.6, 0..3_u8), kind)
        .prop_map(|(leaf, bit, kind)| Grant { leaf, bit, kind });
    let role = proptest::collection::vec(grant, 0..6);
    proptest::collection::vec(role, 1..5).prop_map(|roles| {
        let named = roles.into_iter().enumerate();
        named
            .map(|(id, grants)| (format!("role {id}"), grants))
            .collect()
    })
}

/// Holds a random part of the roles, in a random order, and one that no policy knows.
fn any_caller() -> impl Strategy<Value = Caller> {
    let roles = subsequence((0..5).collect::<Vec<_>>(), 0..=5).prop_shuffle();
    roles.prop_map(|ids| {
        ids.into_iter()
            .fold(Caller::user("u_1").role("unheard of"), |caller, id| {
                caller.role(format!("role {id}"))
            })
    })
}

fn any_delegation() -> impl Strategy<Value = Delegation> {
    let leaves = subsequence(leaves(), 0..=3).prop_map(Delegation::permissions);
    let names = subsequence(operations::OPERATIONS.iter().collect::<Vec<_>>(), 0..=5)
        .prop_map(Delegation::operations);
    prop_oneof![leaves, names]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_decision_is_what_the_specification_says(
        roles in any_roles(), caller in any_caller(), leaf in 0..3_usize, bits: u8,
    ) {
        let dock = dock(&roles);
        let said = expected(&roles, &caller, leaf, bits);
        prop_assert_eq!(check(&dock, &caller, leaf, bits), said);
    }

    /// By name the outcome is the same. Only the reason may be an earlier one: a caller who could
    /// hold the leaf on no row is told so before a deny on this row is asked about.
    #[test]
    fn every_path_decides_alike(
        roles in any_roles(), caller in any_caller(), leaf in 0..3_usize, bits: u8,
    ) {
        let dock = dock(&roles);
        let name = ["read", "write", "wipe"][leaf];
        let named = by_name(&dock, name, &caller, bits);
        let checked = check(&dock, &caller, leaf, bits);
        let early = named == Outcome::Denied(DenialReason::NoGrant)
            && checked == Outcome::Denied(DenialReason::Deny);
        prop_assert!(named == checked || early, "{:?} by name, {:?} on the row", named, checked);
    }

    #[test]
    fn deny_wins(
        roles in any_roles(), caller in any_caller(), leaf in 0..3_usize, bits: u8,
        bit in proptest::option::of(0..3_u8), place: prop::sample::Index,
    ) {
        prop_assume!(bit.is_none_or(|bit| bits >> bit & 1 == 1));
        let mut roles = roles;
        let at = place.index(roles.len());
        let caller = caller.role(roles[at].0.clone());
        let grants = &mut roles[at].1;
        grants.insert(place.index(grants.len() + 1), Grant { leaf, bit, kind: Kind::Deny });
        let outcome = check(&dock(&roles), &caller, leaf, bits);
        prop_assert_eq!(outcome, Outcome::Denied(DenialReason::Deny));
    }

    #[test]
    fn the_order_of_roles_and_grants_is_irrelevant(
        (roles, shuffled) in any_roles().prop_flat_map(|roles| {
            let grants: Vec<_> = roles
                .iter()
                .map(|(name, grants)| (Just(name.clone()), Just(grants.clone()).prop_shuffle()))
                .collect();
            (Just(roles), grants.prop_shuffle())
        }),
        caller in any_caller(), leaf in 0..3_usize, bits: u8,
    ) {
        let (one, other) = (policy(&roles), policy(&shuffled));
        let permission = leaves()[leaf];
        prop_assert_eq!(
            one.fingerprint(permission, None),
            other.fingerprint(permission, None)
        );
        prop_assert_eq!(
            check(&dock(&roles), &caller, leaf, bits),
            check(&dock(&shuffled), &caller, leaf, bits)
        );
    }

    #[test]
    fn an_agent_never_exceeds_its_user(
        roles in any_roles(), caller in any_caller(), delegation in any_delegation(),
        leaf in 0..3_usize, bits: u8,
    ) {
        let dock = dock(&roles);
        let users = check(&dock, &caller, leaf, bits);
        let agent = caller.acting(Actor::agent("assistant"));
        prop_assert_eq!(
            check(&dock, &agent, leaf, bits),
            Outcome::Denied(DenialReason::NoDelegation)
        );
        let agents = check(&dock, &agent.delegated(delegation), leaf, bits);
        prop_assert!(
            agents == users || agents == Outcome::Denied(DenialReason::NotDelegated),
            "{:?} for the user, {:?} for the agent", users, agents
        );
    }

    #[test]
    fn narrowing_never_adds(
        roles in any_roles(), caller in any_caller(),
        first in any_delegation(), second in any_delegation(), through: bool,
        leaf in 0..3_usize, bits: u8,
    ) {
        let dock = dock(&roles);
        let wide = caller.acting(Actor::agent("assistant")).delegated(first);
        let narrow = if through {
            wide.clone().acting(Actor::agent("its helper")).delegated(second)
        } else {
            wide.clone().delegated(second)
        };
        let (wide, narrow) = (check(&dock, &wide, leaf, bits), check(&dock, &narrow, leaf, bits));
        prop_assert!(narrow == wide || narrow == Outcome::Denied(DenialReason::NotDelegated));
    }

    #[test]
    fn an_automation_never_exceeds_its_owner(
        roles in any_roles(), owner in any_caller(), leaf in 0..3_usize, bits: u8,
        listed in subsequence(vec!["read", "write", "wipe"], 0..=3),
    ) {
        let dock = dock(&roles);
        let name = ["read", "write", "wipe"][leaf];
        let automation = dock.automation("nightly", &listed).unwrap();
        let run = automation.run(&owner);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let verdict = run.decide_operation(name, format!(r#"{{"bits":{bits}}}"#));
        let outcome = runtime.block_on(verdict).outcome();
        if listed.contains(&name) {
            prop_assert_eq!(outcome, by_name(&dock, name, &owner, bits));
        } else {
            prop_assert_eq!(outcome, Outcome::Denied(DenialReason::NotDelegated));
        }
    }

    #[test]
    fn filtering_equals_deciding_each_row(
        roles in any_roles(), caller in any_caller(), bits in proptest::collection::vec(0..8_u8, 0..40),
    ) {
        let dock = dock(&roles);
        let rows: Vec<_> = bits.into_iter().enumerate().map(|(id, bits)| Row { id, bits }).collect();
        let each: Vec<_> = rows
            .iter()
            .filter(|row| expected(&roles, &caller, 0, row.bits).is_granted())
            .cloned()
            .collect();
        prop_assert_eq!(&dock.filter(operations::read, rows.clone(), &caller), &each);
        prop_assert_eq!(&dock.filter_results("read", rows, &caller).unwrap(), &each);
    }

    #[test]
    fn meta_changes_nothing(roles in any_roles(), caller in any_caller(), bits: u8) {
        let dock = dock(&roles);
        prop_assert_eq!(
            by_name(&dock, "read", &caller, bits),
            by_name(&dock, "readAlike", &caller, bits)
        );
        let row = Row { id: 0, bits };
        prop_assert_eq!(
            dock.check(operations::read, &row, &caller),
            dock.check(operations::readAlike, &row, &caller)
        );
        let listed: Vec<_> = dock.allowed_operations(&caller).map(|one| one.name()).collect();
        prop_assert_eq!(listed.contains(&"read"), listed.contains(&"readAlike"));
    }

    /// What is granted on any row is listed; so nothing that could run is hidden.
    #[test]
    fn a_listing_hides_nothing_that_could_run(
        roles in any_roles(), caller in any_caller(), leaf in 0..3_usize, bits: u8,
    ) {
        let dock = dock(&roles);
        let name = ["read", "write", "wipe"][leaf];
        if !matches!(check(&dock, &caller, leaf, bits), Outcome::Denied(_)) {
            prop_assert!(dock.allowed_operations(&caller).any(|one| one.name() == name));
        }
    }

    /// Decided without a row, a conditional allow does not match and a conditional deny does.
    #[test]
    fn without_a_row_conditions_fail_closed(roles in any_roles(), caller in any_caller()) {
        let dock = dock(&roles);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let verdict: Verdict<_> = runtime.block_on(dock.decide(operations::bare, NoInput, &caller));
        let unconditional: Roles = roles
            .iter()
            .map(|(name, grants)| {
                let kept = grants.iter().copied().filter_map(|grant| match (grant.kind, grant.bit) {
                    (Kind::Deny, _) => Some(Grant { bit: None, ..grant }),
                    (_, None) => Some(grant),
                    (_, Some(_)) => None,
                });
                (name.clone(), kept.collect())
            })
            .collect();
        let said = expected(&unconditional, &caller, 1, 0);
        let said = match said {
            // The conditional allows are there; they only did not match.
            Outcome::Denied(DenialReason::NoGrant) => match expected(&roles, &caller, 1, 0) {
                Outcome::Denied(DenialReason::NoGrant) => said,
                _ => Outcome::Denied(DenialReason::Condition),
            },
            other => other,
        };
        prop_assert_eq!(verdict.outcome(), said);
    }
}
