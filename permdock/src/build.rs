//! For an application's `build.rs`: the catalog of its tables, checked and written while building.
//!
//! The configuration is in the application's manifest; each of the three has the value below when it
//! is left out, and `permissions` and `operations` may be lists. A path may lead into another crate
//! of the workspace.
//!
//! ```toml
//! [package.metadata.permdock]
//! permissions = "src/permissions.rs"
//! operations = "src/operations.rs"
//! catalog = "permdock.catalog.json"
//!
//! [build-dependencies]
//! permdock = { version = "0.1", default-features = false, features = ["build"] }
//! ```
//!
//! ```no_run
//! // build.rs
//! permdock::build::catalog();
//! ```
//!
//! The application can embed what was written:
//!
//! ```ignore
//! const CATALOG: &str = include_str!(concat!(env!("OUT_DIR"), "/permdock.catalog.json"));
//! ```

use std::path::{Path, PathBuf};

use crate::catalog::Catalog;
use crate::catalog::collect::{Config, Fault, Faults, Features, collect, write_whole};

/// Writes the catalog into `OUT_DIR`, tells cargo which files it depends on, and ends the build
/// script with status 1, and with file, line and column of every fault, when the sources have one.
pub fn catalog() {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let (Some(root), Some(out)) = (variable("CARGO_MANIFEST_DIR"), variable("OUT_DIR")) else {
        fail("permdock::build::catalog is called by a build script: cargo says where");
    };
    match write(&root, &out, &Features::of_build_script()) {
        Ok(files) => rerun(&files),
        Err(faults) => {
            rerun(&faults.files);
            fail(&faults.to_string());
        }
    }
}

/// The catalog that [`catalog()`] would write for the package in a folder, with these features.
///
/// # Errors
///
/// The text of every fault, with file, line and column.
pub fn read(package: &Path, features: &[&str]) -> Result<Catalog, String> {
    let features = Features::new(features.iter().map(|name| (*name).to_owned()));
    let collected = configured(package)
        .and_then(|config| collect(&config, &features)?.declared())
        .map_err(|faults| faults.to_string())?;
    Ok(collected.catalog)
}

fn configured(root: &Path) -> Result<Config, Faults> {
    let manifest = vec![root.join("Cargo.toml")];
    match Config::read(root) {
        Ok(Some(config)) => Ok(config),
        Ok(None) => Err(Fault::new("Cargo.toml has no `[package.metadata.permdock]`")
            .help("add it, with `permissions = \"src/permissions.rs\"` and `operations = \"src/operations.rs\"`")
            .into()),
        Err(faults) => Err(Faults::new(faults, manifest)),
    }
}

fn write(root: &Path, out: &Path, features: &Features) -> Result<Vec<PathBuf>, Faults> {
    let config = configured(root)?;
    let collected = collect(&config, features)?.declared()?;
    let name = config.catalog.file_name().unwrap_or_default();
    let target = out.join(name);
    write_whole(&target, &collected.catalog.to_json())
        .map_err(|error| Fault::new(format!("cannot write `{}`: {error}", target.display())))?;
    Ok(collected.files)
}

fn rerun(files: &[PathBuf]) {
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
}

fn fail(message: &str) -> ! {
    eprintln!("{message}");
    std::process::exit(1)
}
