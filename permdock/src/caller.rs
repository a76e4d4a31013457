//! Who asks: a principal, and the actor that may act for it under a delegation.
//!
//! A host builds a [`Caller`] from its own authentication, never from tool arguments, message text
//! or a request's body.

mod delegation;

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

pub use delegation::Delegation;

use crate::permission::Permission;

/// Text that is either the program's own or a request's.
pub(crate) type Text = Cow<'static, str>;

/// Whose rights are used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
#[non_exhaustive]
pub enum Principal {
    /// A person.
    User(Identity),
    /// A program that acts in its own name.
    Service(Identity),
    /// Nobody in particular.
    Anonymous,
}

/// An id and who issued it; ids are compared within their issuer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Identity {
    id: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    issuer: Option<Text>,
}

impl Principal {
    /// The word used on the wire.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::User(_) => "user",
            Self::Service(_) => "service",
            Self::Anonymous => "anonymous",
        }
    }
}

impl Identity {
    /// The id as its issuer wrote it.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Who issued the id; `None` for the application itself.
    #[must_use]
    pub fn issuer(&self) -> Option<&str> {
        self.issuer.as_deref()
    }
}

/// What acts for the principal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Actor {
    kind: ActorKind,
    id: Text,
}

/// What kind of program acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ActorKind {
    /// A model that chooses what to call.
    Agent,
    /// A program that runs on its own, for its owner.
    Automation,
}

impl ActorKind {
    /// The word used on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Automation => "automation",
        }
    }
}

impl fmt::Display for ActorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Actor {
    /// An agent.
    pub fn agent(id: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind: ActorKind::Agent,
            id: id.into(),
        }
    }

    /// An automation.
    pub fn automation(id: impl Into<Cow<'static, str>>) -> Self {
        Self {
            kind: ActorKind::Automation,
            id: id.into(),
        }
    }

    /// What kind of program it is.
    #[must_use]
    pub fn kind(&self) -> ActorKind {
        self.kind
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// An actor and all that narrows it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Acting {
    actor: Actor,
    /// This actor's own delegation. Without one it may do nothing.
    delegation: Option<Delegation>,
    /// What an actor before it was narrowed to, when one acts through another.
    limits: Option<Delegation>,
}

/// Who asks: a principal with its roles and tenant, and what acts for it.
///
/// ```
/// use permdock::{Actor, Caller};
///
/// let clerk = Caller::user("u_1").role("clerk").tenant("acme");
/// let assistant = clerk.clone().acting(Actor::agent("assistant"));
/// assert_eq!(assistant.id(), Some("u_1"));
/// assert_eq!(assistant.actor().map(Actor::id), Some("assistant"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    principal: Principal,
    roles: Vec<Text>,
    tenant: Option<Text>,
    acting: Option<Acting>,
}

impl Caller {
    /// A person, by the id under which the host knows them.
    pub fn user(id: impl Into<Cow<'static, str>>) -> Self {
        Self::of(Principal::User(Identity {
            id: id.into(),
            issuer: None,
        }))
    }

    /// A program that acts in its own name.
    pub fn service(id: impl Into<Cow<'static, str>>) -> Self {
        Self::of(Principal::Service(Identity {
            id: id.into(),
            issuer: None,
        }))
    }

    /// Nobody in particular. It holds the roles that the host gives it, most often none.
    #[must_use]
    pub fn anonymous() -> Self {
        Self::of(Principal::Anonymous)
    }

    fn of(principal: Principal) -> Self {
        Self {
            principal,
            roles: Vec::new(),
            tenant: None,
            acting: None,
        }
    }

    /// Names who issued the principal's id. An anonymous caller has no id to issue.
    #[must_use]
    pub fn issuer(mut self, issuer: impl Into<Cow<'static, str>>) -> Self {
        if let Principal::User(identity) | Principal::Service(identity) = &mut self.principal {
            identity.issuer = Some(issuer.into());
        }
        self
    }

    /// Adds a role. A role that the policy does not know grants nothing.
    #[must_use]
    pub fn role(mut self, role: impl Into<Cow<'static, str>>) -> Self {
        self.roles.push(role.into());
        self
    }

