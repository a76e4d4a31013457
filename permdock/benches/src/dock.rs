//! The question at a dock.

use permdock::{Caller, Leaf, PermDock, Policy, RoleBuilder};

use crate::table::{App, Doc, operations, permissions};
use crate::{CALLER, HELD, ROLES, doc, grants};

fn own(caller: &Caller, doc: &Doc) -> bool {
    caller.id() == Some(&doc.owner)
}

fn grant(role: RoleBuilder, resource: &str, action: &str) -> RoleBuilder {
    fn on<L: permdock::RowLeaf<Row = Doc>>(role: RoleBuilder, leaf: L) -> RoleBuilder {
        role.allow_when(leaf, "own", own)
    }
    macro_rules! leaves {
        ($($resource:ident: $($action:ident)+;)+) => {
            $($(
                if (resource, action) == (stringify!($resource), stringify!($action)) {
                    return on(role, permissions::$resource::$action);
                }
            )+)+
        };
    }
    leaves! {
        customer: read create update remove;
        invoice: read create update remove;
        payment: read create update remove;
        product: read create update remove;
        order: read create update remove;
        report: read create update remove;
    }
    panic!("no such leaf: {resource}.{action}")
}

/// The policy of the question.
#[must_use]
pub fn policy() -> Policy {
    let mut builder = Policy::builder(&permissions::PERMISSIONS).single_tenant();
    for name in ROLES {
        builder = builder.role(name, |role| {
            grants()
                .filter(|(holder, ..)| *holder == name)
                .fold(role, |role, (_, resource, action)| {
                    grant(role, resource, action)
                })
        });
    }
    builder.build().expect("the policy is well formed")
}

/// The dock, without a sink.
#[must_use]
pub fn dock() -> PermDock<App> {
    PermDock::new(&operations::OPERATIONS, policy(), App { docs: vec![doc()] })
}

/// Who asks.
#[must_use]
pub fn caller() -> Caller {
    Caller::user(CALLER).with_roles(HELD)
}

/// How many leaves the table's tree has; names the trait that gives a leaf its key.
#[must_use]
pub fn asked_leaf() -> &'static str {
    <permissions::payment::update as Leaf>::PERMISSION.key()
}
