//! A real build script, run by cargo: what it writes is what the application's table says, and a
//! fault ends the build with its place.
#![cfg(feature = "build")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::process::Command;

const LIB: &str = r#"
pub struct App;
permdock::define_permissions! { pub mod permissions { report { run } } }
permdock::define_operations! { pub mod operations for App in permissions;
    runReport { permission: report::run }
    #[cfg(feature = "more")]
    more { permission: report::run }
}
#[test]
fn the_catalog_is_that_of_the_table() {
    let json = include_bytes!(concat!(env!("OUT_DIR"), "/permdock.catalog.json"));
    let source = permdock::catalog::Catalog::read(json).unwrap();
    let compiled = permdock::catalog::Catalog::of(&operations::OPERATIONS);
    assert_eq!(compiled.comparable_to(&source), source.unconditional());
    assert_eq!(compiled.operations().len(), 2);
}
"#;

/// catalog.md, From a build script.
#[test]
fn a_build_script_writes_the_catalog_or_fails_the_build() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lock = here.join("../Cargo.lock");
    if !lock.exists() {
        return; // The packaged crate comes without it.
    }
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| std::fs::write(folder.path().join(path), text).unwrap();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    std::fs::copy(lock, folder.path().join("Cargo.lock")).unwrap();
    let path = here.display();
    write(
        "Cargo.toml",
        &format!(
            "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\
             [features]\nmore = []\n\
             [package.metadata.permdock]\npermissions = \"src/lib.rs\"\noperations = \"src/lib.rs\"\n\
             [dependencies]\npermdock = {{ path = '{path}' }}\n[build-dependencies]\npermdock = \
             {{ path = '{path}', default-features = false, features = [\"build\"] }}\n"
        ),
    );
    write("build.rs", "fn main() { permdock::build::catalog(); }\n");
    write("src/lib.rs", LIB);
    let cargo = || {
        let output = Command::new(env!("CARGO"))
            .args(["test", "--offline", "--lib", "--features", "more"])
            .current_dir(folder.path())
            .env("CARGO_TARGET_DIR", env!("CARGO_TARGET_TMPDIR"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), said)
    };
    let (good, said) = cargo();
    assert!(good, "{said}");
    write(
        "src/lib.rs",
        &LIB.replace("permission: report::run }\n    #", "risk: low }\n    #"),
    );
    let (good, said) = cargo();
    assert!(!good);
    assert!(said.contains("--> src/lib.rs:5:17"), "{said}");
    assert!(said.contains("cargo::rerun-if-changed="), "{said}");
}
