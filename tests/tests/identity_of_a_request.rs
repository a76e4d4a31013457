//! The identity of a request: what changes it, and what does not.

use permdock::{
    Actor, Approvers, Caller, Delegation, Handle, OperationMap, PermDock, Policy, PolicyBuilder,
    Table, Verdict,
};
use permdock_tests::permissions::{PERMISSIONS, billing::invoice};
use permdock_tests::{App, operations, user};

/// The policy under which `r` and `s` refund once approved, with more added to it.
fn policy(more: impl FnOnce(PolicyBuilder) -> PolicyBuilder) -> Policy {
    let builder = Policy::builder(&PERMISSIONS)
        .single_tenant()
        .role("r", |role| {
            role.allow_with_approval(invoice::refund, Approvers::role("controller"))
        })
        .role("s", |role| role);
    more(builder).build().expect("well formed")
}

async fn id_under(policy: Policy, input: &str, caller: &Caller) -> String {
    let dock = PermDock::new(&operations::OPERATIONS, policy, App::new());
    match dock.decide_operation("refundInvoice", input, caller).await {
        Verdict::ApprovalRequired(required) => required.request().id().to_owned(),
        other => panic!("{other:?}"),
    }
}

async fn id(input: &str, caller: &Caller) -> String {
    id_under(policy(|builder| builder), input, caller).await
}

const INPUT: &str = r#"{"id":"inv_1","cents":5,"lines":[]}"#;

fn caller() -> Caller {
    user("u_1", ["r", "s"])
}

fn agent(actor: Actor) -> Caller {
    caller()
        .acting(actor)
        .delegated(Delegation::permissions(&PERMISSIONS))
}

#[tokio::test]
async fn the_id_is_64_hexadecimal_digits_and_stays_the_same() {
    let first = id(INPUT, &caller()).await;
    assert_eq!(first.len(), 64);
    assert!(
        first
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')),
        "{first}"
    );
    for _ in 0..3 {
        assert_eq!(id(INPUT, &caller()).await, first);
    }
}

#[tokio::test]
async fn the_order_of_members_and_blanks_do_not_change_it() {
    let first = id(INPUT, &caller()).await;
    for same in [
        r#"{"lines":[],"cents":5,"id":"inv_1"}"#,
        " {\n\t\"id\" : \"inv_1\" ,\r\n \"cents\":5, \"lines\":[ ] } ",
        r#"{"\u0069d":"inv\u005f1","cents":5,"lines":[]}"#,
        r#"{"id":"inv_1","cents":5}"#,
    ] {
        assert_eq!(id(same, &caller()).await, first, "{same}");
    }
}

#[tokio::test]
async fn the_order_of_roles_and_roles_that_grant_nothing_do_not_change_it() {
    let first = id(INPUT, &caller()).await;
    assert_eq!(id(INPUT, &user("u_1", ["s", "r"])).await, first);
    assert_eq!(id(INPUT, &user("u_1", ["r"])).await, first);
    assert_eq!(id(INPUT, &user("u_1", ["unheard of", "r"])).await, first);
}

#[tokio::test]
async fn the_order_of_grants_and_of_roles_declared_does_not_change_it() {
    let allow = |builder: PolicyBuilder| {
        builder.role("t", |role| role.deny(invoice::refund).allow(invoice::read))
    };
    let deny = |builder: PolicyBuilder| builder.role("u", |role| role.deny(invoice::refund));
    let one = id_under(policy(|builder| deny(allow(builder))), INPUT, &caller()).await;
    let other = id_under(policy(|builder| allow(deny(builder))), INPUT, &caller()).await;
    assert_eq!(one, other);
}

