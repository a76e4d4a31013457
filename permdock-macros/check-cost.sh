#!/usr/bin/env bash
# What a table costs to check, side by side with a serde derive.
#
# Generates crates with 1,000 operations (bare, with synchronous and with asynchronous loaders), one
# with 1,000 structs of three fields that derive Serialize and Deserialize, and larger tables; builds
# what they depend on once; then checks them in turn and prints the median of each, the ratios and the
# peak memory. Exits with 1 when a target is missed.
#
#   permdock-macros/check-cost.sh [rounds, default 5]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$root/Cargo.lock" "$work/Cargo.lock"
CARGO_TARGET_DIR=${COST_TARGET_DIR:-$work/target} CARGO_INCREMENTAL=0 \
    python3 - "$root" "$work" "${1:-5}" <<'PYTHON'
import os, pathlib, statistics, subprocess, sys, time

root, work, rounds = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])

STATE = '''
#[derive(Clone)]
pub struct Row { pub id: String }
#[derive(serde::Serialize, serde::Deserialize)]
pub struct RowId { pub id: String }
pub struct App { pub rows: Vec<Row> }
impl App {
    pub async fn row(&self, id: &str) -> Result<Option<Row>, std::io::Error> {
        Ok(self.rows.iter().find(|row| row.id == id).cloned())
    }
}
'''
TREE = "permdock::define_permissions! { pub mod permissions {\n%s} }\n" % "".join(
    f"  group{g} {{ thing: crate::Row {{ read, change, remove, share }} other: Row {{ read, change, remove, share }} }}\n"
    for g in range(6)
).replace("crate::", "")
LOADERS = {
    "bare": "",
    "sync": "data: |app: &App, input: &RowId| app.rows.iter().find(|row| row.id == input.id).cloned(),",
    "async": "data: async |app: &App, input: &RowId| app.row(&input.id).await,",
}

def table(kind, count):
    entries = "".join(f'''
    /// Does the thing number {n}.
    doThing{n} {{
        permission: group{n % 6}::thing::{("read", "change", "remove", "share")[n % 4]},
        {LOADERS[kind]}
        meta: {{ risk: high, effects: [send, external], title: "Do thing {n}" }},
    }}
''' for n in range(count))
    return STATE + TREE + "permdock::define_operations! { pub mod operations for App in permissions;\n" + entries + "}\n"

def derives(count):
    return "".join(
        f"#[derive(serde::Serialize, serde::Deserialize)]\npub struct S{n} {{ pub a: String, pub b: u64, pub c: Option<String> }}\n"
        for n in range(count))

crates = {
    "empty": STATE + TREE + "permdock::define_operations! { pub mod operations for App in permissions; }",
    "derives": derives(1000),
    "bare": table("bare", 1000), "sync": table("sync", 1000), "async": table("async", 1000),
    "bare-4000": table("bare", 4000), "async-4000": table("async", 4000),
    "bare-10000": table("bare", 10000),
}
once = {"bare-4000", "async-4000", "bare-10000"}
for name, text in crates.items():
    folder = work / name
    (folder / "src").mkdir(parents=True)
    (folder / "src/lib.rs").write_text(text)
    (folder / "Cargo.toml").write_text(f'''[package]
name = "{name}"
version = "0.0.0"
edition = "2024"
[dependencies]
permdock = {{ path = "{root / 'permdock'}" }}
serde = {{ version = "1", features = ["derive"] }}
''')
(work / "Cargo.toml").write_text(
    "[workspace]\nresolver = \"3\"\nmembers = [%s]\n" % ", ".join(f'"{name}"' for name in crates))

def check(name):
    os.utime(work / name / "src/lib.rs")
    start = time.monotonic()
    with open(work / "log", "w") as log:
        child = subprocess.Popen(["cargo", "check", "--offline", "-p", name], cwd=work, stderr=log)
        _, status, usage = os.wait4(child.pid, 0)
    if status:
        sys.exit((work / "log").read() + f"`{name}` does not compile")
    return time.monotonic() - start, usage.ru_maxrss / 1024

check("empty")
times, memory = {name: [] for name in crates}, dict.fromkeys(crates, 0)
for turn in range(rounds):
    for name in crates:
        if name in once and turn >= min(rounds, 3):
            continue
        seconds, peak = check(name)
        times[name].append(seconds)
        memory[name] = max(memory[name], peak)
median = {name: statistics.median(all) for name, all in times.items()}
for name in crates:
    print(f"{name:12} {median[name]:7.3f} s   {memory[name]:6.0f} MiB")
missed = False
def target(text, value, limit):
    global missed
    good = value <= limit
    missed |= not good
    print(f"{text:34} {value:8.2f}   at most {limit:<8} {'met' if good else 'MISSED'}")
print()
for kind, share in (("bare", 12), ("sync", 6), ("async", 4)):
    print(f"serde / {kind}: {median['derives'] / median[kind]:.1f}"
          f" (without what an empty table costs: {(median['derives'] - median['empty']) / (median[kind] - median['empty']):.1f})")
    target(f"{kind}, as a share of serde times {share}", median[kind] / median["derives"] * share, 1)
for kind in ("bare", "async"):
    target(f"4,000 {kind} against 1,000", median[f"{kind}-4000"] / median[kind], 5)
target("peak memory in MiB", max(memory.values()), 1024)
sys.exit(missed)
PYTHON
