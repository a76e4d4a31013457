//! What there is: operations, users, and what somebody may do.

use permdock::PermDock;

use super::Who;
use crate::data::App;
use crate::operations::OPERATIONS;
use crate::show::{Cell, Show};
use crate::{Failure, walk};

/// The operations that somebody might be granted.
pub(super) fn list(who: &Who, dock: &PermDock<App>, show: &mut Show<'_>) -> Result<(), Failure> {
    let caller = who.caller(dock.app())?;
    let allowed: Vec<_> = dock.allowed_operations(&caller).collect();
    show.text(&format!("Caller: {}", who.words(dock.app())))?;
    if allowed.is_empty() {
        return Ok(show.text("May do nothing.")?);
    }
    show.text("May do, on some row or with an approval:")?;
    show.blank()?;
    Ok(walk::operations(allowed, show)?)
}

/// The whole table.
pub(super) fn operations(as_json: bool, show: &mut Show<'_>) -> Result<(), Failure> {
    if as_json {
        return Ok(show.plain(&serde_json::to_string_pretty(&OPERATIONS)?)?);
    }
    Ok(walk::operations(&OPERATIONS, show)?)
}

/// Who there is.
pub(super) fn users(app: &App, show: &mut Show<'_>) -> Result<(), Failure> {
    let row = |user: &crate::data::User| {
        vec![
            Cell::bold(&user.id),
            Cell::plain(&user.name),
            Cell::plain(&user.tenant),
            Cell::plain(user.roles.join(", ")),
        ]
    };
    let rows: Vec<_> = app.users.iter().map(row).collect();
    Ok(show.table(&["id", "name", "company", "roles"], &rows)?)
}
