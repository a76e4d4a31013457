use permdock::{Caller, PermDock};
use permdock_ui_tests::{App, operations};

pub struct Report;

fn main() {}

pub fn list(dock: &PermDock<App>, rows: Vec<Report>, caller: &Caller) {
    let _ = dock.filter(operations::listInvoices, rows, caller);
}
