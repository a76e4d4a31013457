//! What a list comes to for each of its readers.

use permdock::Caller;

use super::Walk;
use crate::Failure;
use crate::data::Invoice;
use crate::operations::listInvoices;
use crate::show::{Cell, Show};

pub(super) fn walk(walk: &Walk<'_>, show: &mut Show<'_>) -> Result<(), Failure> {
    show.section(
        "5  A list",
        "One `listInvoices`, filtered row by row. Nobody learns how many rows they do not see.",
    )?;
    show.blank()?;
    let app = walk.dock.app();
    let mut rows = Vec::new();
    for (id, why) in [
        ("u_1", "their own"),
        ("u_3", "all of Larkspur's"),
        ("u_6", "all of Larkspur's"),
        ("u_7", "their own, at Tidewater"),
        ("u_5", "reads figures, not invoices"),
    ] {
        let user = walk.user(id)?;
        let kept = walk
            .dock
            .filter(listInvoices, app.invoices.clone(), &user.caller());
        let who = format!("{}, {}", user.name, user.roles.join(" and "));
        rows.push(row(&who, &kept, why));
    }
    let kept = walk
        .dock
        .filter(listInvoices, app.invoices.clone(), &Caller::anonymous());
    rows.push(row("nobody in particular", &kept, "not signed in"));
    show.table(&["who", "sees", "why"], &rows)?;

    let (mira, tomas) = (walk.user("u_3")?, walk.user("u_6")?);
    show.remark(
        "Tomás is a manager like Mira, and an auditor too: a deny of one role wins over any allow.",
    )?;
    let mut rows = Vec::new();
    for user in [mira, tomas] {
        let offered: Vec<_> = walk
            .dock
            .allowed_operations(&user.caller())
            .filter(|operation| operation.loads() && !operation.name().starts_with("view"))
            .map(|operation| operation.name())
            .collect();
        let offered = if offered.is_empty() {
            "-".to_owned()
        } else {
            offered.join(", ")
        };
        rows.push(vec![Cell::bold(&user.name), Cell::plain(offered)]);
    }
    show.table(&["who", "may be offered, of what changes something"], &rows)?;
    Ok(())
}

fn row(who: &str, kept: &[Invoice], why: &str) -> Vec<Cell> {
    vec![Cell::bold(who), Cell::plain(ids(kept)), Cell::plain(why)]
}

/// The ids of a list, on one line.
pub(super) fn ids(invoices: &[Invoice]) -> String {
    if invoices.is_empty() {
        return "-".to_owned();
    }
    let ids: Vec<_> = invoices.iter().map(|invoice| invoice.id.as_str()).collect();
    ids.join(" ")
}