#[tokio::test]
async fn the_input_changes_it() {
    let first = id(INPUT, &caller()).await;
    let mut seen = vec![first];
    for other in [
        r#"{"id":"inv_1","cents":6,"lines":[]}"#,
        r#"{"id":"inv_1","cents":-5,"lines":[]}"#,
        r#"{"id":"inv_2","cents":5,"lines":[]}"#,
        // Nothing is trimmed, folded or normalised.
        r#"{"id":"inv_1","cents":5,"lines":[{"sku":"a"}]}"#,
        r#"{"id":"inv_1","cents":5,"lines":[{"sku":"a "}]}"#,
        r#"{"id":"inv_1","cents":5,"lines":[{"sku":"\u00a0a"}]}"#,
        r#"{"id":"inv_1","cents":5,"lines":[{"sku":"a\n"}]}"#,
        r#"{"id":"inv_1","cents":5,"lines":[{"sku":"A"}]}"#,
        r#"{"id":"inv_1","cents":5,"lines":[{"sku":"é"}]}"#,
        r#"{"id":"inv_1","cents":5,"lines":[{"sku":"e\u0301"}]}"#,
        r#"{"id":"inv_1","cents":5,"lines":[{"sku":""}]}"#,
        r#"{"id":"inv_1","cents":5,"lines":[{"sku":" "}]}"#,
        r#"{"id":"inv_1","cents":5,"lines":[{"sku":"a"},{"sku":"b"}]}"#,
        r#"{"id":"inv_1","cents":5,"lines":[{"sku":"b"},{"sku":"a"}]}"#,
        r#"{"id":"inv_1","cents":5,"lines":[{"sku":"a\nb"}]}"#,
        r#"{"id":"inv_1","cents":5,"lines":[{"sku":"a","parts":[{"sku":"b"}]}]}"#,
    ] {
        let id = id(other, &caller()).await;
        assert!(!seen.contains(&id), "{other}");
        seen.push(id);
    }
}

#[tokio::test]
async fn who_asks_changes_it_by_id_issuer_kind_and_tenant() {
    let bare = Caller::user("u_1").role("r");
    let callers = [
        bare.clone(),
        Caller::user("u_2").role("r"),
        Caller::user("U_1").role("r"),
        Caller::service("u_1").role("r"),
        Caller::anonymous().role("r"),
        bare.clone().issuer("https://id.example"),
        bare.clone().issuer("https://id.example/"),
        bare.clone().issuer(""),
        bare.clone().issuer("-"),
        bare.clone().tenant("acme"),
        bare.clone().tenant("globex"),
        bare.clone().tenant(""),
        bare.clone().tenant("-"),
        // Fields are not joined: what moves from one to the next is another request.
        Caller::user("u_1a").role("r").tenant("b"),
        Caller::user("u_1").role("r").tenant("ab"),
        Caller::user("u_1\na").role("r").tenant("b"),
        Caller::user("u_1").role("r").tenant("a\nb"),
        Caller::user("acme").role("r").tenant("u_1"),
    ];
    let mut seen = Vec::new();
    for caller in &callers {
        let id = id(INPUT, caller).await;
        assert!(!seen.contains(&id), "{caller:?}");
        seen.push(id);
    }
}

#[tokio::test]
async fn an_actor_changes_it_by_id_and_kind() {
    let callers = [
        caller(),
        agent(Actor::agent("assistant")),
        agent(Actor::agent("Assistant")),
        agent(Actor::agent("")),
        agent(Actor::automation("assistant")),
    ];
    let mut seen = Vec::new();
    for caller in &callers {
        let id = id(INPUT, caller).await;
        assert!(!seen.contains(&id), "{caller:?}");
        seen.push(id);
    }
}

#[tokio::test]
async fn the_approver_rule_changes_it() {
    let rules = [
        Approvers::principal(),
        Approvers::principal().every_time(),
        Approvers::role("controller"),
        Approvers::role("controller").or_self(),
        Approvers::role("controller").every_time(),
        Approvers::role("auditor"),
        Approvers::ids(["controller"]),
        Approvers::ids(["u_7", "u_8"]),
        Approvers::ids(["u_7,u_8"]),
        Approvers::ids::<&str>([]),
    ];
    let mut seen = Vec::new();
    for rule in rules {
        let policy = Policy::builder(&PERMISSIONS)
            .single_tenant()
            .role("r", |role| {
                role.allow_with_approval(invoice::refund, rule.clone())
            })
            .build()
            .expect("well formed");
        let id = id_under(policy, INPUT, &caller()).await;
        assert!(!seen.contains(&id), "{rule:?}");
        seen.push(id);
    }
}

