//! What changed between two catalogs, and what of it breaks a caller or loosens a rule.

use std::collections::BTreeMap;

use serde::Serialize;

use super::document::{Catalog, CatalogOperation};

/// One change of one operation, or of one permission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Change {
    /// What kind of change it is.
    pub kind: ChangeKind,
    /// Whether a caller that worked before may fail now, or see fewer rows.
    pub breaking: bool,
    /// The operation's name, or the permission's key.
    pub subject: String,
    /// What was there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// What is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

/// The kinds of change, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ChangeKind {
    /// An operation no longer filters its results: callers see more. Listed first.
    ResultsRemoved,
    /// An operation is gone.
    OperationRemoved,
    /// An operation needs another permission.
    PermissionChanged,
    /// An operation filters its results now: callers see fewer rows.
    ResultsAdded,
    /// An operation filters its results by another permission.
    ResultsChanged,
    /// A risk was lowered, or taken away.
    RiskLowered,
    /// A risk was raised, or given.
    RiskRaised,
    /// The effects changed.
    EffectsChanged,
    /// The title changed.
    TitleChanged,
    /// The condition under which an operation is there changed.
    CfgChanged,
    /// A permission is gone.
    LeafRemoved,
    /// A permission is decided on a row now, or no longer.
    RowChanged,
    /// An operation is new.
    OperationAdded,
    /// A permission is new.
    LeafAdded,
}

impl ChangeKind {
    /// Whether it breaks a caller.
    #[must_use]
    pub const fn is_breaking(self) -> bool {
        matches!(
            self,
            Self::OperationRemoved
                | Self::PermissionChanged
                | Self::ResultsAdded
                | Self::ResultsChanged
        )
    }

    /// The words for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ResultsRemoved => "results no longer filtered, callers see more",
            Self::OperationRemoved => "operation removed",
            Self::PermissionChanged => "permission changed",
            Self::ResultsAdded => "results filtered now, callers see fewer rows",
            Self::ResultsChanged => "results filtered by another permission",
            Self::RiskLowered => "risk LOWERED",
            Self::RiskRaised => "risk raised",
            Self::EffectsChanged => "effects changed",
            Self::TitleChanged => "title changed",
            Self::CfgChanged => "condition changed",
            Self::LeafRemoved => "permission removed",
            Self::RowChanged => "row changed",
            Self::OperationAdded => "operation added",
            Self::LeafAdded => "permission added",
        }
    }
}

/// Every change from one catalog to another: by kind, then by name.
#[must_use]
pub fn changes(old: &Catalog, new: &Catalog) -> Vec<Change> {
    let mut all = Vec::new();
    operations(old, new, &mut all);
    leaves(old, new, &mut all);
    all.sort_by(|a, b| (a.kind, &a.subject).cmp(&(b.kind, &b.subject)));
    all
}

fn change(kind: ChangeKind, subject: &str, old: Option<String>, new: Option<String>) -> Change {
    Change {
        kind,
        breaking: kind.is_breaking(),
        subject: subject.to_owned(),
        old,
        new,
    }
}

/// Entries of one name under several conditions are told apart by their condition.
fn by_name(catalog: &Catalog) -> BTreeMap<(&str, Option<&str>), &CatalogOperation> {
    let mut count = BTreeMap::new();
    for operation in catalog.operations() {
        *count.entry(operation.name.as_str()).or_insert(0_usize) += 1;
    }
    let key = |operation: &'_ CatalogOperation| count.get(operation.name.as_str()) > Some(&1);
    catalog
        .operations()
        .iter()
        .map(|operation| {
            let cfg = operation.cfg.as_deref().filter(|_| key(operation));
            ((operation.name.as_str(), cfg), operation)
        })
        .collect()
}

fn operations(old: &Catalog, new: &Catalog, all: &mut Vec<Change>) {
    let (old, new) = (by_name(old), by_name(new));
    for (key, before) in &old {
        match new.get(key) {
            Some(after) => one(before, after, all),
            None => all.push(change(
                ChangeKind::OperationRemoved,
                &before.name,
                Some(before.permission.clone()),
                None,
            )),
        }
    }
    for (_, after) in new.iter().filter(|(key, _)| !old.contains_key(*key)) {
        let leaf = Some(after.permission.clone());
        all.push(change(ChangeKind::OperationAdded, &after.name, None, leaf));
    }
}

fn one(old: &CatalogOperation, new: &CatalogOperation, all: &mut Vec<Change>) {
    let name = &old.name;
    let mut differ = |kind, old: Option<String>, new: Option<String>| {
        if old != new {
            all.push(change(kind, name, old, new));
        }
    };
    differ(
        ChangeKind::PermissionChanged,
        Some(old.permission.clone()),
        Some(new.permission.clone()),
    );
    let kind = match (&old.results, &new.results) {
        (None, _) => ChangeKind::ResultsAdded,
        (_, None) => ChangeKind::ResultsRemoved,
        _ => ChangeKind::ResultsChanged,
    };
    differ(kind, old.results.clone(), new.results.clone());
    let kind = if new.meta.risk < old.meta.risk {
        ChangeKind::RiskLowered
    } else {
        ChangeKind::RiskRaised
    };
    let risk = |of: &CatalogOperation| of.meta.risk.map(|risk| risk.to_string());
    differ(kind, risk(old), risk(new));
    let effects = |of: &CatalogOperation| {
        let words: Vec<_> = of
            .meta
            .effects
            .iter()
            .map(|effect| effect.as_str())
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    };
    differ(ChangeKind::EffectsChanged, effects(old), effects(new));
    let (before, after) = (old.meta.title.clone(), new.meta.title.clone());
    differ(ChangeKind::TitleChanged, before, after);
    differ(ChangeKind::CfgChanged, old.cfg.clone(), new.cfg.clone());
}

fn leaves(old: &Catalog, new: &Catalog, all: &mut Vec<Change>) {
    let row = |row: bool| Some(if row { "row" } else { "no row" }.to_owned());
    for leaf in old.permissions() {
        match new.permission(&leaf.key) {
            None => all.push(change(ChangeKind::LeafRemoved, &leaf.key, None, None)),
            Some(after) if after.row != leaf.row => all.push(change(
                ChangeKind::RowChanged,
                &leaf.key,
                row(leaf.row),
                row(after.row),
            )),
            Some(_) => {}
        }
    }
    for leaf in new.permissions() {
        if old.permission(&leaf.key).is_none() {
            all.push(change(ChangeKind::LeafAdded, &leaf.key, None, None));
        }
    }
}
