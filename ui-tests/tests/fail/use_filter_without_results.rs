use permdock::{Caller, PermDock};
use permdock_ui_tests::{App, Invoice, operations};

fn main() {}

pub fn list(dock: &PermDock<App>, rows: Vec<Invoice>, caller: &Caller) -> Vec<Invoice> {
    dock.filter(operations::sendInvoice, rows, caller)
}