#[tokio::test]
async fn the_order_in_a_list_of_approvers_does_not_change_it() {
    let of = |ids: [&'static str; 2]| {
        Policy::builder(&PERMISSIONS)
            .single_tenant()
            .role("r", |role| {
                role.allow_with_approval(invoice::refund, Approvers::ids(ids))
            })
            .build()
            .expect("well formed")
    };
    assert_eq!(
        id_under(of(["u_7", "u_8"]), INPUT, &caller()).await,
        id_under(of(["u_8", "u_7"]), INPUT, &caller()).await
    );
}

#[tokio::test]
async fn a_grant_of_any_role_on_the_leaf_changes_it() {
    let mut seen = vec![id(INPUT, &caller()).await];
    let policies = [
        // None of these is a role of the caller's.
        policy(|builder| builder.role("t", |role| role.allow(invoice::refund))),
        policy(|builder| builder.role("t", |role| role.deny(invoice::refund))),
        policy(|builder| builder.role("x", |role| role.allow(invoice::refund))),
        policy(|builder| {
            builder.role("t", |role| {
                role.allow_when(invoice::refund, "a", |_, _| true)
            })
        }),
        policy(|builder| {
            builder.role("t", |role| {
                role.allow_when(invoice::refund, "b", |_, _| true)
            })
        }),
        policy(|builder| {
            builder.role("t", |role| {
                role.deny_when(invoice::refund, "a", |_, _| true)
            })
        }),
        policy(|builder| {
            builder.role("t", |role| {
                role.allow_with_approval(invoice::refund, Approvers::principal())
            })
        }),
        policy(|builder| {
            builder.role("t", |role| {
                role.allow_with_approval(invoice::refund, Approvers::role("a"))
            })
        }),
        policy(|builder| {
            builder.role("t", |role| {
                role.allow_with_approval_when(invoice::refund, Approvers::role("a"), "a", |_, _| {
                    true
                })
            })
        }),
    ];
    for (place, policy) in policies.into_iter().enumerate() {
        let id = id_under(policy, INPUT, &caller()).await;
        assert!(!seen.contains(&id), "{place}");
        seen.push(id);
    }
}

#[tokio::test]
async fn a_grant_on_another_leaf_does_not_change_it() {
    let other =
        policy(|builder| builder.role("t", |role| role.allow(invoice::read).deny(invoice::void)));
    assert_eq!(
        id_under(other, INPUT, &caller()).await,
        id(INPUT, &caller()).await
    );
}

#[tokio::test]
async fn the_policys_revision_changes_it() {
    let first = id(INPUT, &caller()).await;
    let second = id_under(policy(|builder| builder.revision("2")), INPUT, &caller()).await;
    let third = id_under(policy(|builder| builder.revision("3")), INPUT, &caller()).await;
    assert!(first != second && second != third && first != third);
}

// The definition. Each table below differs from the first in one thing.

/// A table of one operation `go`, with what follows in its entry.
macro_rules! table {
    ($module:ident, $name:literal, $input:ident, $leaf:ident $(, $($more:tt)*)?) => {
        mod $module {
            use super::definitions::{App, $input, permissions};
            permdock::define_operations! {
                pub mod operations for App in permissions;
                $name as go { permission: things::thing::$leaf, input: $input $(, $($more)*)? }
            }
        }
    };
}

mod definitions {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    pub struct App;
    pub enum Row {}

