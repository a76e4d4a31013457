use std::rc::Rc;

use permdock::PermDock;
use permdock_ui_tests::{App, operations};

fn main() {}

pub fn protect(dock: &PermDock<App>) {
    dock.protect(operations::runReport, async |_call| {
        let shared = Rc::new(1);
        std::future::ready(()).await;
        *shared
    });
}
