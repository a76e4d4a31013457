//! Who asks, and what the policy says.

use std::sync::atomic::{AtomicBool, Ordering};

use permdock::{
    Actor, ActorKind, ApproverKind, Approvers, Caller, Decision, Delegation, DenialReason, NoRow,
    Outcome, PermDock, Permission, Policy, PolicyEngine, PolicyFault, Principal, RoleBuilder,
    RowView, Verdict,
};
use permdock_tests::permissions::billing::{customer, invoice};
use permdock_tests::permissions::{PERMISSIONS, report};
use permdock_tests::{
    App, Invoice, dock, dock_with, operations, owns, policy_of, recorded, refusal, tenants, user,
};

const DENY: Outcome = Outcome::Denied(DenialReason::Deny);
const NO_GRANT: Outcome = Outcome::Denied(DenialReason::NoGrant);
const CONDITION: Outcome = Outcome::Denied(DenialReason::Condition);
const NO_DELEGATION: Outcome = Outcome::Denied(DenialReason::NoDelegation);
const NOT_DELEGATED: Outcome = Outcome::Denied(DenialReason::NotDelegated);

fn leaf(key: &str) -> &'static Permission {
    PERMISSIONS.get(key).expect("declared")
}

/// `u_1`'s invoice of 1200 cents.
fn row() -> Invoice {
    Invoice::new("inv_1", "u_1", "acme", 1200)
}

/// What one policy of the role `r` says to `u_1` about submitting its own invoice.
fn submit(grants: impl FnOnce(RoleBuilder) -> RoleBuilder) -> Outcome {
    let dock = dock_with(policy_of(grants));
    dock.check(operations::sendInvoice, &row(), &user("u_1", ["r"]))
}

// Callers.

#[test]
fn a_caller_is_a_principal_with_roles_and_an_optional_tenant() {
    let caller = Caller::user("u_1")
        .issuer("https://id.example")
        .role("clerk")
        .tenant("acme");
    assert_eq!(caller.id(), Some("u_1"));
    assert_eq!(
        caller.identity().and_then(|who| who.issuer()),
        Some("https://id.example")
    );
    assert_eq!(caller.roles().collect::<Vec<_>>(), ["clerk"]);
    assert_eq!(caller.tenant_id(), Some("acme"));
    assert!(caller.actor().is_none() && !caller.is_anonymous());
    assert_eq!(caller.principal().kind(), "user");
    assert_eq!(Caller::service("s_1").principal().kind(), "service");
    assert!(matches!(
        Caller::anonymous().principal(),
        Principal::Anonymous
    ));
    assert_eq!(Caller::anonymous().id(), None);
}

#[test]
fn an_anonymous_caller_has_no_issuer() {
    assert_eq!(
        Caller::anonymous().issuer("https://id.example"),
        Caller::anonymous()
    );
}

#[test]
fn an_actor_acts_for_a_principal_and_keeps_its_name() {
    let caller = user("u_1", ["clerk"]).acting(Actor::agent("assistant"));
    let actor = caller.actor().expect("acting");
    assert_eq!((actor.kind(), actor.id()), (ActorKind::Agent, "assistant"));
    assert_eq!(caller.id(), Some("u_1"));
    assert_eq!(Actor::automation("nightly").kind().as_str(), "automation");
}

// Outcomes and grants.

#[test]
fn an_outcome_is_granted_denied_or_approval_required() {
    assert_eq!(Outcome::Granted.as_str(), "granted");
    assert_eq!(DENY.as_str(), "denied");
    assert_eq!(Outcome::ApprovalRequired.as_str(), "approval-required");
}

#[test]
fn reasons_are_a_closed_list_of_stable_words() {
    let words: Vec<_> = DenialReason::ALL
        .iter()
        .map(|reason| reason.as_str())
        .collect();
    assert_eq!(
        words.join(" "),
        "anonymous no-grant condition deny no-delegation not-delegated validation \
         unknown-operation load-failed approval-pending approval-rejected approval-expired \
         approval-consumed approval-mismatch stale-approval tenant-mismatch internal"
    );
    for reason in DenialReason::ALL {
        assert_eq!(reason.to_string(), reason.as_str());
        assert_eq!(
            serde_json::to_value(reason).expect("a word"),
            reason.as_str()
        );
    }
}

#[test]
fn no_grant_means_denied() {
    assert_eq!(submit(|role| role), NO_GRANT);
    assert_eq!(
        submit(|role| role.allow(invoice::read)),
        NO_GRANT,
        "another leaf's"
    );
    let dock = dock_with(policy_of(|role| role.allow(invoice::submit)));
    let without = user("u_1", []);
    assert_eq!(
        dock.check(operations::sendInvoice, &row(), &without),
        NO_GRANT
    );
}

