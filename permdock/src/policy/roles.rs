//! The built-in policy: roles that hold grants.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

use super::builder::PolicyBuilder;
use super::grants::{Grant, LeafGrants};
use super::{Approvers, Decision, DenialReason, Outcome, PolicyEngine, RowView};
use crate::caller::{Caller, Text};
use crate::canon::FieldDigest;
use crate::operation::index;
use crate::permission::{Permission, PermissionSet};

/// Roles, and what each may do.
///
/// A role holds grants: allow or deny of a leaf, always or under a named condition on (caller,
/// row), and allow that needs approval. Deny wins over allow in any order and from any role; an
/// unknown role grants nothing; no grant means denied.
///
/// ```
/// use permdock::{Approvers, Policy};
///
/// # #[derive(Clone)] pub struct Invoice { owner: String, paid: bool }
/// permdock::define_permissions! {
///     pub mod permissions {
///         billing { invoice: Invoice { read, submit, void } }
///     }
/// }
///
/// # fn main() {
/// use permissions::billing::invoice;
///
/// let policy = Policy::builder(&permissions::PERMISSIONS)
///     .single_tenant()
///     .role("clerk", |role| {
///         role.allow(invoice::read)
///             .allow_when(invoice::submit, "own", |caller, row| {
///                 caller.id() == Some(&row.owner)
///             })
///     })
///     .role("manager", |role| {
///         role.allow_with_approval(invoice::void, Approvers::role("controller"))
///             .deny_when(invoice::void, "paid", |_, row| row.paid)
///     })
///     .build()
///     .expect("the policy is well formed");
/// # }
/// ```
pub struct Policy {
    pub(super) permissions: &'static PermissionSet,
    pub(super) revision: Text,
    pub(super) roles: RoleIds,
    /// One for each leaf of the set, in its order.
    pub(super) leaves: Vec<LeafGrants>,
}

/// The numbers of the roles by their names.
pub(super) type RoleIds = HashMap<Text, RoleId, BuildHasherDefault<NameHasher>>;

impl Policy {
    /// Starts a policy over the leaves of a tree.
    pub fn builder(permissions: &'static PermissionSet) -> PolicyBuilder {
        PolicyBuilder::new(permissions)
    }

    /// The tree whose leaves the policy decides.
    #[must_use]
    pub fn permissions(&self) -> &'static PermissionSet {
        self.permissions
    }

    /// The grants on the leaf of this key: at its place where it is of the policy's own tree, else by
    /// its key.
    #[inline]
    fn grants(&self, permission: &Permission) -> Option<&LeafGrants> {
        match permission.place_in(self.permissions) {
            Some(place) => self.leaves.get(place),
            None => self.grants_by_key(permission.key()),
        }
    }

    #[cold]
    fn grants_by_key(&self, key: &str) -> Option<&LeafGrants> {
        self.leaves.iter().find(|grants| grants.key == key)
    }
}

impl PolicyEngine for Policy {
    type Resolved = ResolvedRoles;

    #[inline]
    fn resolve(&self, caller: &Caller) -> ResolvedRoles {
        let mut resolved = ResolvedRoles::none(self.roles.len());
        for role in caller.roles() {
            if let Some(id) = self.roles.get(role) {
                resolved.add(*id);
            }
        }
        resolved
    }

    #[inline]
    fn decide(
        &self,
        caller: &Caller,
        resolved: &ResolvedRoles,
        permission: &'static Permission,
        row: RowView<'_>,
    ) -> Decision {
        match self.grants(permission) {
            Some(grants) => grants.rule(caller, resolved, row).into(),
            None => DenialReason::NoGrant.into(),
        }
    }

    #[inline]
    fn guarded_resolve(&self, caller: &Caller) -> Option<ResolvedRoles> {
        Some(self.resolve(caller))
    }

    /// Conditions have a guard each; nothing else here runs code of the application.
    #[inline]
    fn guarded_decide(
        &self,
        caller: &Caller,
        resolved: &ResolvedRoles,
        permission: &'static Permission,
        row: RowView<'_>,
    ) -> Decision {
        self.decide(caller, resolved, permission, row)
    }

    /// As above, and nothing is made for an approval.
    #[inline]
    fn guarded_outcome(
        &self,
        caller: &Caller,
        resolved: &ResolvedRoles,
        permission: &'static Permission,
        row: RowView<'_>,
    ) -> Outcome {
        match self.grants(permission) {
            Some(grants) => grants.rule(caller, resolved, row).outcome(),
            None => Outcome::Denied(DenialReason::NoGrant),
        }
    }

