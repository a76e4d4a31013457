//! A program that ends at a panic instead of unwinding: nothing is granted.

use std::process::Command;

use permdock_tests::permissions::billing::invoice;
use permdock_tests::{Invoice, dock_with, operations, policy_of, user};

const CHILD: &str = "PERMDOCK_TESTS_ABORTING_CHILD";

/// The test runs itself as a child whose panic hook ends the process, as `panic = "abort"` does.
#[test]
fn the_process_ends_and_nothing_is_granted() {
    if std::env::var_os(CHILD).is_some() {
        std::panic::set_hook(Box::new(|_| std::process::abort()));
        let dock = dock_with(policy_of(|role| {
            role.allow(invoice::submit)
                .deny_when(invoice::submit, "broken", |_, _| panic!("broken"))
        }));
        println!("asked");
        let row = Invoice::new("inv_1", "u_1", "acme", 1200);
        let outcome = dock.check(operations::sendInvoice, &row, &user("u_1", ["r"]));
        println!("answered {outcome}");
        return;
    }
    let test = std::env::current_exe().expect("this test");
    let child = Command::new(test)
        .args([
            "--exact",
            "the_process_ends_and_nothing_is_granted",
            "--nocapture",
        ])
        .env(CHILD, "1")
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(!child.status.success(), "{said}");
    assert!(
        said.contains("asked") && !said.contains("answered"),
        "{said}"
    );
}