#[test]
fn an_unknown_role_grants_nothing() {
    let dock = dock_with(policy_of(|role| role.allow(invoice::submit)));
    for unknown in ["", "R", "r ", " r", "r\n", "r\0", "*", "admin", "ｒ"] {
        let caller = user("u_1", [unknown]);
        assert_eq!(
            dock.check(operations::sendInvoice, &row(), &caller),
            NO_GRANT,
            "{unknown:?}"
        );
    }
    let both = user("u_1", ["unheard of", "r", "admin"]);
    assert_eq!(
        dock.check(operations::sendInvoice, &row(), &both),
        Outcome::Granted
    );
}

#[test]
fn an_allow_counts_always_or_under_its_condition() {
    assert_eq!(submit(|role| role.allow(invoice::submit)), Outcome::Granted);
    assert_eq!(
        submit(|role| role.allow_when(invoice::submit, "own", owns)),
        Outcome::Granted
    );
    assert_eq!(
        submit(|role| role.allow_when(invoice::submit, "never", |_, _| false)),
        CONDITION
    );
}

#[test]
fn an_allow_may_need_approval() {
    let approvers = Approvers::principal;
    assert_eq!(
        submit(|role| role.allow_with_approval(invoice::submit, approvers())),
        Outcome::ApprovalRequired
    );
    assert_eq!(
        submit(|role| role.allow_with_approval_when(invoice::submit, approvers(), "own", owns)),
        Outcome::ApprovalRequired
    );
    assert_eq!(
        submit(|role| {
            role.allow_with_approval_when(invoice::submit, approvers(), "never", |_, _| false)
        }),
        CONDITION
    );
}

#[test]
fn deny_wins_in_any_order_and_from_any_role() {
    assert_eq!(
        submit(|role| role.deny(invoice::submit).allow(invoice::submit)),
        DENY
    );
    assert_eq!(
        submit(|role| role.allow(invoice::submit).deny(invoice::submit)),
        DENY
    );
    assert_eq!(
        submit(|role| {
            role.allow(invoice::submit)
                .deny_when(invoice::submit, "always", |_, _| true)
        }),
        DENY
    );
    let policy = Policy::builder(&PERMISSIONS)
        .single_tenant()
        .role("a", |role| role.allow(invoice::submit))
        .role("d", |role| role.deny(invoice::submit))
        .build()
        .expect("well formed");
    let dock = dock_with(policy);
    for roles in [["a", "d"], ["d", "a"]] {
        assert_eq!(
            dock.check(operations::sendInvoice, &row(), &user("u_1", roles)),
            DENY
        );
    }
    let allowed = user("u_1", ["a"]);
    assert_eq!(
        dock.check(operations::sendInvoice, &row(), &allowed),
        Outcome::Granted
    );
}

#[test]
fn a_deny_whose_condition_does_not_hold_denies_nothing() {
    let outcome = submit(|role| {
        role.allow(invoice::submit)
            .deny_when(invoice::submit, "paid", |_, row| row.cents == 0)
    });
    assert_eq!(outcome, Outcome::Granted);
}

#[test]
fn a_deny_of_one_leaf_leaves_another_alone() {
    assert_eq!(
        submit(|role| role
            .allow(invoice::submit)
            .deny(invoice::read)
            .deny(customer::read)),
        Outcome::Granted
    );
}

#[test]
fn a_deny_whose_condition_panics_denies() {
    let outcome = submit(|role| {
        role.allow(invoice::submit)
            .deny_when(invoice::submit, "panics", |_, _| panic!("no"))
    });
    assert_eq!(outcome, DENY);
}

#[test]
fn an_allow_whose_condition_panics_does_not_allow() {
    assert_eq!(
        submit(|role| role.allow_when(invoice::submit, "panics", |_, _| panic!("no"))),
        CONDITION
    );
    assert_eq!(
        submit(|role| {
            role.allow_with_approval_when(
                invoice::submit,
                Approvers::principal(),
                "panics",
                |_, _| panic!("no"),
            )
        }),
        CONDITION
    );
}

#[test]
fn an_allow_whose_condition_panics_hides_no_other_allow() {
    let outcome = submit(|role| {
        role.allow_when(invoice::submit, "panics", |_, _| panic!("no"))
            .allow(invoice::submit)
    });
    assert_eq!(outcome, Outcome::Granted);
}

#[test]
fn a_condition_sees_the_caller_and_the_row() {
    let dock = dock_with(policy_of(|role| {
        role.allow_when(invoice::submit, "own and small", |caller, row| {
            owns(caller, row) && row.cents < 1000 && caller.tenant_id() == Some("acme")
        })
    }));
    let check = |caller: &Caller, row: &Invoice| dock.check(operations::sendInvoice, row, caller);
    let small = Invoice::new("inv_9", "u_1", "acme", 999);
    assert_eq!(check(&user("u_1", ["r"]), &small), Outcome::Granted);
    assert_eq!(check(&user("u_1", ["r"]), &row()), CONDITION);
    assert_eq!(check(&user("u_2", ["r"]), &small), CONDITION);
}

