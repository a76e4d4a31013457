//! The configuration, `[package.metadata.permdock]` in the manifest.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use permdock_macros_core::check::words::{Words, unknown_word};
use toml::{Table, Value};

use super::fault::Fault;
use super::walk::normal;

const KEYS: Words = Words::new(
    "key of `[package.metadata.permdock]`",
    &["permissions", "operations", "catalog"],
);

/// What a package configures.
#[derive(Debug, Clone)]
pub(crate) struct Config {
    /// The package's folder.
    pub(crate) root: PathBuf,
    /// The package's name.
    pub(crate) package: String,
    pub(crate) permissions: Vec<PathBuf>,
    pub(crate) operations: Vec<PathBuf>,
    /// From the package's folder.
    pub(crate) catalog: PathBuf,
    manifest: Table,
}

impl Config {
    /// Reads the manifest in a folder; `None` when the package configures nothing.
    pub(crate) fn read(root: &Path) -> Result<Option<Self>, Vec<Fault>> {
        let file = root.join("Cargo.toml");
        let one = |fault: Fault| vec![fault];
        let text = std::fs::read_to_string(&file).map_err(|error| {
            one(Fault::new(format!(
                "cannot read `{}`: {error}",
                file.display()
            )))
        })?;
        let manifest: Table = text.parse().map_err(|error: toml::de::Error| {
            one(Fault::new(format!(
                "cannot read `{}`: {error}",
                file.display()
            )))
        })?;
        let package = manifest.get("package").and_then(Value::as_table);
        let Some(section) = package
            .and_then(|package| package.get("metadata"))
            .and_then(|metadata| metadata.get("permdock"))
        else {
            return Ok(None);
        };
        let name = package.and_then(|package| package.get("name"));
        let name = name.and_then(Value::as_str).unwrap_or_default().to_owned();
        let Some(section) = section.as_table() else {
            return Err(one(Fault::new(
                "Cargo.toml: `package.metadata.permdock` is a table",
            )));
        };
        Self::of(root, name, section, manifest.clone()).map(Some)
    }

    fn of(
        root: &Path,
        package: String,
        section: &Table,
        manifest: Table,
    ) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        for key in section.keys().filter(|key| !KEYS.has(key)) {
            faults.push(Fault::new(format!(
                "Cargo.toml: {}",
                unknown_word(&KEYS, key)
            )));
        }
        let permissions = paths(section, "permissions", "src/permissions.rs", &mut faults);
        let operations = paths(section, "operations", "src/operations.rs", &mut faults);
        let catalog = match section.get("catalog") {
            None => PathBuf::from("permdock.catalog.json"),
            Some(Value::String(path)) => PathBuf::from(path),
            Some(_) => {
                faults.push(Fault::new("Cargo.toml: `catalog` is a path in quotes"));
                PathBuf::new()
            }
        };
        let inside = normal(&catalog)
            .components()
            .all(|part| matches!(part, Component::Normal(_)));
        if !inside {
            faults.push(
                Fault::new(format!(
                    "Cargo.toml: `catalog = \"{}\"` leads out of the package",
                    catalog.display()
                ))
                .help("the catalog is kept in its package: write a path below `Cargo.toml`"),
            );
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Self {
            root: root.to_owned(),
            package,
            permissions,
            operations,
            catalog,
            manifest,
        })
    }

    /// Where the catalog is kept.
    pub(crate) fn catalog_file(&self) -> PathBuf {
        self.root.join(&self.catalog)
    }

    /// The features that a choice switches on, by the manifest's own table.
    pub(crate) fn features(&self, chosen: &[String], default: bool, all: bool) -> Vec<String> {
        let table = self.manifest.get("features").and_then(Value::as_table);
        let mut on: BTreeSet<String> = BTreeSet::new();
        let mut next: Vec<String> = chosen.to_vec();
        if default {
            next.push("default".to_owned());
        }
        if all {
            next.extend(table.iter().flat_map(|table| table.keys().cloned()));
        }
        while let Some(feature) = next.pop() {
            let inner = table.and_then(|table| table.get(&feature));
            let inner = inner.and_then(Value::as_array).into_iter().flatten();
            let inner = inner.filter_map(Value::as_str);
            if on.insert(feature) {
                // `dep:name` and `name/feature` switch on nothing that a `cfg` can ask for.
                next.extend(
                    inner
                        .filter(|name| !name.contains([':', '/']))
                        .map(str::to_owned),
                );
            }
        }
        on.into_iter().collect()
    }
}

/// One path or a list of them.
fn paths(section: &Table, key: &str, usual: &str, faults: &mut Vec<Fault>) -> Vec<PathBuf> {
    let values = match section.get(key) {
        None => return vec![PathBuf::from(usual)],
        Some(Value::Array(values)) if !values.is_empty() => values.as_slice(),
        Some(value) => std::slice::from_ref(value),
    };
    let mut paths = Vec::new();
    for value in values {
        match value.as_str() {
            Some(path) => paths.push(PathBuf::from(path)),
            None => faults.push(Fault::new(format!(
                "Cargo.toml: `{key}` is a path in quotes, or a list of them"
            ))),
        }
    }
    paths
}
