//! Building a policy: every fault is found, and all of them are told at once.

use std::any::{TypeId, type_name};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::condition::{Condition, condition};
use super::grants::{Grant, LeafGrants, Names, Tenancy};
use super::roles::{Policy, RoleId, RoleIds};
use super::{ApproverKind, Approvers};
use crate::caller::{Caller, Text};
use crate::permission::{Leaf, Permission, PermissionSet, RowLeaf};
use crate::text;

/// A policy in the making; see [`Policy::builder`].
#[must_use = "a policy is made by `build`"]
pub struct PolicyBuilder {
    permissions: &'static PermissionSet,
    single_tenant: bool,
    tenants: HashMap<TypeId, Arc<dyn Condition>>,
    roles: Vec<(Text, RoleBuilder)>,
    revision: Text,
    faults: Vec<PolicyFault>,
}

impl PolicyBuilder {
    pub(super) fn new(permissions: &'static PermissionSet) -> Self {
        Self {
            permissions,
            single_tenant: false,
            tenants: HashMap::new(),
            roles: Vec::new(),
            revision: Cow::Borrowed(""),
            faults: Vec::new(),
        }
    }

    /// Says that all rows belong to one tenant. Without it each row type needs a
    /// [`tenant_of`](Self::tenant_of).
    pub fn single_tenant(mut self) -> Self {
        self.single_tenant = true;
        self
    }

    /// Says whose a row is. A caller of another tenant, or of none, is told what it would be told
    /// of a missing row.
    pub fn tenant_of<R: Send + Sync + 'static>(
        mut self,
        tenant: impl for<'r> Fn(&'r R) -> &'r str + Send + Sync + 'static,
    ) -> Self {
        let own = condition(move |caller: &Caller, row: &R| {
            caller.tenant_id().is_some_and(|id| id == tenant(row))
        });
        if self
            .tenants
            .insert(TypeId::of::<R>(), Arc::new(own))
            .is_some()
        {
            self.faults.push(PolicyFault::TenantOfTwice {
                row: type_name::<R>(),
            });
        }
        self
    }

    /// Declares a role and its grants.
    pub fn role(
        mut self,
        name: impl Into<Cow<'static, str>>,
        grants: impl FnOnce(RoleBuilder) -> RoleBuilder,
    ) -> Self {
        let name = name.into();
        if let Some(problem) = bad_name(&name) {
            self.faults.push(PolicyFault::RoleName {
                role: text::visible(&name).into_owned(),
                problem,
            });
        } else if self.roles.iter().any(|(before, _)| *before == name) {
            self.faults.push(PolicyFault::RoleTwice {
                role: name.to_string(),
            });
        }
        self.roles.push((name, grants(RoleBuilder::default())));
        self
    }

    /// Names the revision of the conditions' code. Raise it when a condition comes to mean
    /// something else under the same name, so that what waits for approval is asked again.
    pub fn revision(mut self, revision: impl Into<Cow<'static, str>>) -> Self {
        self.revision = revision.into();
        self
    }

    /// Makes the policy.
    ///
    /// # Errors
    ///
    /// Every fault of the policy at once: a leaf of another tree, a role or condition without a
    /// proper name, a role declared twice, a row type that no `tenant_of` covers.
    pub fn build(mut self) -> Result<Policy, PolicyError> {
        let tenancy = if self.single_tenant {
            Tenancy::Single
        } else {
            Tenancy::Unknown
        };
        let mut leaves: Vec<_> = self
            .permissions
            .iter()
            .map(|leaf| LeafGrants::new(leaf.key(), tenancy.clone()))
            .collect();
        let mut ids = RoleIds::default();
        for (number, (role, grants)) in (0_u32..).zip(std::mem::take(&mut self.roles)) {
            let id = RoleId::new(number);
            ids.insert(role.clone(), id);
            for grant in grants.grants {
                self.place(&mut leaves, id, &role, grant);
            }
        }
        for leaf in &mut leaves {
            // What decides without asking anything comes first.
            leaf.denies.sort_by_key(|grant| grant.condition.is_some());
            leaf.allows.sort_by_key(|grant| grant.condition.is_some());
        }
        if self.faults.is_empty() {
            Ok(Policy {
                permissions: self.permissions,
                revision: self.revision,
                roles: ids,
                leaves,
            })
        } else {
            Err(PolicyError {
                faults: self.faults,
            })
        }
    }

    /// Puts one grant in its leaf's place, or says why it has none.
    fn place(&mut self, leaves: &mut [LeafGrants], id: RoleId, role: &Text, declared: Declared) {
        let key = declared.permission.key();
        let own = self.permissions.get(key);
        let (Some(leaf), Some(own)) = (leaves.iter_mut().find(|leaf| leaf.key == key), own) else {
            self.faults.push(PolicyFault::ForeignLeaf {
                role: role.to_string(),
                permission: key,
            });
            return;
        };
        if own.has_row() != declared.permission.has_row() {
            self.faults.push(PolicyFault::LookalikeLeaf {
                role: role.to_string(),
                permission: key,
            });
        }
        if let Some((row, row_name)) = declared.row
            && !self.single_tenant
        {
            let fault = PolicyFault::NoTenant { row: row_name };
            match self.tenants.get(&row) {
                Some(own) => leaf.tenancy = Tenancy::Of(Arc::clone(own)),
                None if !self.faults.contains(&fault) => self.faults.push(fault),
                None => {}
            }
        }
        if let Some((name, _)) = &declared.condition
            && let Some(problem) = bad_name(name)
        {
            self.faults.push(PolicyFault::ConditionName {
                role: role.to_string(),
                permission: key,
                problem,
            });
        }
        if let Some(problem) = declared.approvers.as_ref().and_then(bad_approvers) {
            self.faults.push(PolicyFault::Approvers {
                role: role.to_string(),
                permission: key,
                problem,
            });
        }
        let (name, condition) = declared.condition.unzip();
        let grant = Grant {
            role: id,
            condition,
            names: Box::new(Names {
                role: role.clone(),
                condition: name,
            }),
        };
        match (declared.kind, declared.approvers) {
            (Kind::Deny, _) => leaf.denies.push(grant),
            (Kind::Allow, None) => leaf.allows.push(grant),
            (Kind::Allow, Some(approvers)) => leaf.approvals.push((grant, approvers)),
        }
    }
}

