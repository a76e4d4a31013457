//! `permdock collect`

use similar::TextDiff;

use super::args::Collect;
use super::out::{ERROR, GOOD, Out, say, styled};
use super::{End, Refused, packages};
use crate::catalog::Catalog;
use crate::catalog::collect::{Config, write_whole};

pub(crate) fn run(args: &Collect, out: &mut Out) -> Result<End, Refused> {
    // Every package is read before anything is written.
    let mut all = Vec::new();
    let mut refused = Vec::new();
    for config in packages::chosen(&args.selection)? {
        match packages::read(&config, &args.selection).and_then(|read| read.declared()) {
            Ok(collected) => all.push((config, collected.catalog)),
            Err(faults) => refused.push(faults.to_string()),
        }
    }
    if !refused.is_empty() {
        return Err(refused.join("\n\n"));
    }
    let mut end = End::Good;
    for (config, catalog) in &all {
        if args.stdout {
            out.text(&catalog.to_json());
        } else if args.check {
            if !check(config, catalog, out)? {
                end = End::Differs;
            }
        } else {
            write(config, catalog)?;
        }
    }
    Ok(end)
}

fn write(config: &Config, catalog: &Catalog) -> Result<(), Refused> {
    let file = config.catalog_file();
    let shown = file.display();
    let count = catalog.operations().len();
    match write_whole(&file, &catalog.to_json()) {
        Ok(true) => say(&format!("wrote {shown}: {count} operations")),
        Ok(false) => say(&format!("{shown} is up to date: {count} operations")),
        Err(error) => return Err(format!("cannot write `{shown}`: {error}")),
    }
    Ok(())
}

/// Whether the catalog that is there is this one.
fn check(config: &Config, catalog: &Catalog, out: &mut Out) -> Result<bool, Refused> {
    let file = config.catalog_file();
    let shown = config.catalog.display().to_string();
    let old = match std::fs::read_to_string(&file) {
        Ok(old) => old.replace("\r\n", "\n"),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("cannot read `{}`: {error}", file.display())),
    };
    let new = catalog.to_json();
    if old == new {
        return Ok(true);
    }
    let diff = TextDiff::from_lines(&old, &new);
    let text = diff
        .unified_diff()
        .header(&format!("a/{shown}"), &format!("b/{shown}"))
        .to_string();
    for line in text.lines() {
        out.line(match line.get(..1) {
            Some("+") => styled(GOOD, line),
            Some("-") => styled(ERROR, line),
            _ => line.to_owned(),
        });
    }
    say(&format!(
        "{}: the catalog is not that of the sources: run `permdock collect -p {}`",
        file.display(),
        config.package
    ));
    Ok(false)
}
