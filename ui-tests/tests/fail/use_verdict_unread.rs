#![deny(unused_must_use)]

use permdock::{Caller, PermDock};
use permdock_ui_tests::App;

fn main() {}

pub async fn decide(dock: &PermDock<App>, caller: &Caller) {
    dock.decide_operation("runReport", "{}", caller).await;
}