/// The longest name of a role or a condition, in characters.
const LONGEST_NAME: usize = 128;

fn bad_name(name: &str) -> Option<&'static str> {
    if name.trim().is_empty() {
        Some("is empty")
    } else if name.chars().count() > LONGEST_NAME {
        Some("is longer than 128 characters")
    } else if text::visible(name) != name {
        Some("has a character that cannot be seen")
    } else {
        None
    }
}

fn bad_approvers(approvers: &Approvers) -> Option<&'static str> {
    match approvers.kind() {
        ApproverKind::Role(role) => bad_name(role),
        ApproverKind::Ids(ids) => ids.iter().find_map(|id| bad_name(id)),
        ApproverKind::Principal if approvers.lets_self() => {
            Some("is the principal already; leave out `or_self`")
        }
        ApproverKind::Principal => None,
    }
}

/// A role's grants in the making.
#[derive(Default)]
#[must_use = "a role's grants are taken from what the closure returns"]
pub struct RoleBuilder {
    grants: Vec<Declared>,
}

struct Declared {
    permission: &'static Permission,
    row: Option<(TypeId, &'static str)>,
    kind: Kind,
    condition: Option<(Text, Box<dyn Condition>)>,
    approvers: Option<Approvers>,
}

#[derive(Clone, Copy)]
enum Kind {
    Allow,
    Deny,
}

impl Declared {
    fn new<L: Leaf>(_: L, kind: Kind) -> Self {
        let permission = L::PERMISSION;
        Self {
            permission,
            row: permission
                .has_row()
                .then(|| (TypeId::of::<L::Row>(), type_name::<L::Row>())),
            kind,
            condition: None,
            approvers: None,
        }
    }

    fn when<R: Send + Sync + 'static>(
        mut self,
        name: impl Into<Cow<'static, str>>,
        holds: impl Fn(&Caller, &R) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.condition = Some((name.into(), Box::new(condition(holds))));
        self
    }

    fn by(mut self, approvers: Approvers) -> Self {
        self.approvers = Some(approvers);
        self
    }
}

impl RoleBuilder {
    fn with(mut self, grant: Declared) -> Self {
        self.grants.push(grant);
        self
    }

