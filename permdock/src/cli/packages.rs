//! Finding the packages, through `cargo metadata`, and reading their sources.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::Refused;
use super::args::Selection;
use crate::catalog::collect::{Collected, Config, Faults, Features, collect};

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
}

/// The configured packages that are meant, at least one.
pub(crate) fn chosen(selection: &Selection) -> Result<Vec<Config>, Refused> {
    if let Some(config) = nearest(selection)? {
        return Ok(vec![config]);
    }
    let mut packages = metadata(selection)?.packages;
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(name) = selection
        .package
        .iter()
        .find(|name| packages.iter().all(|package| package.name != **name))
    {
        let names: Vec<_> = packages
            .iter()
            .map(|package| package.name.as_str())
            .collect();
        return Err(format!(
            "the workspace has no package `{name}`\n  = help: it has `{}`",
            names.join("`, `")
        ));
    }
    let own = own(selection, &packages);
    let mut configs = Vec::new();
    let mut faults = Vec::new();
    for package in &packages {
        let named = selection.package.contains(&package.name);
        let here = own.as_ref().is_none_or(|own| *own == package.manifest_path);
        if !(named || selection.package.is_empty() && (selection.workspace || here)) {
            continue;
        }
        let root = package.manifest_path.parent().unwrap_or(Path::new("."));
        match Config::read(root) {
            Ok(Some(config)) => configs.push(config),
            Ok(None) if named || own.is_some() && !selection.workspace => {
                return Err(unconfigured(&package.name));
            }
            Ok(None) => {}
            Err(more) => faults.extend(more),
        }
    }
    if !faults.is_empty() {
        return Err(Faults::new(faults, Vec::new()).to_string());
    }
    if configs.is_empty() {
        return Err(unconfigured("of this workspace"));
    }
    Ok(configs)
}

/// The configured package of this folder, for which cargo need not be asked.
fn nearest(selection: &Selection) -> Result<Option<Config>, Refused> {
    if selection.workspace || !selection.package.is_empty() || selection.manifest_path.is_some() {
        return Ok(None);
    }
    let Ok(folder) = std::env::current_dir() else {
        return Ok(None);
    };
    let root = folder
        .ancestors()
        .find(|folder| folder.join("Cargo.toml").exists());
    let Some(root) = root else {
        return Ok(None);
    };
    Config::read(root).map_err(|faults| Faults::new(faults, Vec::new()).to_string())
}

fn unconfigured(package: &str) -> Refused {
    let package = match package {
        "of this workspace" => "no package of this workspace has".to_owned(),
        name => format!("the package `{name}` has no"),
    };
    format!(
        "{package} `[package.metadata.permdock]` in its `Cargo.toml`\n  = help: add it, with \
         `permissions = \"src/permissions.rs\"` and `operations = \"src/operations.rs\"`"
    )
}

/// The manifest of the package in whose folder the command runs.
fn own(selection: &Selection, packages: &[Package]) -> Option<PathBuf> {
    let folder = match &selection.manifest_path {
        Some(manifest) => manifest.parent()?.canonicalize().ok()?,
        None => std::env::current_dir().ok()?,
    };
    folder.ancestors().find_map(|folder| {
        let manifest = folder.join("Cargo.toml");
        let known = packages
            .iter()
            .any(|package| package.manifest_path == manifest);
        known.then_some(manifest)
    })
}

fn metadata(selection: &Selection) -> Result<Metadata, Refused> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--no-deps", "--format-version", "1"]);
    if let Some(manifest) = &selection.manifest_path {
        command.arg("--manifest-path").arg(manifest);
    }
    let output = command
        .output()
        .map_err(|error| format!("cannot run `cargo metadata`: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.trim();
        return Err(said.strip_prefix("error: ").unwrap_or(said).to_owned());
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cannot read what `cargo metadata` says: {error}"))
}

/// The features that the command line switches on.
pub(crate) fn read(config: &Config, selection: &Selection) -> Result<Collected, Faults> {
    let features = config.features(
        &selection.features,
        !selection.no_default_features,
        selection.all_features,
    );
    collect(config, &Features::new(features))
}