// Without a row.

#[test]
fn without_a_row_a_conditional_allow_does_not_match() {
    assert_eq!(
        without_a_row(|role| role.allow_when(invoice::void, "always", |_, _| true)),
        CONDITION
    );
}

#[test]
fn without_a_row_a_conditional_deny_matches() {
    assert_eq!(
        without_a_row(|role| {
            role.allow(invoice::void)
                .deny_when(invoice::void, "never", |_, _| false)
        }),
        DENY
    );
}

#[test]
fn without_a_row_what_is_unconditional_counts_as_ever() {
    assert_eq!(
        without_a_row(|role| role.allow(invoice::void)),
        Outcome::Granted
    );
    assert_eq!(
        without_a_row(|role| role.allow(invoice::void).deny(invoice::void)),
        DENY
    );
    assert_eq!(
        without_a_row(|role| role.allow_with_approval(invoice::void, Approvers::principal())),
        Outcome::ApprovalRequired
    );
}

fn without_a_row(grants: impl FnOnce(RoleBuilder) -> RoleBuilder) -> Outcome {
    let dock = dock_with(policy_of(grants));
    let caller = user("u_1", ["r"]);
    let verdict = dock.decide_operation("voidEverything", "{}", &caller);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    runtime.block_on(verdict).outcome()
}

#[test]
fn a_list_is_decided_on_what_might_be_granted_on_some_row() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let list = |grants: fn(RoleBuilder) -> RoleBuilder| {
        let dock = dock_with(policy_of(grants));
        let caller = user("u_1", ["r"]);
        runtime
            .block_on(dock.decide_operation("listInvoices", "{}", &caller))
            .outcome()
    };
    assert_eq!(
        list(|role| role.allow_when(invoice::read, "never", |_, _| false)),
        Outcome::Granted,
        "a conditional allow matches"
    );
    assert_eq!(
        list(|role| role
            .allow(invoice::read)
            .deny_when(invoice::read, "always", |_, _| true)),
        Outcome::Granted,
        "a conditional deny does not"
    );
    assert_eq!(
        list(|role| role.allow(invoice::read).deny(invoice::read)),
        DENY,
        "an unconditional deny does"
    );
    assert_eq!(list(|role| role.allow(customer::read)), NO_GRANT);
}

