#!/usr/bin/env python3
"""What collecting a catalog costs: whole processes in release, the best of several runs.

1,000 operations in 50 files against a process that only reads the same files and parses them with
syn (permdock/examples/parse_only.rs), and 10,000 against 1,000. Run it from anywhere:
`python3 permdock/benches/catalog/measure.py`.
"""
import os, pathlib, resource, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[3]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
RUNS = 9

ENTRY = """
    /// Does what number {n} does, and says so in a sentence.
    operation{n} {{
        permission: group{g}::resource::action{a},
        data: async |app: &App, input: &Id| app.rows.find(&input.id).await,
        meta: {{ risk: high, effects: [send, external], title: "Operation {n}" }},
    }}
"""


def package(folder, count, files):
    src = folder / "src" / "operations"
    src.mkdir(parents=True)
    (folder / "Cargo.toml").write_text(
        '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2024"\n[workspace]\n'
        "[package.metadata.permdock]\n"
    )
    (folder / "src/lib.rs").write_text("")
    groups = "".join(
        f"group{g} {{ resource: Row {{ {', '.join(f'action{a}' for a in range(20))} }} }}\n"
        for g in range(count // 20)
    )
    (folder / "src/permissions.rs").write_text(
        f"permdock::define_permissions! {{ pub mod permissions {{\n{groups} }} }}\n"
    )
    modules = "".join(f"mod part{f};\n" for f in range(files))
    (folder / "src/operations.rs").write_text(modules)
    each = count // files
    for f in range(files):
        entries = "".join(
            ENTRY.format(n=n, g=n // 20, a=n % 20) for n in range(f * each, (f + 1) * each)
        )
        (src / f"part{f}.rs").write_text(
            "use crate::permissions::permissions;\n\npermdock::define_operations! {\n"
            f"    pub mod operations for App in permissions;\n{entries}}}\n"
        )


def best(command, folder):
    times, memory = [], 0
    for _ in range(RUNS):
        start = time.perf_counter()
        child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        times.append(time.perf_counter() - start)
        memory = max(memory, usage.ru_maxrss)
        assert status == 0, command
    return min(times) * 1000, memory / 1024


def main():
    build = ["cargo", "build", "--release", "--locked", "-q", "-p", "permdock", "--features", "cli"]
    subprocess.run(build + ["--bin", "permdock", "--example", "parse_only"], cwd=ROOT, check=True)
    command = TARGET / "release" / "permdock"
    parse = TARGET / "release" / "examples" / "parse_only"
    with tempfile.TemporaryDirectory() as name:
        small, large = pathlib.Path(name) / "small", pathlib.Path(name) / "large"
        package(small, 1_000, 50)
        package(large, 10_000, 500)
        parsed, _ = best([parse, "src"], small)
        one, one_memory = best([command, "collect", "--stdout"], small)
        ten, ten_memory = best([command, "collect", "--stdout"], large)
        print(f"read and parse with syn   {parsed:8.1f} ms   1,000 operations, 50 files")
        print(f"collect                   {one:8.1f} ms   {one_memory:.0f} MB")
        print(f"  against parsing         {one / parsed:8.1f} x")
        print(f"collect, 10,000           {ten:8.1f} ms   {ten_memory:.0f} MB, {ten / one:.1f} x")


if __name__ == "__main__":
    sys.exit(main())