    /// Allows the leaf, always.
    pub fn allow<L: Leaf>(self, leaf: L) -> Self {
        self.with(Declared::new(leaf, Kind::Allow))
    }

    /// Allows the leaf on the rows on which the condition holds. A condition that panics does not
    /// allow.
    pub fn allow_when<L: RowLeaf>(
        self,
        leaf: L,
        condition: impl Into<Cow<'static, str>>,
        holds: impl Fn(&Caller, &L::Row) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.with(Declared::new(leaf, Kind::Allow).when(condition, holds))
    }

    /// Allows the leaf once the approvers approve exactly what is asked.
    pub fn allow_with_approval<L: Leaf>(self, leaf: L, approvers: Approvers) -> Self {
        self.with(Declared::new(leaf, Kind::Allow).by(approvers))
    }

    /// Allows the leaf, once approved, on the rows on which the condition holds.
    pub fn allow_with_approval_when<L: RowLeaf>(
        self,
        leaf: L,
        approvers: Approvers,
        condition: impl Into<Cow<'static, str>>,
        holds: impl Fn(&Caller, &L::Row) -> bool + Send + Sync + 'static,
    ) -> Self {
        let grant = Declared::new(leaf, Kind::Allow).by(approvers);
        self.with(grant.when(condition, holds))
    }

    /// Denies the leaf, whatever else allows it.
    pub fn deny<L: Leaf>(self, leaf: L) -> Self {
        self.with(Declared::new(leaf, Kind::Deny))
    }

    /// Denies the leaf on the rows on which the condition holds. A condition that panics denies.
    pub fn deny_when<L: RowLeaf>(
        self,
        leaf: L,
        condition: impl Into<Cow<'static, str>>,
        holds: impl Fn(&Caller, &L::Row) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.with(Declared::new(leaf, Kind::Deny).when(condition, holds))
    }
}

/// A policy that is not well formed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyError {
    faults: Vec<PolicyFault>,
}

impl PolicyError {
    /// Every fault.
    #[must_use]
    pub fn faults(&self) -> &[PolicyFault] {
        &self.faults
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults = self.faults.len();
        let noun = if faults == 1 { "fault" } else { "faults" };
        write!(f, "the policy has {faults} {noun}")?;
        for fault in &self.faults {
            write!(f, "\n  - {fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for PolicyError {}

/// One thing wrong with a policy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyFault {
    /// A role's name cannot be used.
    #[error("the role name `{role}` {problem}")]
    RoleName {
        /// The name, shown safely.
        role: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Two roles have one name.
    #[error("the role `{role}` is declared twice; put its grants in one place")]
    RoleTwice {
        /// The name.
        role: String,
    },
    /// A grant names a leaf that is not in the policy's tree.
    #[error(
        "the role `{role}` has a grant on `{permission}`, which the policy's tree does not declare; grant a leaf of the tree that `Policy::builder` was given"
    )]
    ForeignLeaf {
        /// The role.
        role: String,
        /// The leaf's key.
        permission: &'static str,
    },
    /// A grant names a leaf of another tree that has the key of one of the policy's, but a row where
    /// that has none, or none where that has one.
    #[error(
        "the role `{role}` has a grant on a `{permission}` of another tree, which differs in whether it has a row; grant the leaf of the policy's own tree"
    )]
    LookalikeLeaf {
        /// The role.
        role: String,
        /// The leaf's key.
        permission: &'static str,
    },
    /// A condition's name cannot be used.
    #[error("the role `{role}` has a condition on `{permission}` whose name {problem}")]
    ConditionName {
        /// The role.
        role: String,
        /// The leaf's key.
        permission: &'static str,
        /// What is wrong with the name.
        problem: &'static str,
    },
    /// An approver's name cannot be used.
    #[error("the role `{role}` has an approver on `{permission}` that {problem}")]
    Approvers {
        /// The role.
        role: String,
        /// The leaf's key.
        permission: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Nothing says whose the rows of this type are.
    #[error(
        "nothing says whose a `{row}` is; add `tenant_of::<{row}>(…)`, or `single_tenant()` if there is one tenant only"
    )]
    NoTenant {
        /// The row type.
        row: &'static str,
    },
    /// Two things say whose the rows of this type are.
    #[error("two `tenant_of` say whose a `{row}` is; leave one")]
    TenantOfTwice {
        /// The row type.
        row: &'static str,
    },
}
