//! Looking a name up, among 100, 1,000 and 10,000, beside hash tables that are filled at run time.
//!
//! Each iteration looks up a thousand names in a shuffled order, so that neither the branch
//! predictor nor the cache knows which comes next.

mod names;

use std::collections::HashMap as StdMap;
use std::hash::{BuildHasher, Hash, Hasher};
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hashbrown::HashMap;
use names::{names_100, names_1000, names_10000};
use permdock::OperationMap;
use rustc_hash::FxBuildHasher;

/// A name that is equal to another one ignoring ASCII case, with a hash that agrees.
struct Folded<'a>(&'a str);

impl Hash for Folded<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for byte in self.0.bytes() {
            state.write_u8(byte.to_ascii_lowercase());
        }
    }
}

impl PartialEq for Folded<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(other.0)
    }
}

impl Eq for Folded<'_> {}

struct Probe<'a>(&'a str);

impl Hash for Probe<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Folded(self.0).hash(state);
    }
}

impl hashbrown::Equivalent<Folded<'static>> for Probe<'_> {
    fn equivalent(&self, key: &Folded<'static>) -> bool {
        self.0.eq_ignore_ascii_case(key.0)
    }
}

/// A thousand of the names, or of what `change` makes of them, in a fixed random order.
fn asked(table: &OperationMap<()>, change: impl Fn(&str) -> String) -> Vec<String> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let names: Vec<_> = table.iter().map(|operation| operation.name()).collect();
    (0..1000)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let place = usize::try_from(state % names.len() as u64).unwrap_or_default();
            change(names.get(place).copied().unwrap_or_default())
        })
        .collect()
}

fn sum<'a, T>(names: &'a [String], find: impl Fn(&'a str) -> Option<T>) -> usize {
    names
        .iter()
        .filter(|name| black_box(find(black_box(name))).is_some())
        .count()
}

fn lookup(c: &mut Criterion) {
    let tables: [&'static OperationMap<()>; 3] = [
        &names_100::OPERATIONS,
        &names_1000::OPERATIONS,
        &names_10000::OPERATIONS,
    ];
    for table in tables {
        let size = table.len();
        let hits = asked(table, str::to_owned);
        let misses = asked(table, |name| name.replace(['e', 'o'], "u") + "x");
        let upper = asked(table, str::to_ascii_uppercase);
        assert_eq!(sum(&hits, |name| table.get(name)), 1000);
        assert_eq!(sum(&misses, |name| table.get(name)), 0);
        assert_eq!(sum(&upper, |name| table.get_ignore_case(name)), 1000);

        let pairs = || table.iter().map(|operation| (operation.name(), operation));
        let fx: HashMap<&str, _, FxBuildHasher> = pairs().collect();
        let std: StdMap<&str, _> = pairs().collect();
        let folded: HashMap<Folded<'static>, _, FxBuildHasher> = pairs()
            .map(|(name, operation)| (Folded(name), operation))
            .collect();
        let _ = FxBuildHasher.hash_one(0);

        let mut group = c.benchmark_group(format!("lookup among {size}"));
        group.throughput(Throughput::Elements(1000));
        let mut case = |what: &str, who: &str, run: &dyn Fn() -> usize| {
            group.bench_function(BenchmarkId::new(what, who), |b| b.iter(run));
        };
        case("hit", "hashbrown, fx", &|| sum(&hits, |name| fx.get(name)));
        case("hit", "permdock", &|| sum(&hits, |name| table.get(name)));
        case("hit", "std", &|| sum(&hits, |name| std.get(name)));
        case("miss", "hashbrown, fx", &|| {
            sum(&misses, |name| fx.get(name))
        });
        case("miss", "permdock", &|| sum(&misses, |name| table.get(name)));
        case("any case", "hashbrown, folding fx", &|| {
            sum(&upper, |name| folded.get(&Probe(name)))
        });
        case("any case", "permdock", &|| {
            sum(&upper, |name| table.get_ignore_case(name))
        });
        group.finish();
    }
}

criterion_group!(benches, lookup);
criterion_main!(benches);
