//! How much a decision allocates: nothing where nothing is made.

use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use allocation_counter::measure;
use permdock::{Outcome, PermDock, Verdict};
use permdock_tests::operations::{self, OPERATIONS};
use permdock_tests::permissions::billing::invoice;
use permdock_tests::{App, Invoice, InvoiceId, dock_with, owns, policy, policy_of, user};

/// How often this allocates.
fn allocations(run: impl FnOnce()) -> u64 {
    measure(run).count_total
}

/// Runs a future that never waits.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("it waits"),
    }
}

fn rows(count: usize) -> Vec<Invoice> {
    (0..count)
        .map(|n| {
            let owner = if n % 2 == 0 { "u_1" } else { "u_2" };
            Invoice::new("inv_1", owner, "acme", 1)
        })
        .collect()
}

#[test]
fn a_typed_check_on_a_loaded_row_with_resolved_roles_allocates_nothing() {
    let row = Invoice::new("inv_1", "u_1", "acme", 1200);
    let dock = dock_with(policy());
    let clerk = user("u_1", ["clerk"]);
    let resolved = dock.for_caller(&clerk);
    let mut outcome = None;
    let count =
        allocations(|| outcome = Some(resolved.check(operations::sendInvoice, black_box(&row))));
    assert_eq!(outcome, Some(Outcome::Granted));
    assert_eq!(count, 0);
    // Nor does a denial that nothing failed in.
    let other = Invoice::new("inv_2", "u_2", "acme", 1);
    let count =
        allocations(|| outcome = Some(resolved.check(operations::sendInvoice, black_box(&other))));
    assert_ne!(outcome, Some(Outcome::Granted));
    assert_eq!(count, 0);
}

#[test]
fn resolving_the_roles_of_a_small_policy_allocates_nothing() {
    let row = Invoice::new("inv_1", "u_1", "acme", 1200);
    let dock = dock_with(policy());
    let clerk = user("u_1", ["clerk", "manager", "analyst"]);
    let count = allocations(|| {
        black_box(dock.check(operations::sendInvoice, black_box(&row), &clerk));
    });
    assert_eq!(count, 0);
}

#[test]
fn filtering_a_thousand_rows_allocates_at_most_eight_times() {
    let docks: [PermDock<App>; 3] = [
        dock_with(policy()),
        dock_with(policy_of(|role| role.allow(invoice::read))),
        dock_with(policy_of(|role| {
            role.allow_when(invoice::read, "own", owns).deny_when(
                invoice::read,
                "paid",
                |_, row| row.cents == 0,
            )
        })),
    ];
    for (dock, kept) in docks.iter().zip([1000, 1000, 500]) {
        let caller = user("u_1", ["clerk", "r"]);
        let rows = rows(1000);
        let mut left = 0;
        let count = allocations(|| {
            let rows = dock.filter(operations::listInvoices, rows, &caller);
            left = rows.len();
        });
        assert_eq!(left, kept);
        assert!(count <= 8, "{count} allocations");
    }
}

#[test]
fn looking_up_allocates_nothing() {
    for name in [
        "sendInvoice",
        "SENDINVOICE",
        "nothing",
        "",
        "report.run-daily",
    ] {
        let count = allocations(|| {
            black_box(OPERATIONS.get(black_box(name)).is_some());
            black_box(OPERATIONS.get_ignore_case(black_box(name)).is_some());
        });
        assert_eq!(count, 0, "{name}");
    }
}

#[test]
fn deciding_by_name_allocates_at_most_three_times_beyond_reading_and_loading() {
    const INPUT: &str = r#"{"id":"inv_1"}"#;
    let dock = dock_with(policy());
    let manager = user("u_3", ["manager"]);
    let reading = allocations(|| {
        black_box(serde_json::from_slice::<InvoiceId>(INPUT.as_bytes()).expect("it fits"));
    });
    let cloning = allocations(|| {
        black_box(dock.app().invoices[0].clone());
    });
    assert!(reading > 0 && cloning > 0, "the counter counts");
    let decide = || {
        let verdict = now(dock.decide_operation("voidInvoice", black_box(INPUT), &manager));
        assert!(matches!(verdict, Verdict::Granted(_)));
        verdict
    };
    drop(decide());
    let count = allocations(|| {
        drop(black_box(decide()));
    });
    assert!(
        count <= reading + cloning + 3,
        "{count} allocations, of which {reading} for reading and {cloning} for the row"
    );
}
