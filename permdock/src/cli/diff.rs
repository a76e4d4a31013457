//! `permdock diff`

use std::path::Path;

use serde::Serialize;

use super::args::Diff;
use super::out::{ERROR, NOTE, Out, PLAIN, WARNING, styled};
use super::{End, Refused};
use crate::catalog::{Catalog, Change, ChangeKind, changes};
use crate::text::visible;

#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    breaking: usize,
    changes: &'a [Change],
}

pub(crate) fn run(args: &Diff, out: &mut Out) -> Result<End, Refused> {
    let (old, new) = (open(&args.old), open(&args.new));
    let (old, new) = match (old, new) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(old), Err(new)) => return Err(format!("{old}\n{new}")),
        (Err(one), _) | (_, Err(one)) => return Err(one),
    };
    let changes = changes(&old, &new);
    let breaking = changes.iter().filter(|change| change.breaking).count();
    if args.json {
        let report = Report {
            version: 1,
            breaking,
            changes: &changes,
        };
        let text = serde_json::to_string_pretty(&report);
        out.line(text.map_err(|error| error.to_string())?);
    } else {
        for change in &changes {
            line(change, out);
        }
        let total = changes.len();
        out.line(format_args!("{total} changes, {breaking} breaking"));
    }
    Ok(if breaking > 0 {
        End::Differs
    } else {
        End::Good
    })
}

/// Reads a catalog for a command.
pub(crate) fn open(path: &Path) -> Result<Catalog, Refused> {
    let shown = path.display();
    let text = std::fs::read(path).map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    Catalog::read(&text).map_err(|error| format!("`{shown}` is not a catalog:\n{error}"))
}

fn line(change: &Change, out: &mut Out) {
    let (style, mark) = match change.kind {
        _ if change.breaking => (ERROR, "breaking"),
        ChangeKind::ResultsRemoved => (WARNING, "widening"),
        ChangeKind::RiskLowered => (WARNING, "lowered"),
        ChangeKind::OperationAdded | ChangeKind::LeafAdded => (NOTE, "added"),
        _ => (PLAIN, "changed"),
    };
    let mark = styled(style, &format!("{mark:8}"));
    let subject = visible(&change.subject);
    let words = change.kind.as_str();
    let values = match (&change.old, &change.new) {
        (None, None) => String::new(),
        (old, new) => format!(
            ": {} -> {}",
            visible(old.as_deref().unwrap_or("none")),
            visible(new.as_deref().unwrap_or("none"))
        ),
    };
    out.line(format_args!("{mark}  {subject}: {words}{values}"));
}
