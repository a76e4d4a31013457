//! The question to casbin, which interprets its model at run time. The enforcer is prepared
//! beforehand.

use casbin::{CoreApi, DefaultModel, Enforcer, MemoryAdapter, MgmtApi, RbacApi};

use crate::table::Doc;
use crate::{ASKED, CALLER, HELD, grants};

const MODEL: &str = "
[request_definition]
r = sub, obj, act, owner
[policy_definition]
p = sub, obj, act
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = g(r.sub, p.sub) && r.obj == p.obj && r.act == p.act && r.owner == r.sub
";

/// An enforcer with the fifty policies and the caller's two roles.
pub struct Prepared {
    enforcer: Enforcer,
}

impl Prepared {
    /// Fills the enforcer.
    #[must_use]
    pub fn new() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime");
        let enforcer = runtime.block_on(async {
            let model = DefaultModel::from_str(MODEL).await.expect("the model");
            let mut enforcer = Enforcer::new(model, MemoryAdapter::default())
                .await
                .expect("an enforcer");
            for (role, resource, action) in grants() {
                let policy = [role, resource, action].map(str::to_owned).to_vec();
                enforcer.add_policy(policy).await.expect("a policy");
            }
            for role in HELD {
                enforcer
                    .add_role_for_user(CALLER, role, None)
                    .await
                    .expect("a role");
            }
            enforcer
        });
        Self { enforcer }
    }

    /// Asks the question.
    #[must_use]
    pub fn ask(&self, doc: &Doc) -> bool {
        self.enforcer
            .enforce((CALLER, ASKED.1, ASKED.2, doc.owner.as_str()))
            .expect("an answer")
    }
}

impl Default for Prepared {
    fn default() -> Self {
        Self::new()
    }
}
