//! The grants on one leaf, and what they say together.

use std::sync::Arc;

use super::condition::{Condition, Held, typed};
use super::roles::{ResolvedRoles, RoleId};
use super::{Approvers, Decision, Denial, DenialReason, Outcome, RowView};
use crate::caller::{Caller, Text};

/// One grant of one role on one leaf.
pub(crate) struct Grant {
    pub(super) role: RoleId,
    pub(crate) condition: Option<Box<dyn Condition>>,
    pub(crate) names: Box<Names>,
}

/// Under which names reviewers know a grant.
pub(crate) struct Names {
    pub(crate) role: Text,
    pub(crate) condition: Option<Text>,
}

/// All that a policy says about one leaf.
pub(crate) struct LeafGrants {
    pub(crate) key: &'static str,
    pub(crate) tenancy: Tenancy,
    pub(crate) denies: Vec<Grant>,
    /// The allows that need no approval.
    pub(crate) allows: Vec<Grant>,
    /// The allows that do, and by whom.
    pub(crate) approvals: Vec<(Grant, Approvers)>,
}

/// Whose a leaf's rows are.
#[derive(Clone)]
pub(crate) enum Tenancy {
    /// All rows are one tenant's.
    Single,
    /// Whether a row is the caller's tenant's.
    Of(Arc<dyn Condition>),
    /// Nothing says so: every row is another tenant's.
    Unknown,
}

/// What the grants on a leaf say together, before anything is made of it.
#[derive(Clone, Copy)]
pub(crate) enum Ruling<'a> {
    Granted,
    Denied(DenialReason),
    /// A deny matches: this one.
    Forbidden(&'a Names),
    /// Denied, since this could not be evaluated.
    Failed(DenialReason, Option<&'a Names>),
    /// The strictest rule, and whether any matching one asks every time.
    NeedsApproval(&'a Approvers, bool),
}

/// The allows of the caller's roles that did not match.
#[derive(Clone, Copy, Default)]
struct Missed<'a> {
    any: bool,
    /// One whose condition could not be evaluated.
    failed: Option<&'a Names>,
}

impl LeafGrants {
    pub(crate) fn new(key: &'static str, tenancy: Tenancy) -> Self {
        Self {
            key,
            tenancy,
            denies: Vec::new(),
            allows: Vec::new(),
            approvals: Vec::new(),
        }
    }

    // Two callers, and on the path of every decision: a call would cost as much as the loop.
    #[inline(always)]
    pub(crate) fn rule(
        &self,
        caller: &Caller,
        roles: &ResolvedRoles,
        row: RowView<'_>,
    ) -> Ruling<'_> {
        if let RowView::Loaded(loaded) = row {
            let own = match &self.tenancy {
                Tenancy::Single => Held::Yes,
                Tenancy::Of(own) => own.holds(caller, loaded),
                Tenancy::Unknown => Held::No,
            };
            match own {
                Held::Yes => {}
                Held::No => return Ruling::Denied(DenialReason::TenantMismatch),
                Held::Failed => return Ruling::Failed(DenialReason::TenantMismatch, None),
            }
        }
        for deny in self.denies.iter().filter(|deny| roles.hold(deny.role)) {
            match deny.asked(caller, row, Held::Yes, Held::No) {
                Held::No => {}
                Held::Yes => return Ruling::Forbidden(&deny.names),
                Held::Failed => return Ruling::Failed(DenialReason::Deny, Some(&deny.names)),
            }
        }
        let mut missed = Missed::default();
        for allow in self.allows.iter().filter(|allow| roles.hold(allow.role)) {
            match allow.asked(caller, row, Held::No, Held::Yes) {
                Held::Yes => return Ruling::Granted,
                Held::No => missed.any = true,
                Held::Failed => missed.failed = Some(&allow.names),
            }
        }
        self.approvable(caller, roles, row, missed)
    }

    /// What is left where no deny matches and no allow does that needs no approval: the strictest
    /// rule of those that need one, or a denial.
    #[inline(never)]
    fn approvable<'a>(
        &'a self,
        caller: &Caller,
        roles: &ResolvedRoles,
        row: RowView<'_>,
        mut missed: Missed<'a>,
    ) -> Ruling<'a> {
        let mut approval: Option<(&Approvers, bool)> = None;
        for (allow, rule) in self
            .approvals
            .iter()
            .filter(|(allow, _)| roles.hold(allow.role))
        {
            match allow.asked(caller, row, Held::No, Held::Yes) {
                Held::Yes => {
                    let (before, every_time) = approval.unwrap_or((rule, false));
                    let every_time = every_time || rule.asks_every_time();
                    approval = Some((before.stricter(rule), every_time));
                }
                Held::No => missed.any = true,
                Held::Failed => missed.failed = Some(&allow.names),
            }
        }
        match (approval, missed) {
            (Some((rule, every_time)), _) => Ruling::NeedsApproval(rule, every_time),
            (
                None,
                Missed {
                    failed: Some(names),
                    ..
                },
            ) => Ruling::Failed(DenialReason::Condition, Some(names)),
            (None, Missed { any: true, .. }) => Ruling::Denied(DenialReason::Condition),
            (None, _) if caller.is_anonymous() => Ruling::Denied(DenialReason::Anonymous),
            (None, _) => Ruling::Denied(DenialReason::NoGrant),
        }
    }

    /// Marks the rows on which the leaf is granted, approval-required counting as not granted.
    pub(crate) fn decide_each<R: Send + Sync + 'static>(
        &self,
        caller: &Caller,
        roles: &ResolvedRoles,
        rows: &[R],
        granted: &mut [bool],
    ) {
        let denies: Vec<_> = asked_by(&self.denies, roles).collect();
        let allows: Vec<_> = asked_by(&self.allows, roles).collect();
        if denies.iter().any(Option::is_none) || allows.is_empty() {
            return;
        }
        if allows.iter().any(Option::is_none) {
            granted.fill(true);
        } else {
            any_holds(allows.into_iter().flatten(), caller, rows, granted, false);
        }
        match &self.tenancy {
            Tenancy::Single => {}
            Tenancy::Of(own) => sift(&**own, caller, rows, granted, false),
            Tenancy::Unknown => granted.fill(false),
        }
        if !denies.is_empty() {
            let mut denied = vec![false; rows.len()];
            any_holds(
                denies.into_iter().flatten(),
                caller,
                rows,
                &mut denied,
                true,
            );
            for (granted, denied) in granted.iter_mut().zip(denied) {
                *granted &= !denied;
            }
        }
    }
}