    /// Adds several roles.
    #[must_use]
    pub fn with_roles<R: Into<Cow<'static, str>>>(
        mut self,
        roles: impl IntoIterator<Item = R>,
    ) -> Self {
        self.roles.extend(roles.into_iter().map(Into::into));
        self
    }

    /// Sets the tenant for whose data the caller acts.
    #[must_use]
    pub fn tenant(mut self, tenant: impl Into<Cow<'static, str>>) -> Self {
        self.tenant = Some(tenant.into());
        self
    }

    /// Lets an actor act for the principal. Until it is [delegated](Self::delegated) something it
    /// may do nothing.
    ///
    /// When an actor acts already, the new one acts through it, and stays within what that one may
    /// do.
    #[must_use]
    pub fn acting(mut self, actor: Actor) -> Self {
        let limits = self.acting.map(|before| {
            let own = before.delegation.unwrap_or_else(Delegation::nothing);
            match before.limits {
                Some(limits) => limits.intersect(&own),
                None => own,
            }
        });
        self.acting = Some(Acting {
            actor,
            delegation: None,
            limits,
        });
        self
    }

    /// Narrows the actor to this delegation. A second delegation narrows further.
    ///
    /// A caller without an actor is not narrowed: there is nobody to delegate to.
    #[must_use]
    pub fn delegated(mut self, delegation: Delegation) -> Self {
        if let Some(acting) = &mut self.acting {
            acting.delegation = Some(match acting.delegation.take() {
                Some(before) => before.intersect(&delegation),
                None => delegation,
            });
        }
        self
    }

    /// The principal's id; `None` for an anonymous caller.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.identity().map(Identity::id)
    }

    /// The principal's id and issuer; `None` for an anonymous caller.
    #[must_use]
    pub fn identity(&self) -> Option<&Identity> {
        match &self.principal {
            Principal::User(identity) | Principal::Service(identity) => Some(identity),
            Principal::Anonymous => None,
        }
    }

    /// Whose rights are used.
    #[must_use]
    pub fn principal(&self) -> &Principal {
        &self.principal
    }

    /// Whether nobody in particular asks.
    #[must_use]
    pub fn is_anonymous(&self) -> bool {
        self.principal == Principal::Anonymous
    }

    /// The roles in the order in which they were added.
    pub fn roles(&self) -> impl Iterator<Item = &str> {
        self.roles.iter().map(|role| &**role)
    }

    /// Whether the caller holds this role.
    #[must_use]
    pub fn has_role(&self, role: &str) -> bool {
        self.roles().any(|held| held == role)
    }

    /// The tenant for whose data the caller acts.
    #[must_use]
    pub fn tenant_id(&self) -> Option<&str> {
        self.tenant.as_deref()
    }

    pub(crate) fn tenant_text(&self) -> Option<Text> {
        self.tenant.clone()
    }

    /// What acts for the principal.
    #[must_use]
    pub fn actor(&self) -> Option<&Actor> {
        self.acting.as_ref().map(|acting| &acting.actor)
    }

    /// What the actor's delegation leaves of this leaf under this operation.
    #[inline]
    pub(crate) fn narrowing(&self, operation: &str, permission: &Permission) -> Narrowing {
        match &self.acting {
            None => Narrowing::Covered,
            Some(acting) => acting.narrowing(operation, permission),
        }
    }
}

/// What a delegation leaves of one leaf under one operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Narrowing {
    /// There is no actor, or its delegation covers it.
    Covered,
    /// The actor acts without a delegation.
    NoDelegation,
    /// The delegation does not cover it.
    Outside,
}

impl Acting {
    #[inline(never)]
    fn narrowing(&self, operation: &str, permission: &Permission) -> Narrowing {
        let within = |delegation: &Delegation| delegation.covers(operation, permission);
        match &self.delegation {
            None => Narrowing::NoDelegation,
            Some(own) if within(own) && self.limits.as_ref().is_none_or(within) => {
                Narrowing::Covered
            }
            Some(_) => Narrowing::Outside,
        }
    }
}
