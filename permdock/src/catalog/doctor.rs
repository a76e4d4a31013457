//! What is wrong, or may be, with the tables of a package, and what to do about it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Serialize, Serializer};

use super::Catalog;
use super::collect::{Collected, Config, FoundEntry, Place};
use crate::operation::{Effect, Risk};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    Error,
    Warning,
    Note,
}

/// One finding.
#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) package: String,
    /// An operation's name, a leaf's key, or the catalog's path.
    pub(crate) subject: String,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "place")]
    pub(crate) place: Option<Place>,
    pub(crate) reason: String,
    pub(crate) remedy: String,
}

fn place<S: Serializer>(place: &Option<Place>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Shape<'a> {
        file: &'a str,
        line: usize,
        column: usize,
    }
    let shape = place.as_ref().map(|place| Shape {
        file: &place.source.shown,
        line: place.line,
        column: place.column,
    });
    shape.serialize(serializer)
}

/// Examines one package: errors first, each severity in the order of code and place.
pub(crate) fn examine(config: &Config, collected: &Collected) -> Vec<Finding> {
    let mut doctor = Doctor {
        package: &config.package,
        findings: Vec::new(),
    };
    doctor.undeclared(collected);
    doctor.stale(config, &collected.catalog);
    doctor.unused(collected);
    for entry in &collected.entries {
        doctor.entry(entry, &collected.catalog);
    }
    doctor.one_name(&collected.entries);
    let mut findings = doctor.findings;
    findings
        .sort_by(|a, b| (a.severity, a.code, &a.subject).cmp(&(b.severity, b.code, &b.subject)));
    findings
}

struct Doctor<'a> {
    package: &'a str,
    findings: Vec<Finding>,
}

impl Doctor<'_> {
    fn add(
        &mut self,
        (code, severity): (&'static str, Severity),
        subject: &str,
        place: Option<&Place>,
        reason: String,
        remedy: &str,
    ) {
        self.findings.push(Finding {
            code,
            severity,
            package: self.package.to_owned(),
            subject: subject.to_owned(),
            place: place.cloned(),
            reason,
            remedy: remedy.to_owned(),
        });
    }

    fn undeclared(&mut self, collected: &Collected) {
        for fault in &collected.undeclared {
            let reason = fault.message.strip_prefix("PD067: ");
            let reason = reason.unwrap_or(&fault.message).to_owned();
            let subject = reason.split('`').nth(3).unwrap_or_default().to_owned();
            let remedy = fault.help.clone().unwrap_or_default();
            let place = fault.place.as_ref();
            self.add(("PD067", Severity::Error), &subject, place, reason, &remedy);
        }
    }

    fn stale(&mut self, config: &Config, now: &Catalog) {
        let kept = std::fs::read(config.catalog_file());
        let reason = match kept.map(|text| Catalog::read(&text)) {
            Ok(Ok(kept)) if kept == *now => return,
            Ok(Ok(_)) => "the catalog is not that of the sources".to_owned(),
            Ok(Err(error)) => format!("the catalog cannot be read: {error}"),
            Err(error) => format!("the catalog cannot be read: {error}"),
        };
        let subject = config.catalog.display().to_string();
        let remedy = "run `permdock collect`, and review what changes";
        self.add(("PD068", Severity::Error), &subject, None, reason, remedy);
    }

    fn unused(&mut self, collected: &Collected) {
        let mut used = BTreeSet::new();
        for entry in &collected.entries {
            used.insert(&entry.permission.0);
            used.extend(entry.results.as_ref().map(|(key, _)| key));
        }
        for found in &collected.leaves {
            let key = &found.leaf.key;
            if !used.contains(key) {
                self.add(
                    ("PD069", Severity::Note),
                    key,
                    Some(&found.place),
                    format!("no operation uses the permission `{key}`"),
                    "remove it, or leave it if code decides on it directly",
                );
            }
        }
    }

    fn entry(&mut self, entry: &FoundEntry, catalog: &Catalog) {
        let (name, meta) = (&entry.name, &entry.meta);
        let key = &entry.permission.0;
        let row = catalog.permission(key).is_some_and(|leaf| leaf.row);
        if row && !entry.loads && entry.results.is_none() {
            self.add(
                ("PD070", Severity::Warning),
                name,
                Some(&entry.place),
                format!("`{key}` is decided on a row, but `{name}` has neither data nor results"),
                "add `data: |app: &App, input: &Input| ..` to load the row, or `results` to filter a list",
            );
        }
        let effects = &meta.effects;
        let grave = [Effect::Delete, Effect::Spend, Effect::Send];
        let grave = effects.iter().find(|effect| grave.contains(effect));
        if let Some(effect) = grave
            && meta.risk <= Some(Risk::Low)
        {
            let risk = meta.risk.map_or("no risk", |_| "the risk `low`");
            self.add(
                ("PD071", Severity::Warning),
                name,
                Some(&entry.place),
                format!("`{name}` has the effect `{effect}`, but {risk}"),
                "say `risk: medium` or more, so that a host can gate on it",
            );
        }
        if meta.risk >= Some(Risk::High) && meta.title.is_none() {
            self.add(
                ("PD072", Severity::Warning),
                name,
                Some(&entry.place),
                format!("`{name}` is of high risk, but has no title"),
                "add `title: \"..\"`: it is what a person reads who approves it",
            );
        }
    }

    /// Some tool hosts replace `.` and `-` by `_`.
    fn one_name(&mut self, entries: &[FoundEntry]) {
        let mut seen: BTreeMap<String, &FoundEntry> = BTreeMap::new();
        for entry in entries {
            let name = entry.name.to_ascii_lowercase().replace(['.', '-'], "_");
            match seen.get(&name) {
                Some(first) if first.name != entry.name => self.add(
                    ("PD073", Severity::Warning),
                    &entry.name,
                    Some(&entry.place),
                    format!(
                        "`{}` and `{}` are one name to a host that replaces `.` and `-` by `_`",
                        first.name, entry.name
                    ),
                    "rename one",
                ),
                Some(_) => {}
                None => {
                    seen.insert(name, entry);
                }
            }
        }
    }
}