/// The conditions of the grants that these roles hold; `None` is a grant without one.
fn asked_by<'a>(
    grants: &'a [Grant],
    roles: &ResolvedRoles,
) -> impl Iterator<Item = Option<&'a dyn Condition>> {
    grants
        .iter()
        .filter(|grant| roles.hold(grant.role))
        .map(|grant| grant.condition.as_deref())
}

/// Marks the rows on which any of the conditions holds. Each condition is asked only about the rows
/// that none before it marked.
fn any_holds<'a, R: Send + Sync + 'static>(
    conditions: impl Iterator<Item = &'a dyn Condition>,
    caller: &Caller,
    rows: &[R],
    marks: &mut [bool],
    on_failure: bool,
) {
    let mut conditions = conditions;
    let Some(first) = conditions.next() else {
        return;
    };
    marks.fill(true);
    sift(first, caller, rows, marks, on_failure);
    for condition in conditions {
        let mut rest: Vec<bool> = marks.iter().map(|marked| !marked).collect();
        sift(condition, caller, rows, &mut rest, on_failure);
        for (mark, more) in marks.iter_mut().zip(rest) {
            *mark |= more;
        }
    }
}

/// Keeps the marks of the rows on which the condition holds.
fn sift<R: Send + Sync + 'static>(
    condition: &dyn Condition,
    caller: &Caller,
    rows: &[R],
    marks: &mut [bool],
    on_failure: bool,
) {
    match typed::<R>(condition) {
        Some(condition) => condition.sift(caller, rows, marks, on_failure),
        None => marks.fill(on_failure),
    }
}

impl Grant {
    /// Whether the grant matches; where there is no row to ask about, as told.
    #[inline]
    fn asked(&self, caller: &Caller, row: RowView<'_>, absent: Held, any: Held) -> Held {
        match (&self.condition, row) {
            (None, _) => Held::Yes,
            (Some(_), RowView::Absent) => absent,
            (Some(_), RowView::Any) => any,
            (Some(condition), RowView::Loaded(row)) => condition.holds(caller, row),
        }
    }
}

impl Ruling<'_> {
    /// The outcome alone.
    #[inline]
    pub(crate) fn outcome(self) -> Outcome {
        match self {
            Self::Granted => Outcome::Granted,
            Self::Denied(reason) | Self::Failed(reason, _) => Outcome::Denied(reason),
            Self::Forbidden(_) => Outcome::Denied(DenialReason::Deny),
            Self::NeedsApproval(..) => Outcome::ApprovalRequired,
        }
    }
}

impl From<Ruling<'_>> for Decision {
    fn from(ruling: Ruling<'_>) -> Self {
        match ruling {
            Ruling::Granted => Self::Granted,
            Ruling::Denied(reason) => reason.into(),
            Ruling::Forbidden(names) => Self::Denied(Denial {
                reason: DenialReason::Deny,
                detail: Some(which(names)),
            }),
            Ruling::Failed(reason, names) => Self::Denied(Denial {
                reason,
                detail: Some(failed(names)),
            }),
            Ruling::NeedsApproval(approvers, every_time) => {
                Self::NeedsApproval(approvers.asking(every_time))
            }
        }
    }
}

/// A grant by the names under which reviewers know it.
#[cold]
fn which(names: &Names) -> Box<str> {
    let role = &names.role;
    match &names.condition {
        Some(condition) => format!("the condition `{condition}` of the role `{role}`").into(),
        None => format!("the role `{role}`").into(),
    }
}

#[cold]
fn failed(names: Option<&Names>) -> Box<str> {
    let what = names.map_or_else(|| "the row's tenant".into(), which);
    format!("{what} could not be evaluated").into()
}
