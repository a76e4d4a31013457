//! One granted decision, by hand, at a dock, and by two engines that interpret their policies at
//! run time.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use criterion::{Criterion, criterion_group, criterion_main};
use permdock::{Event, ForCaller, Sink};
use permdock_benches::table::{App, Doc, operations};
use permdock_benches::{ASKED, CALLER, by_hand, casbin, cedar, dock};

/// A sink that takes every event and keeps a count.
struct Counting(AtomicU64);

impl Sink for Counting {
    fn record(&self, event: &Event<'_>) {
        black_box(event);
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Each question is a function of its own, as in an application: inlined into the loop, a part of it
/// would be asked once for all.
#[inline(never)]
fn by_hand(table: &by_hand::StaticTable, roles: u64, caller: &str, doc: &Doc) -> bool {
    table.ask(roles, caller, doc)
}

#[inline(never)]
fn resolved(caller: &ForCaller<'_, App>, doc: &Doc) -> bool {
    caller
        .check(operations::update_payment_14, doc)
        .is_granted()
}

fn decision(c: &mut Criterion) {
    let doc = permdock_benches::doc();
    let mut group = c.benchmark_group("decision");

    let table = by_hand::StaticTable::new();
    let held = by_hand::held();
    group.bench_function("by hand: static table", |b| {
        b.iter(|| {
            by_hand(
                black_box(&table),
                black_box(held),
                black_box(CALLER),
                black_box(&doc),
            )
        })
    });

    let quiet = dock::dock();
    let caller = dock::caller();
    let quiet = quiet.for_caller(&caller);
    group.bench_function("permdock: typed, resolved, no sink", |b| {
        b.iter(|| resolved(black_box(&quiet), black_box(&doc)))
    });

    let usual = by_hand::Usual::new();
    let roles = by_hand::role_set();
    group.bench_function("by hand: hash map and hash set", |b| {
        b.iter(|| {
            let roles = black_box(&roles);
            black_box(&usual).ask(
                black_box(ASKED.0),
                roles,
                black_box(CALLER),
                black_box(&doc),
            )
        })
    });

    let watched = dock::dock().with_sink(Counting(AtomicU64::new(0)));
    group.bench_function("permdock: typed, any caller, sink", |b| {
        b.iter(|| {
            let caller = black_box(&caller);
            black_box(&watched).check(operations::update_payment_14, black_box(&doc), caller)
        })
    });

    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let runtime = runtime.unwrap_or_else(|error| panic!("{error}"));
    group.bench_function("permdock: by name, JSON, loaded, sink", |b| {
        b.iter(|| {
            let input = black_box(r#"{"id":"doc_7"}"#);
            let verdict = watched.decide_operation(black_box(ASKED.0), input, &caller);
            black_box(runtime.block_on(verdict).outcome())
        })
    });

    let casbin = casbin::Prepared::new();
    group.bench_function("casbin", |b| b.iter(|| casbin.ask(black_box(&doc))));

    let cedar = cedar::Prepared::new();
    let request = cedar.request(&doc);
    group.bench_function("cedar", |b| b.iter(|| cedar.ask(black_box(&request))));
    group.finish();
}

criterion_group!(benches, decision);
criterion_main!(benches);
