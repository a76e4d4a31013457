//! `permdock show`

use std::collections::BTreeMap;

use anstyle::Style;
use serde::Serialize;
use unicode_width::UnicodeWidthStr as _;

use super::args::{Format, Show};
use super::out::{ERROR, GOOD, Out, PLAIN, STRONG, WARNING, styled, width};
use super::{End, Refused, diff, packages};
use crate::catalog::{Catalog, CatalogOperation};
use crate::operation::Risk;
use crate::text::{Channel, show, visible};

/// One operation, as it is shown.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    operation: CatalogOperation,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

type Groups = BTreeMap<String, Vec<Row>>;

pub(crate) fn run(args: &Show, out: &mut Out) -> Result<End, Refused> {
    let mut groups = Groups::new();
    if let Some(file) = &args.catalog {
        group(&diff::open(file)?, &BTreeMap::new(), args, &mut groups);
    } else {
        for config in packages::chosen(&args.selection)? {
            let collected = packages::read(&config, &args.selection);
            let collected = collected
                .and_then(|read| read.declared())
                .map_err(|faults| faults.to_string())?;
            let described = collected
                .entries
                .iter()
                .filter_map(|entry| Some((entry.name.as_str(), entry.description.as_deref()?)))
                .collect();
            group(&collected.catalog, &described, args, &mut groups);
        }
    }
    match args.format {
        Format::Table => table(&groups, out),
        Format::Markdown => markdown(&groups, out),
        Format::Json => {
            let rows: Vec<&Row> = groups.values().flatten().collect();
            let text = serde_json::to_string_pretty(&rows);
            out.line(text.map_err(|error| error.to_string())?);
        }
    }
    Ok(End::Good)
}

fn group(catalog: &Catalog, described: &BTreeMap<&str, &str>, args: &Show, groups: &mut Groups) {
    for operation in catalog.operations() {
        let meta = &operation.meta;
        let risky = args.risk.is_empty() || meta.risk.is_some_and(|risk| args.risk.contains(&risk));
        let wanted = args
            .effect
            .iter()
            .any(|effect| meta.effects.contains(effect));
        if !risky || !(args.effect.is_empty() || wanted) {
            continue;
        }
        let leaf = catalog.permission(&operation.permission);
        let resource = leaf.map_or("(not declared)", |leaf| &leaf.resource);
        groups.entry(resource.to_owned()).or_default().push(Row {
            operation: operation.clone(),
            description: described
                .get(operation.name.as_str())
                .map(|text| (*text).to_owned()),
        });
    }
}

impl Row {
    fn risk(&self) -> &'static str {
        self.operation.meta.risk.map_or("-", Risk::as_str)
    }

    fn style(&self) -> Style {
        match self.operation.meta.risk {
            Some(Risk::Critical | Risk::High) => ERROR,
            Some(Risk::Medium) => WARNING,
            Some(Risk::Low) => GOOD,
            None => PLAIN,
        }
    }

    fn effects(&self) -> String {
        let effects = &self.operation.meta.effects;
        let words: Vec<_> = effects.iter().map(|effect| effect.as_str()).collect();
        words.join(", ")
    }

    /// The title, and the first line of the description.
    fn about(&self) -> String {
        let title = self.operation.meta.title.as_deref();
        let first = self
            .description
            .as_deref()
            .and_then(|text| text.lines().next());
        let cfg = self
            .operation
            .cfg
            .as_ref()
            .map(|cfg| format!("[cfg: {cfg}]"));
        let parts = [title, first, cfg.as_deref()];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        parts.join(" - ")
    }
}

const HEADS: [&str; 6] = [
    "operation",
    "permission",
    "risk",
    "effects",
    "results",
    "about",
];

fn cells(row: &Row) -> [String; 6] {
    let operation = &row.operation;
    [
        visible(&operation.name).into_owned(),
        visible(&operation.permission).into_owned(),
        row.risk().to_owned(),
        row.effects(),
        visible(operation.results.as_deref().unwrap_or("")).into_owned(),
        visible(&row.about()).into_owned(),
    ]
}

fn table(groups: &Groups, out: &mut Out) {
    let mut widths = HEADS.map(str::len);
    for row in groups.values().flatten() {
        for (width, cell) in widths.iter_mut().zip(cells(row)) {
            *width = (*width).max(cell.width());
        }
    }
    if groups.is_empty() {
        out.line("no operation");
        return;
    }
    let columns = width();
    let heads = HEADS.map(str::to_owned);
    out.line(styled(STRONG, &line(&heads, &widths, PLAIN, columns)));
    for (resource, rows) in groups {
        out.line(styled(STRONG, &visible(resource)));
        for row in rows {
            out.line(line(&cells(row), &widths, row.style(), columns));
        }
    }
}

/// One line, cut at the terminal's edge; what is cut says so.
fn line(cells: &[String; 6], widths: &[usize; 6], style: Style, columns: usize) -> String {
    let mut text = String::new();
    let mut left = columns;
    for (place, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let room = left.saturating_sub(2);
        if room == 0 {
            break;
        }
        let cell = cut(cell, room);
        let padding = width.saturating_sub(cell.width()).min(room - cell.width());
        let padding = if place == 5 { 0 } else { padding };
        left = room - cell.width() - padding;
        text.push_str("  ");
        text.push_str(&if place == 2 {
            styled(style, &cell)
        } else {
            cell
        });
        text.push_str(&" ".repeat(padding));
    }
    text.trim_end().to_owned()
}

fn cut(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        let mut longer = kept.clone();
        longer.push(letter);
        if longer.width() + 1 > room {
            break;
        }
        kept = longer;
    }
    kept.push('…');
    kept
}

fn markdown(groups: &Groups, out: &mut Out) {
    for (resource, rows) in groups {
        out.line(format_args!("### {}\n", show(Channel::Markdown, resource)));
        out.line("| operation | permission | risk | effects | results | about |");
        out.line("| --- | --- | --- | --- | --- | --- |");
        for row in rows {
            let [name, permission, _, effects, results, about] = cells(row);
            let risk = match row.operation.meta.risk {
                Some(risk @ (Risk::High | Risk::Critical)) => format!("**{risk}**"),
                Some(risk) => risk.to_string(),
                None => String::new(),
            };
            let code = |text: &str| match text {
                "" => String::new(),
                text => format!("`{}`", text.replace(['`', '|'], "")),
            };
            out.line(format_args!(
                "| {} | {} | {risk} | {effects} | {} | {} |",
                code(&name),
                code(&permission),
                code(&results),
                escaped(&about)
            ));
        }
        out.line("");
    }
}

/// Text within a Markdown table, in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        if letter.is_ascii_punctuation() && letter != '.' && letter != ',' && letter != '-' {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