#[test]
fn a_list_whose_permission_has_no_row_is_decided_without_one() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let dock = dock_with(policy_of(|role| role.allow(customer::read)));
    let caller = user("u_1", ["r"]);
    let verdict =
        runtime.block_on(dock.decide_operation("listCustomers", r#"{"id":"x"}"#, &caller));
    assert_eq!(
        verdict.outcome(),
        NO_GRANT,
        "the results leaf is not the permission"
    );
}

// Approval.

#[test]
fn approval_is_offered_only_where_an_allow_matches_and_no_deny_does() {
    let approval =
        |role: RoleBuilder| role.allow_with_approval(invoice::submit, Approvers::principal());
    assert_eq!(submit(|role| approval(role).deny(invoice::submit)), DENY);
    assert_eq!(submit(|role| approval(role.deny(invoice::submit))), DENY);
    assert_eq!(
        submit(|role| approval(role).deny_when(invoice::submit, "panics", |_, _| panic!("no"))),
        DENY
    );
}

#[test]
fn an_allow_that_needs_no_approval_wins_over_one_that_does() {
    let needs =
        |role: RoleBuilder| role.allow_with_approval(invoice::submit, Approvers::ids(["u_7"]));
    assert_eq!(
        submit(|role| needs(role).allow(invoice::submit)),
        Outcome::Granted
    );
    assert_eq!(
        submit(|role| needs(role.allow(invoice::submit))),
        Outcome::Granted
    );
    assert_eq!(
        submit(|role| needs(role).allow_when(invoice::submit, "own", owns)),
        Outcome::Granted
    );
    assert_eq!(
        submit(|role| needs(role).allow_when(invoice::submit, "never", |_, _| false)),
        Outcome::ApprovalRequired
    );
}

/// Which rule is asked for when each of these matches.
fn rule(rules: &[Approvers]) -> Approvers {
    let policy = policy_of(|role| {
        rules.iter().fold(role, |role, rule| {
            role.allow_with_approval(invoice::submit, rule.clone())
        })
    });
    let caller = user("u_1", ["r"]);
    let resolved = policy.resolve(&caller);
    let row = row();
    match policy.decide(
        &caller,
        &resolved,
        leaf("billing.invoice.submit"),
        RowView::Loaded(&row),
    ) {
        Decision::NeedsApproval(approvers) => approvers,
        other => panic!("{other:?}"),
    }
}

/// The stricter rule wins in both orders.
#[track_caller]
fn assert_stricter(strict: &Approvers, lax: &Approvers) {
    assert_eq!(&rule(&[strict.clone(), lax.clone()]), strict);
    assert_eq!(&rule(&[lax.clone(), strict.clone()]), strict);
}

#[test]
fn reviewers_are_stricter_than_the_principal() {
    assert_stricter(&Approvers::role("controller"), &Approvers::principal());
    assert_stricter(&Approvers::ids(["u_7"]), &Approvers::principal());
    assert_stricter(
        &Approvers::role("controller").or_self(),
        &Approvers::principal(),
    );
    assert_stricter(&Approvers::ids(["u_7"]).or_self(), &Approvers::principal());
}

#[test]
fn without_self_review_is_stricter_than_with_it() {
    for rule in [Approvers::role("controller"), Approvers::ids(["u_7"])] {
        assert_stricter(&rule, &rule.clone().or_self());
    }
    assert_stricter(
        &Approvers::role("controller"),
        &Approvers::ids(["u_7"]).or_self(),
    );
}

#[test]
fn nobody_is_the_strictest_rule() {
    let nobody = Approvers::ids::<&str>([]);
    assert_stricter(&nobody, &Approvers::principal());
    assert_stricter(&nobody, &Approvers::role("controller"));
    assert_stricter(&nobody, &Approvers::ids(["u_7"]));
}

#[test]
fn the_strictest_of_many_rules_wins_whatever_their_order() {
    let rules = [
        Approvers::principal(),
        Approvers::role("controller"),
        Approvers::role("auditor"),
        Approvers::role("auditor").or_self(),
        Approvers::ids(["u_7", "u_8"]),
    ];
    let first = rule(&rules);
    assert!(!matches!(first.kind(), ApproverKind::Principal));
    assert!(!first.lets_self());
    // Every rotation, forwards and backwards.
    for start in 0..rules.len() {
        let mut order: Vec<_> = rules[start..]
            .iter()
            .chain(&rules[..start])
            .cloned()
            .collect();
        assert_eq!(rule(&order), first);
        order.reverse();
        assert_eq!(rule(&order), first);
    }
}

#[test]
fn an_empty_list_is_nobody() {
    let nobody = rule(&[Approvers::ids::<&str>([])]);
    assert_eq!(nobody.kind(), &ApproverKind::Ids(Default::default()));
    assert_eq!(nobody.to_string(), "nobody");
    assert!(!nobody.lets_self());
    assert_ne!(nobody, Approvers::principal());
}

#[test]
fn every_time_sticks_whichever_rule_wins() {
    let lax_every_time = Approvers::principal().every_time();
    let strict = Approvers::role("controller");
    for rules in [
        [lax_every_time.clone(), strict.clone()],
        [strict.clone(), lax_every_time],
    ] {
        assert_eq!(rule(&rules), strict.clone().every_time());
    }
    assert!(!rule(&[strict]).asks_every_time());
}

#[test]
fn approvers_read_as_words() {
    assert_eq!(Approvers::principal().to_string(), "the user in person");
    assert_eq!(
        Approvers::role("controller").to_string(),
        "somebody with the role \"controller\""
    );
    assert_eq!(Approvers::ids(["u_7"]).to_string(), "\"u_7\"");
    assert_eq!(
        Approvers::ids(["u_8", "u_7"]).to_string(),
        "one of \"u_7\", \"u_8\""
    );
}

// Actors.

#[test]
fn an_actor_without_a_delegation_is_denied() {
    let (dock, _) = dock();
    let caller = user("u_1", ["clerk"]).acting(Actor::agent("assistant"));
    assert_eq!(
        dock.check(operations::sendInvoice, &row(), &caller),
        NO_DELEGATION
    );
    assert!(
        dock.filter(operations::listInvoices, vec![row()], &caller)
            .is_empty()
    );
    assert_eq!(dock.allowed_operations(&caller).count(), 0);
}

#[test]
fn outside_its_delegation_an_actor_is_denied() {
    let (dock, _) = dock();
    let agent = |delegation| {
        user("u_1", ["clerk"])
            .acting(Actor::agent("assistant"))
            .delegated(delegation)
    };
    let check = |caller: &Caller| dock.check(operations::sendInvoice, &row(), caller);
    assert_eq!(
        check(&agent(Delegation::permissions([leaf(
            "billing.invoice.read"
        )]))),
        NOT_DELEGATED
    );
    assert_eq!(check(&agent(Delegation::nothing())), NOT_DELEGATED);
    assert_eq!(check(&agent(Delegation::permissions([]))), NOT_DELEGATED);
    assert_eq!(
        check(&agent(Delegation::permissions([leaf(
            "billing.invoice.submit"
        )]))),
        Outcome::Granted
    );
}

#[test]
fn a_delegation_grants_nothing_by_itself() {
    let (dock, _) = dock();
    let everything = Delegation::permissions(&PERMISSIONS);
    let agent = user("u_1", [])
        .acting(Actor::agent("assistant"))
        .delegated(everything);
    assert_eq!(
        dock.check(operations::sendInvoice, &row(), &agent),
        NO_GRANT
    );
    assert_eq!(dock.allowed_operations(&agent).count(), 0);
}

#[test]
fn a_second_delegation_only_narrows() {
    let (dock, _) = dock();
    let submit = || Delegation::permissions([leaf("billing.invoice.submit")]);
    let wide = || Delegation::permissions(&PERMISSIONS);
    let acting = || user("u_1", ["clerk"]).acting(Actor::agent("assistant"));
    let check = |caller: Caller| dock.check(operations::sendInvoice, &row(), &caller);
    assert_eq!(
        check(acting().delegated(submit()).delegated(wide())),
        Outcome::Granted
    );
    assert_eq!(
        check(acting().delegated(Delegation::nothing()).delegated(wide())),
        NOT_DELEGATED
    );
    let by_name =
        Delegation::operations([operations::OPERATIONS.get("voidInvoice").expect("declared")]);
    assert_eq!(
        check(acting().delegated(wide()).delegated(by_name)),
        NOT_DELEGATED
    );
}

#[test]
fn an_actor_that_acts_through_another_stays_within_what_that_one_may() {
    let (dock, _) = dock();
    let wide = || Delegation::permissions(&PERMISSIONS);
    let through = |first: Option<Delegation>| {
        let caller = user("u_1", ["clerk"]).acting(Actor::agent("assistant"));
        let caller = match first {
            Some(delegation) => caller.delegated(delegation),
            None => caller,
        };
        caller.acting(Actor::agent("its helper")).delegated(wide())
    };
    let check = |caller: &Caller| dock.check(operations::sendInvoice, &row(), caller);
    assert_eq!(check(&through(Some(wide()))), Outcome::Granted);
    assert_eq!(
        check(&through(Some(Delegation::permissions([leaf(
            "billing.invoice.read"
        )])))),
        NOT_DELEGATED
    );
    assert_eq!(
        check(&through(None)),
        NOT_DELEGATED,
        "the first was delegated nothing"
    );
    let undelegated = user("u_1", ["clerk"])
        .acting(Actor::agent("assistant"))
        .delegated(wide())
        .acting(Actor::agent("its helper"));
    assert_eq!(check(&undelegated), NO_DELEGATION);
}

#[test]
fn a_delegation_of_operations_covers_them_by_name_and_their_leaves_only() {
    let (dock, _) = dock();
    let void = operations::OPERATIONS.get("voidInvoice").expect("declared");
    let agent = user("u_3", ["manager", "clerk"])
        .acting(Actor::agent("assistant"))
        .delegated(Delegation::operations([void]));
    assert_eq!(
        dock.check(operations::voidInvoice, &row(), &agent),
        Outcome::Granted
    );
    // Another operation on the same leaf is another operation.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let (reason, _) = runtime.block_on(refusal(&dock, "voidEverything", "{}", &agent));
    assert_eq!(reason, "not-delegated");
    assert!(
        dock.filter(operations::listInvoices, vec![row()], &agent)
            .is_empty()
    );
}

#[test]
fn a_deny_on_the_principal_denies_its_agent() {
    let (dock, _) = dock();
    let agent = user("u_1", ["clerk", "suspended"])
        .acting(Actor::agent("assistant"))
        .delegated(Delegation::permissions(&PERMISSIONS));
    assert_eq!(dock.check(operations::sendInvoice, &row(), &agent), DENY);
}

// Anonymous.

#[tokio::test]
async fn an_anonymous_caller_may_do_only_what_its_roles_say() {
    let policy = Policy::builder(&PERMISSIONS)
        .single_tenant()
        .role("public", |role| role.allow(report::run))
        .build()
        .expect("well formed");
    let dock = dock_with(policy);
    assert_eq!(
        refusal(&dock, "report.run-daily", "{}", &Caller::anonymous())
            .await
            .0,
        "anonymous"
    );
    let public = Caller::anonymous().role("public");
    let verdict = dock
        .decide_operation("report.run-daily", "{}", &public)
        .await;
    assert!(matches!(verdict, Verdict::Granted(_)));
    assert_eq!(
        refusal(&dock, "sendInvoice", r#"{"id":"inv_1"}"#, &public)
            .await
            .0,
        "anonymous"
    );
}

// Tenants.

#[test]
fn a_row_of_another_tenant_is_denied_whatever_allows_it() {
    let policy = tenants(Policy::builder(&PERMISSIONS))
        .role("r", |role| role.allow(invoice::submit))
        .build()
        .expect("well formed");
    let (dock, events) = recorded(dock_with(policy));
    let foreign = Invoice::new("inv_3", "u_1", "globex", 1);
    for caller in [
        user("u_1", ["r"]),
        Caller::user("u_1").role("r"),
        Caller::user("u_1").role("r").tenant(""),
        Caller::user("u_1").role("r").tenant("Globex"),
        Caller::user("u_1").role("r").tenant("globex "),
    ] {
        assert_eq!(
            dock.check(operations::sendInvoice, &foreign, &caller),
            Outcome::Denied(DenialReason::Validation),
            "told as a missing row: {caller:?}"
        );
        assert_eq!(events.one()["reason"], "tenant-mismatch");
        assert!(
            dock.filter(operations::listInvoices, vec![foreign.clone()], &caller)
                .is_empty()
        );
        events.take();
    }
    let own = Caller::user("u_1").role("r").tenant("globex");
    assert_eq!(
        dock.check(operations::sendInvoice, &foreign, &own),
        Outcome::Granted
    );
}

#[test]
fn a_row_of_no_tenant_belongs_to_no_caller_without_one() {
    let policy = tenants(Policy::builder(&PERMISSIONS))
        .role("r", |role| role.allow(invoice::submit))
        .build()
        .expect("well formed");
    let dock = dock_with(policy);
    let nobodys = Invoice::new("inv_9", "u_1", "", 1);
    let caller = Caller::user("u_1").role("r");
    assert!(
        !dock
            .check(operations::sendInvoice, &nobodys, &caller)
            .is_granted()
    );
}

#[test]
fn a_tenant_that_cannot_be_told_denies() {
    let policy = Policy::builder(&PERMISSIONS)
        .tenant_of::<Invoice>(|_| panic!("no tenant"))
        .role("r", |role| role.allow(invoice::submit).allow(invoice::read))
        .build()
        .expect("well formed");
    let (dock, events) = recorded(dock_with(policy));
    let caller = user("u_1", ["r"]);
    assert!(
        !dock
            .check(operations::sendInvoice, &row(), &caller)
            .is_granted()
    );
    assert_eq!(events.one()["reason"], "tenant-mismatch");
    assert!(
        dock.filter(operations::listInvoices, vec![row()], &caller)
            .is_empty()
    );
}

#[test]
fn a_policy_says_whose_each_row_is_or_that_there_is_one_tenant() {
    let grants = |role: RoleBuilder| role.allow(invoice::read).allow(customer::read);
    let error = Policy::builder(&PERMISSIONS)
        .tenant_of::<Invoice>(|row| &row.tenant)
        .role("r", grants)
        .build()
        .expect_err("nothing says whose a customer is");
    let row = std::any::type_name::<permdock_tests::Customer>();
    assert_eq!(error.faults(), [PolicyFault::NoTenant { row }]);
    assert!(
        Policy::builder(&PERMISSIONS)
            .single_tenant()
            .role("r", grants)
            .build()
            .is_ok()
    );
    assert!(
        tenants(Policy::builder(&PERMISSIONS))
            .role("r", grants)
            .build()
            .is_ok()
    );
}

#[test]
fn a_policy_without_rows_needs_no_tenants() {
    let built = Policy::builder(&PERMISSIONS)
        .role("analyst", |role| role.allow(report::run))
        .build();
    assert!(built.is_ok());
}

// Building a policy.

mod foreign {
    permdock::define_permissions! { pub mod permissions { elsewhere { launch } } }
}

#[test]
fn every_fault_of_a_policy_is_reported_at_once() {
    let error = Policy::builder(&PERMISSIONS)
        .tenant_of::<Invoice>(|row| &row.tenant)
        .tenant_of::<Invoice>(|row| &row.tenant)
        .role("clerk", |role| role.allow(report::run))
        .role("clerk", |role| role.allow(report::export))
        .role("", |role| role)
        .role("bell\u{7}", |role| role)
        .role("pilot", |role| {
            role.allow(foreign::permissions::elsewhere::launch)
        })
        .role("seer", |role| {
            role.allow_when(invoice::read, " ", |_, _| true)
        })
        .role("boss", |role| {
            role.allow_with_approval(invoice::void, Approvers::role(""))
                .allow_with_approval(invoice::refund, Approvers::principal().or_self())
                .allow(customer::read)
        })
        .build()
        .expect_err("it has faults");
    let text = error.to_string();
    assert_eq!(error.faults().len(), 9, "{text}");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "the policy has 9 faults");
    let line = |holds: &[&str]| {
        let found = lines[1..]
            .iter()
            .filter(|line| holds.iter().all(|word| line.contains(word)));
        assert_eq!(found.count(), 1, "one line with {holds:?} in:\n{text}");
    };
    line(&["`permdock_tests::Invoice`", "tenant_of"]);
    line(&["`clerk`", "twice"]);
    line(&["role name ``", "empty"]);
    line(&[r"`bell\u{7}`", "cannot be seen"]);
    line(&["`pilot`", "`elsewhere.launch`"]);
    line(&["`seer`", "condition", "`billing.invoice.read`", "empty"]);
    line(&["`boss`", "approver", "`billing.invoice.void`", "empty"]);
    line(&["`boss`", "approver", "`billing.invoice.refund`", "or_self"]);
    line(&["`permdock_tests::Customer`", "single_tenant"]);
    for line in &lines[1..] {
        assert!(line.starts_with("  - ") && !line.ends_with('.'), "{line}");
    }
}

#[test]
fn the_text_of_an_approver_fault_is_a_sentence() {
    let fault = |approvers: Approvers| {
        let built = Policy::builder(&PERMISSIONS)
            .single_tenant()
            .role("boss", |role| {
                role.allow_with_approval(report::run, approvers)
            })
            .build();
        built.expect_err("a fault").faults()[0].to_string()
    };
    assert_eq!(
        fault(Approvers::role("")),
        "the role `boss` has an approver on `report.run` that is empty"
    );
    assert_eq!(
        fault(Approvers::role("x".repeat(129))),
        "the role `boss` has an approver on `report.run` that is longer than 128 characters"
    );
    assert_eq!(
        fault(Approvers::ids(["u_1", "u\u{200b}_2"])),
        "the role `boss` has an approver on `report.run` that has a character that cannot be seen"
    );
}

#[test]
fn a_fault_hides_nothing_of_a_name_from_outside() {
    let error = Policy::builder(&PERMISSIONS)
        .role("a\u{202e}b\n", |role| role)
        .build()
        .expect_err("a fault");
    let text = error.to_string();
    assert!(text.contains(r"a\u{202e}b\n"), "{text}");
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn one_fault_is_told_in_the_singular() {
    let error = Policy::builder(&PERMISSIONS)
        .role("", |role| role)
        .build()
        .expect_err("a fault");
    assert!(
        error.to_string().starts_with("the policy has 1 fault\n"),
        "{error}"
    );
}

// Another engine.

/// An engine in the place of the built-in policy.
struct Engine {
    fails: AtomicBool,
}

impl PolicyEngine for Engine {
    type Resolved = ();

    fn resolve(&self, _: &Caller) {}

    fn decide(
        &self,
        caller: &Caller,
        (): &(),
        permission: &'static Permission,
        row: RowView<'_>,
    ) -> Decision {
        assert!(!self.fails.load(Ordering::SeqCst), "the engine went wrong");
        match row {
            RowView::Loaded(row) if permission.key() == "billing.invoice.submit" => {
                match row.downcast_ref::<Invoice>() {
                    Some(row) if owns(caller, row) => Decision::Granted,
                    _ => DenialReason::Condition.into(),
                }
            }
            RowView::Any => Decision::Granted,
            _ => DenialReason::NoGrant.into(),
        }
    }

    fn fingerprint(&self, _: &'static Permission, _: Option<&'static Permission>) -> [u8; 32] {
        [0; 32]
    }
}

#[tokio::test]
async fn another_engine_may_stand_in_the_policys_place() {
    let dock = PermDock::new(
        &operations::OPERATIONS,
        Engine {
            fails: AtomicBool::new(false),
        },
        App::new(),
    );
    let caller = Caller::user("u_1");
    let verdict = dock
        .decide_operation("sendInvoice", r#"{"id":"inv_1"}"#, &caller)
        .await;
    assert!(matches!(verdict, Verdict::Granted(_)));
    assert_eq!(
        refusal(&dock, "sendInvoice", r#"{"id":"inv_2"}"#, &caller)
            .await
            .0,
        "condition"
    );
    assert_eq!(
        refusal(&dock, "report.run-daily", "{}", &caller).await.0,
        "no-grant"
    );
}

#[tokio::test]
async fn an_engine_is_asked_only_about_what_a_delegation_covers() {
    let engine = Engine {
        fails: AtomicBool::new(true),
    };
    let dock = PermDock::new(&operations::OPERATIONS, engine, App::new());
    let agent = Caller::user("u_1")
        .acting(Actor::agent("assistant"))
        .delegated(Delegation::nothing());
    let (reason, _) = refusal(&dock, "sendInvoice", r#"{"id":"inv_1"}"#, &agent).await;
    assert_eq!(reason, "not-delegated");
}

#[tokio::test]
async fn an_engine_that_panics_grants_nothing() {
    let (dock, events) = recorded(PermDock::new(
        &operations::OPERATIONS,
        Engine {
            fails: AtomicBool::new(true),
        },
        App::new(),
    ));
    let caller = Caller::user("u_1");
    assert_eq!(
        refusal(&dock, "sendInvoice", r#"{"id":"inv_1"}"#, &caller)
            .await
            .0,
        "internal"
    );
    assert_eq!(events.one()["reason"], "internal");
    assert_eq!(
        dock.check(operations::sendInvoice, &row(), &caller),
        Outcome::Denied(DenialReason::Internal)
    );
    assert_eq!(events.one()["reason"], "internal");
    assert!(
        dock.filter(operations::listInvoices, vec![row()], &caller)
            .is_empty()
    );
    assert_eq!(events.one()["reason"], "internal");
    assert_eq!(
        dock.allowed_operations(&caller).count(),
        0,
        "any failure lists nothing"
    );
    assert_eq!(dock.app().loads(), 0);
}

#[test]
fn a_leaf_without_a_row_is_checked_without_one() {
    let (dock, _) = dock();
    assert_eq!(
        dock.check(
            operations::runDailyReport,
            &NoRow,
            &user("u_1", ["analyst"])
        ),
        Outcome::Granted
    );
    assert_eq!(
        dock.check(operations::runDailyReport, &NoRow, &user("u_1", [])),
        NO_GRANT
    );
}

#[test]
fn more_roles_than_fit_into_one_word_are_told_apart() {
    let mut builder = Policy::builder(&PERMISSIONS).single_tenant();
    for number in 0..300_u16 {
        builder = builder.role(format!("role {number}"), move |role| match number % 3 {
            0 => role.allow(report::run),
            1 => role.deny(report::run),
            _ => role.allow(report::export),
        });
    }
    let dock = dock_with(builder.build().expect("well formed"));
    for number in 0..300_u16 {
        let caller = Caller::user("u_1").role(format!("role {number}"));
        let outcome = dock.check(operations::runDailyReport, &NoRow, &caller);
        let expected = [Outcome::Granted, DENY, NO_GRANT][usize::from(number % 3)];
        assert_eq!(outcome, expected, "role {number}");
    }
    let both = Caller::user("u_1").role("role 0").role("role 298");
    assert_eq!(dock.check(operations::runDailyReport, &NoRow, &both), DENY);
}

/// Another tree, one leaf of which has the same key but another row.
mod lookalike {
    pub struct Paper {
        pub tenant: String,
    }
    permdock::define_permissions! {
        pub mod permissions { billing { invoice: Paper { submit, read } } }
    }
}

#[test]
fn a_condition_on_a_row_of_another_type_cannot_be_evaluated() {
    use lookalike::permissions::billing::invoice as paper;
    let policy = || {
        Policy::builder(&PERMISSIONS)
            .tenant_of::<Invoice>(|row| &row.tenant)
            .tenant_of::<lookalike::Paper>(|row| &row.tenant)
    };
    let caller = user("u_1", ["r"]);
    let built = policy()
        .role("r", |role| {
            role.allow_when(paper::submit, "always", |_, _| true)
                .allow_when(paper::read, "always", |_, _| true)
        })
        .build()
        .expect("the keys are the tree's");
    let dock = dock_with(built);
    assert!(
        !dock
            .check(operations::sendInvoice, &row(), &caller)
            .is_granted()
    );
    assert!(
        dock.filter(operations::listInvoices, vec![row()], &caller)
            .is_empty()
    );
    let built = policy()
        .role("r", |role| {
            role.deny_when(paper::submit, "never", |_, _| false)
                .deny_when(paper::read, "never", |_, _| false)
                .allow(invoice::submit)
                .allow(invoice::read)
        })
        .build()
        .expect("the keys are the tree's");
    let dock = dock_with(built);
    assert_eq!(dock.check(operations::sendInvoice, &row(), &caller), DENY);
    assert!(
        dock.filter(operations::listInvoices, vec![row()], &caller)
            .is_empty()
    );
}

/// Another tree, one leaf of which has the same key and no row.
mod flat {
    permdock::define_permissions! { pub mod permissions { billing { invoice { submit } } } }
}

/// Either the policy is refused, or a row of another tenant stays closed.
#[test]
fn a_leaf_of_the_same_key_without_a_row_opens_no_other_tenants_rows() {
    use flat::permissions::billing::invoice::submit;
    let foreign = Invoice::new("inv_3", "u_1", "globex", 1);
    for tree in [&PERMISSIONS, &flat::permissions::PERMISSIONS] {
        let built = Policy::builder(tree)
            .role("r", |role| role.allow(submit))
            .build();
        if let Ok(policy) = built {
            let outcome =
                dock_with(policy).check(operations::sendInvoice, &foreign, &user("u_1", ["r"]));
            assert!(!outcome.is_granted(), "{outcome:?}");
        }
    }
}
