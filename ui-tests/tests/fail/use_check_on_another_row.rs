use permdock::{Caller, PermDock};
use permdock_ui_tests::{App, operations};

pub struct Report;

fn main() {}

pub fn check(dock: &PermDock<App>, caller: &Caller) {
    let _ = dock.check(operations::sendInvoice, &Report, caller);
}
