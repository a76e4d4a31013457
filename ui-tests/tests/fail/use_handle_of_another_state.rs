use permdock::{Caller, NoRow, PermDock};
use permdock_ui_tests::operations;

pub struct Other;

fn main() {}

pub fn check(dock: &PermDock<Other>, caller: &Caller) {
    let _ = dock.check(operations::runReport, &NoRow, caller);
}
