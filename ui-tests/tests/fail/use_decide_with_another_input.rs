use permdock::{Caller, PermDock};
use permdock_ui_tests::{App, operations};

fn main() {}

pub async fn decide(dock: &PermDock<App>, caller: &Caller) {
    let _ = dock.decide(operations::sendInvoice, "inv_1", caller).await;
}
