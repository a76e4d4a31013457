//! The question to Cedar, which interprets its policies at run time. Policies, entities and request
//! are prepared beforehand.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use cedar_policy::{
    Authorizer, Context, Decision, Entities, Entity, EntityUid, PolicySet, Request,
    RestrictedExpression,
};

use crate::table::Doc;
use crate::{ASKED, CALLER, HELD, grants};

/// The policy set and all entities but the document's.
pub struct Prepared {
    authorizer: Authorizer,
    policies: PolicySet,
}

/// A request with the entities that it needs.
pub struct Asked {
    request: Request,
    entities: Entities,
}

fn uid(kind: &str, id: &str) -> EntityUid {
    format!("{kind}::\"{id}\"").parse().expect("a uid")
}

impl Prepared {
    /// Parses the fifty policies.
    #[must_use]
    pub fn new() -> Self {
        let mut source = String::new();
        for (role, resource, action) in grants() {
            writeln!(
                source,
                "permit(principal in Role::\"{role}\", action == Action::\"{resource}.{action}\", \
                 resource) when {{ resource.owner == principal.id }};"
            )
            .expect("text is written");
        }
        Self {
            authorizer: Authorizer::new(),
            policies: source.parse().expect("the policies parse"),
        }
    }

    /// Prepares the request and its entities.
    #[must_use]
    pub fn request(&self, doc: &Doc) -> Asked {
        let text = |text: &str| RestrictedExpression::new_string(text.to_owned());
        let user = Entity::new(
            uid("User", CALLER),
            HashMap::from([("id".to_owned(), text(CALLER))]),
            HELD.iter()
                .map(|role| uid("Role", role))
                .collect::<HashSet<_>>(),
        )
        .expect("the user");
        let document = Entity::new(
            uid("Doc", &doc.id),
            HashMap::from([("owner".to_owned(), text(&doc.owner))]),
            HashSet::new(),
        )
        .expect("the document");
        let request = Request::new(
            uid("User", CALLER),
            uid("Action", &format!("{}.{}", ASKED.1, ASKED.2)),
            uid("Doc", &doc.id),
            Context::empty(),
            None,
        );
        Asked {
            request: request.expect("the request"),
            entities: Entities::from_entities([user, document], None).expect("the entities"),
        }
    }

    /// Asks the question.
    #[must_use]
    pub fn ask(&self, asked: &Asked) -> bool {
        let response =
            self.authorizer
                .is_authorized(&asked.request, &self.policies, &asked.entities);
        response.decision() == Decision::Allow
    }
}

impl Default for Prepared {
    fn default() -> Self {
        Self::new()
    }
}