    permdock::define_permissions! {
        pub mod permissions { things { thing: Row { run, walk, see, look } } }
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    pub struct Input {
        pub n: u8,
    }

    /// As `Input`, but for its schema.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[schemars(rename = "Input")]
    pub struct Narrower {
        #[schemars(range(min = 0, max = 9))]
        pub n: u8,
    }

    /// No schema at all.
    #[derive(Serialize, Deserialize)]
    pub struct Schemaless {
        pub n: u8,
    }
}

table!(first, "go", Input, run);
table!(again, "go", Input, run);
table!(renamed, "go.", Input, run);
table!(other_leaf, "go", Input, walk);
table!(listing, "go", Input, run, results: things::thing::see);
table!(other_listing, "go", Input, run, results: things::thing::look);
table!(titled, "go", Input, run, meta: { title: "Go" });
table!(retitled, "go", Input, run, meta: { title: "Go " });
table!(risky, "go", Input, run, meta: { risk: low });
table!(riskier, "go", Input, run, meta: { risk: critical });
table!(sending, "go", Input, run, meta: { effects: [send] });
table!(spending, "go", Input, run, meta: { effects: [send, spend] });
table!(narrower, "go", Narrower, run);
table!(schemaless, "go", Schemaless, run);

/// The id of a request for the one operation of a table, whose handle is given.
async fn id_of<O>(_: O, table: &'static OperationMap<definitions::App>) -> String
where
    O: Handle<Table: Table<App = definitions::App>>,
{
    use definitions::permissions::{PERMISSIONS, things::thing};
    let policy = Policy::builder(&PERMISSIONS)
        .single_tenant()
        .role("r", |role| {
            role.allow_with_approval(thing::run, Approvers::principal())
                .allow_with_approval(thing::walk, Approvers::principal())
        })
        .build()
        .expect("well formed");
    let dock = PermDock::new(table, policy, definitions::App);
    let name = O::OPERATION.name();
    match dock
        .decide_operation(name, r#"{"n":1}"#, &Caller::user("u_1").role("r"))
        .await
    {
        Verdict::ApprovalRequired(required) => required.request().id().to_owned(),
        other => panic!("{other:?}"),
    }
}

macro_rules! ids_of {
    ($($module:ident),+ $(,)?) => {
        [$((stringify!($module), id_of($module::operations::go, &$module::operations::OPERATIONS).await)),+]
    };
}

#[tokio::test]
async fn the_definition_changes_it_in_each_of_its_parts() {
    let ids = ids_of![
        first,
        renamed,
        other_leaf,
        listing,
        other_listing,
        titled,
        retitled,
        risky,
        riskier,
        sending,
        spending,
        narrower,
        schemaless,
    ];
    for (place, (name, id)) in ids.iter().enumerate() {
        for (earlier, other) in &ids[..place] {
            assert_ne!(id, other, "`{name}` and `{earlier}`");
        }
    }
}

#[tokio::test]
async fn the_same_definition_gives_the_same_id() {
    let [(_, one), (_, other)] = ids_of![first, again];
    assert_eq!(one, other);
}

#[tokio::test]
async fn a_grant_on_the_results_leaf_changes_it() {
    use definitions::permissions::{PERMISSIONS, things::thing};
    let id = async |see: bool, table: &'static OperationMap<definitions::App>| {
        let policy = Policy::builder(&PERMISSIONS)
            .single_tenant()
            .role("r", |role| {
                role.allow_with_approval(thing::run, Approvers::principal())
            })
            .role("t", |role| if see { role.allow(thing::see) } else { role })
            .build()
            .expect("well formed");
        let dock = PermDock::new(table, policy, definitions::App);
        match dock
            .decide_operation("go", r#"{"n":1}"#, &Caller::user("u_1").role("r"))
            .await
        {
            Verdict::ApprovalRequired(required) => required.request().id().to_owned(),
            other => panic!("{other:?}"),
        }
    };
    let (with, without) = (
        &listing::operations::OPERATIONS,
        &first::operations::OPERATIONS,
    );
    assert_ne!(id(true, with).await, id(false, with).await);
    assert_eq!(id(true, without).await, id(false, without).await);
}
