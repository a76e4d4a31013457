//! Every way to get a table wrong, with its message; and uses that have to compile without a warning.
//!
//! The messages are those of one compiler, the workspace's `rust-version`: another words them
//! otherwise, so elsewhere than there and in CI the cases are left out, and the test says so. After a
//! change, `TRYBUILD=overwrite cargo test -p permdock-ui-tests` writes the messages anew; read each
//! one as somebody who has never seen the macros.

use std::process::Command;

/// The compiler whose messages are pinned.
const PINNED: &str = env!("CARGO_PKG_RUST_VERSION");

fn is_pinned() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    version.starts_with(&format!("rustc {PINNED}."))
}

#[test]
fn ui() {
    if !is_pinned() && std::env::var_os("CI").is_none() {
        eprintln!("left out: the messages are those of Rust {PINNED}");
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.pass("tests/pass/*.rs");
    cases.compile_fail("tests/fail/*.rs");
}
