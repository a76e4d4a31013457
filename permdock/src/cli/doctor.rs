//! `permdock doctor`

use serde::Serialize;

use super::args::Doctor;
use super::out::{ERROR, NOTE, Out, WARNING, styled};
use super::{End, Refused, packages};
use crate::catalog::doctor::{Finding, Severity, examine};

#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    errors: usize,
    warnings: usize,
    notes: usize,
    findings: &'a [Finding],
}

pub(crate) fn run(args: &Doctor, out: &mut Out) -> Result<End, Refused> {
    let mut findings = Vec::new();
    let mut refused = Vec::new();
    for config in packages::chosen(&args.selection)? {
        match packages::read(&config, &args.selection) {
            Ok(collected) => findings.extend(examine(&config, &collected)),
            Err(faults) => refused.push(faults.to_string()),
        }
    }
    if !refused.is_empty() {
        return Err(refused.join("\n\n"));
    }
    let count = |severity| {
        findings
            .iter()
            .filter(|one| one.severity == severity)
            .count()
    };
    let report = Report {
        version: 1,
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        notes: count(Severity::Note),
        findings: &findings,
    };
    if args.json {
        let text = serde_json::to_string_pretty(&report);
        out.line(text.map_err(|error| error.to_string())?);
    } else {
        people(&report, out);
    }
    let bad = report.errors > 0 || args.strict && report.warnings > 0;
    Ok(if bad { End::Differs } else { End::Good })
}

fn people(report: &Report<'_>, out: &mut Out) {
    for finding in report.findings {
        let (style, word) = match finding.severity {
            Severity::Error => (ERROR, "error"),
            Severity::Warning => (WARNING, "warning"),
            Severity::Note => (NOTE, "note"),
        };
        let head = styled(style, &format!("{word}[{}]", finding.code));
        out.line(format_args!("{head}: {}", finding.reason));
        match &finding.place {
            Some(place) => out.line(format_args!("  --> {place} ({})", finding.package)),
            None => out.line(format_args!(
                "  --> {} ({})",
                finding.subject, finding.package
            )),
        }
        out.line(format_args!("  = help: {}\n", finding.remedy));
    }
    let plural = |count: usize, word: &str| {
        let s = if count == 1 { "" } else { "s" };
        format!("{count} {word}{s}")
    };
    out.line(format_args!(
        "{}, {}, {}",
        plural(report.errors, "error"),
        plural(report.warnings, "warning"),
        plural(report.notes, "note")
    ));
}
