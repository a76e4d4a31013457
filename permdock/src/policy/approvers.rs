//! Who approves: named by each grant that needs approval.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use crate::caller::Text;
use crate::text::quoted;

/// Who may approve what a grant allows. There is no default, and an empty list is nobody.
///
/// ```
/// use permdock::Approvers;
///
/// let reviewers = Approvers::role("controller");
/// assert!(Approvers::ids(["u_7"]).or_self().lets_self());
/// assert_ne!(reviewers, Approvers::principal());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Approvers {
    #[serde(flatten)]
    who: ApproverKind,
    #[serde(rename = "orSelf")]
    or_self: bool,
    #[serde(rename = "everyTime")]
    every_time: bool,
}

/// The three ways of naming approvers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase", tag = "by", content = "who")]
#[non_exhaustive]
pub enum ApproverKind {
    /// One of these people. An empty list is nobody.
    Ids(BTreeSet<Text>),
    /// Anybody who holds this role.
    Role(Text),
    /// The person for whom the call is made.
    Principal,
}

impl Approvers {
    /// The person for whom the call is made, through a credential that only a person can use. An
    /// actor's credential never counts.
    #[must_use]
    pub fn principal() -> Self {
        Self::by(ApproverKind::Principal)
    }

    /// Anybody of the same tenant who holds this role, but neither the actor nor the principal.
    pub fn role(role: impl Into<Cow<'static, str>>) -> Self {
        Self::by(ApproverKind::Role(role.into()))
    }

    /// One of these people of the same tenant, but neither the actor nor the principal.
    pub fn ids<I: Into<Cow<'static, str>>>(ids: impl IntoIterator<Item = I>) -> Self {
        Self::by(ApproverKind::Ids(ids.into_iter().map(Into::into).collect()))
    }

    fn by(who: ApproverKind) -> Self {
        Self {
            who,
            or_self: false,
            every_time: false,
        }
    }

    /// Lets a reviewer approve what they themselves asked for.
    #[must_use]
    pub fn or_self(mut self) -> Self {
        self.or_self = true;
        self
    }

    /// Asks every time: no standing permission covers it.
    #[must_use]
    pub fn every_time(mut self) -> Self {
        self.every_time = true;
        self
    }

    /// How the approvers are named.
    #[must_use]
    pub fn kind(&self) -> &ApproverKind {
        &self.who
    }

    /// Whether a reviewer may approve what they asked for.
    #[must_use]
    pub fn lets_self(&self) -> bool {
        self.or_self
    }

    /// Whether each use is asked for.
    #[must_use]
    pub fn asks_every_time(&self) -> bool {
        self.every_time
    }

    /// The stricter of two rules that both match: reviewers before the principal, those who may not
    /// review themselves before those who may, the smaller list first, and among equals the order of
    /// their text, so that the order of grants never matters.
    pub(crate) fn stricter<'a>(&'a self, other: &'a Self) -> &'a Self {
        if self.rank() <= other.rank() {
            self
        } else {
            other
        }
    }

    /// The same approvers, asking every time or not.
    pub(crate) fn asking(&self, every_time: bool) -> Self {
        Self {
            every_time,
            ..self.clone()
        }
    }

    fn rank(&self) -> (bool, bool, usize, &ApproverKind) {
        let size = match &self.who {
            ApproverKind::Ids(ids) => ids.len(),
            ApproverKind::Role(_) | ApproverKind::Principal => usize::MAX,
        };
        let principal = self.who == ApproverKind::Principal;
        (principal, self.or_self, size, &self.who)
    }
}

/// In words: `somebody with the role …`, `the user in person`.
impl fmt::Display for Approvers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.who {
            ApproverKind::Principal => f.write_str("the user in person"),
            ApproverKind::Role(role) => write!(f, "somebody with the role {}", quoted(role)),
            ApproverKind::Ids(ids) if ids.is_empty() => f.write_str("nobody"),
            ApproverKind::Ids(ids) => {
                f.write_str(if ids.len() == 1 { "" } else { "one of " })?;
                for (place, id) in ids.iter().enumerate() {
                    f.write_str(if place == 0 { "" } else { ", " })?;
                    f.write_str(&quoted(id))?;
                }
                Ok(())
            }
        }
    }
}
