//! Filtering a thousand rows, beside `Vec::retain` with the bare condition.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use permdock_benches::table::{Doc, operations};
use permdock_benches::{CALLER, dock};

fn rows() -> Vec<Doc> {
    (0..1000)
        .map(|place| Doc {
            id: format!("doc_{place}"),
            owner: if place % 3 == 0 {
                CALLER.into()
            } else {
                format!("u_{place:04}")
            },
        })
        .collect()
}

fn filter(c: &mut Criterion) {
    let mut group = c.benchmark_group("filter 1000 rows");
    let dock = dock::dock();
    // `clerk` holds the results leaf under the owner condition.
    let caller = permdock::Caller::user(CALLER).with_roles(["clerk", "analyst"]);
    let kept = dock
        .filter(operations::list_documents, rows(), &caller)
        .len();
    assert_eq!(kept, 334, "the rows of the caller are kept");

    let rows = rows();
    group.bench_function("Vec::retain", |b| {
        b.iter_batched(
            || rows.clone(),
            |mut rows| {
                rows.retain(|doc| black_box(CALLER) == doc.owner);
                rows
            },
            BatchSize::LargeInput,
        )
    });
    group.bench_function("permdock", |b| {
        b.iter_batched(
            || rows.clone(),
            |rows| dock.filter(operations::list_documents, rows, black_box(&caller)),
            BatchSize::LargeInput,
        )
    });
    group.finish();
}

criterion_group!(benches, filter);
criterion_main!(benches);