    fn decide_each<R: Send + Sync + 'static>(
        &self,
        caller: &Caller,
        resolved: &ResolvedRoles,
        permission: &'static Permission,
        rows: &[R],
        granted: &mut [bool],
    ) {
        if let Some(grants) = self.grants(permission) {
            grants.decide_each(caller, resolved, rows, granted);
        }
    }

    fn fingerprint(
        &self,
        permission: &'static Permission,
        results: Option<&'static Permission>,
    ) -> [u8; 32] {
        let mut lines: Vec<[String; 5]> = Vec::new();
        for leaf in [Some(permission), results].into_iter().flatten() {
            if let Some(grants) = self.grants(leaf) {
                let plain = |kind| move |grant| line(leaf, kind, grant, None);
                let approval = |(grant, rule): &(_, _)| line(leaf, "allow", grant, Some(rule));
                lines.extend(grants.denies.iter().map(plain("deny")));
                lines.extend(grants.allows.iter().map(plain("allow")));
                lines.extend(grants.approvals.iter().map(approval));
            }
        }
        lines.sort_unstable();
        lines.dedup();
        let mut digest = FieldDigest::new("permdock/grants/v1").text(&self.revision);
        for line in &lines {
            digest = digest.list(line.iter().map(String::as_str));
        }
        digest.finish()
    }
}

/// One grant as the fingerprint covers it: role, leaf, kind, condition name, approver rule.
fn line(leaf: &Permission, kind: &str, grant: &Grant, rule: Option<&Approvers>) -> [String; 5] {
    let word =
        |text: Option<String>| text.map_or_else(|| "-".to_owned(), |text| format!("={text}"));
    let approvers = rule.map(|rule| {
        // A rule is plain data, so writing it cannot fail; were it to, every rule would differ.
        crate::canon::canonical_json(rule).unwrap_or_else(|_| format!("{rule:?}"))
    });
    [
        grant.names.role.to_string(),
        leaf.key().to_owned(),
        kind.to_owned(),
        word(grant.names.condition.as_ref().map(ToString::to_string)),
        word(approvers),
    ]
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut roles: Vec<_> = self.roles.keys().collect();
        roles.sort_unstable();
        f.debug_struct("Policy")
            .field("roles", &roles)
            .finish_non_exhaustive()
    }
}

/// The roles of one caller that the policy knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedRoles {
    /// The first 64 roles of the policy, as bits.
    few: u64,
    /// The others; not allocated where there are none.
    more: Box<[u64]>,
}

/// A role's number, as a bit where it is one of the first 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RoleId {
    bit: u64,
    number: u32,
}

impl RoleId {
    pub(super) fn new(number: u32) -> Self {
        Self {
            bit: 1_u64.checked_shl(number).unwrap_or(0),
            number,
        }
    }

    /// The word and the bit of a role beyond the first 64.
    fn beyond(self) -> (usize, u64) {
        let number = self.number.saturating_sub(u64::BITS);
        ((number / u64::BITS) as usize, 1 << (number % u64::BITS))
    }
}

impl ResolvedRoles {
    fn none(roles: usize) -> Self {
        let beyond = roles.saturating_sub(64).div_ceil(64);
        Self {
            few: 0,
            more: vec![0; beyond].into(),
        }
    }

    fn add(&mut self, role: RoleId) {
        self.few |= role.bit;
        let (word, bit) = role.beyond();
        if role.bit == 0
            && let Some(word) = self.more.get_mut(word)
        {
            *word |= bit;
        }
    }

    #[inline]
    pub(super) fn hold(&self, role: RoleId) -> bool {
        self.few & role.bit != 0 || role.bit == 0 && self.hold_beyond(role)
    }

    #[cold]
    fn hold_beyond(&self, role: RoleId) -> bool {
        let (word, bit) = role.beyond();
        self.more.get(word).is_some_and(|word| word & bit != 0)
    }
}

/// Hashes a role's name like an operation's. The table holds the policy's own names; a caller's
/// names only probe, so nobody can fill it with colliding ones.
#[derive(Debug, Default)]
pub(super) struct NameHasher(u64);

impl Hasher for NameHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.0 = self.0.rotate_left(5) ^ index::hash(bytes);
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.0 ^= u64::from(byte);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
