//! What an approval-required verdict carries: a plain value that says exactly what is asked.

use serde::Serialize;

use super::PermDock;
use crate::caller::{Actor, Caller, Principal, Text};
use crate::canon::{CanonicalError, FieldDigest, canonical_json, hex};
use crate::operation::{AnyCall, Operation};
use crate::policy::{Approvers, PolicyEngine};

/// A request for approval: one action with one input, by one caller, as the grants and the
/// operation's definition stand now.
///
/// Two requests are the same when their [ids](Self::id) are: the id is a digest of everything else.
/// It is a plain value, and is stored nowhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalRequest {
    id: String,
    operation: &'static str,
    permission: &'static str,
    /// Canonical JSON.
    input: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tenant: Option<Text>,
    principal: Principal,
    #[serde(skip_serializing_if = "Option::is_none")]
    actor: Option<Actor>,
    approvers: Approvers,
    grants: String,
    definition: String,
}

impl ApprovalRequest {
    /// The request's identity: 64 hexadecimal digits of a SHA-256 over all that it says.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The operation's name.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// The key of the leaf that needs the approval.
    #[must_use]
    pub fn permission(&self) -> &'static str {
        self.permission
    }

    /// The canonical input (RFC 8785): what is shown, hashed and run.
    #[must_use]
    pub fn input(&self) -> &str {
        &self.input
    }

    /// What the row is called; `None` unless the application describes its rows.
    #[must_use]
    pub fn resource_id(&self) -> Option<&str> {
        self.resource_id.as_deref()
    }

    /// The tenant for whose data it is asked.
    #[must_use]
    pub fn tenant(&self) -> Option<&str> {
        self.tenant.as_deref()
    }

    /// For whom it is asked.
    #[must_use]
    pub fn principal(&self) -> &Principal {
        &self.principal
    }

    /// What asks for them.
    #[must_use]
    pub fn actor(&self) -> Option<&Actor> {
        self.actor.as_ref()
    }

    /// Who may approve.
    #[must_use]
    pub fn approvers(&self) -> &Approvers {
        &self.approvers
    }

    /// The digest of everything but the id itself, field by field, under a versioned prefix.
    fn identity(&self) -> Result<String, CanonicalError> {
        let (id, issuer) = match &self.principal {
            Principal::User(identity) | Principal::Service(identity) => {
                (Some(identity.id()), identity.issuer())
            }
            Principal::Anonymous => (None, None),
        };
        let actor = self.actor.as_ref();
        let digest = FieldDigest::new("permdock/request/v1")
            .text(self.operation)
            .text(&self.input)
            .text(self.permission)
            .optional(self.resource_id())
            .optional(self.tenant())
            .text(self.principal.kind())
            .optional(id)
            .optional(issuer)
            .optional(actor.map(Actor::id))
            .optional(actor.map(|actor| actor.kind().as_str()))
            .text(&canonical_json(&self.approvers)?)
            .text(&self.grants)
            .text(&self.definition);
        Ok(hex(&digest.finish()))
    }
}

impl<A: Send + Sync + 'static, P: PolicyEngine> PermDock<A, P> {
    /// What is asked of the approvers. It may fail or panic in the application's code (writing the
    /// input, an input's schema); the caller denies then.
    pub(super) fn request(
        &self,
        operation: &'static Operation<A>,
        caller: &Caller,
        call: &dyn AnyCall,
        approvers: Approvers,
    ) -> Result<ApprovalRequest, String> {
        let grants = self
            .policy
            .fingerprint(operation.permission(), operation.results());
        let definition = operation
            .definition_digest()
            .map_err(|error| error.to_string())?;
        let mut request = ApprovalRequest {
            id: String::new(),
            operation: operation.name(),
            permission: operation.permission().key(),
            input: call.canonical_input().map_err(|fault| fault.to_string())?,
            resource_id: None,
            tenant: caller.tenant_text(),
            principal: caller.principal().clone(),
            actor: caller.actor().cloned(),
            approvers,
            grants: hex(&grants),
            definition: hex(&definition),
        };
        request.id = request.identity().map_err(|error| error.to_string())?;
        Ok(request)
    }
}

impl<App: 'static> Operation<App> {
    /// A digest of what the operation says it is: name, permission, results, risk, effects, title
    /// and input schema (or the word `none`). An approval under one digest is none under another.
    fn definition_digest(&self) -> Result<[u8; 32], CanonicalError> {
        let schema = match self.schema() {
            Some(schema) => canonical_json(&schema)?,
            None => "none".to_owned(),
        };
        let meta = self.meta();
        Ok(FieldDigest::new("permdock/definition/v1")
            .text(self.name())
            .text(self.permission().key())
            .optional(self.results().map(|leaf| leaf.key()))
            .optional(meta.risk.map(|risk| risk.as_str()))
            .list(meta.effects.iter().map(|effect| effect.as_str()))
            .optional(meta.title)
            .text(&schema)
            .finish())
    }
}
