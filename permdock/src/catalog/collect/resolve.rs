//! Bringing tables and trees together.

use std::collections::BTreeMap;

use super::fault::{Fault, Faults, Place};
use super::found::{FoundEntry, FoundLeaf, FoundTable, FoundTree};
use super::walk::Walk;
use super::{Collected, Config};
use crate::catalog::{Catalog, CatalogOperation};

pub(super) fn resolve(walk: Walk<'_>, config: &Config) -> Result<Collected, Faults> {
    let Walk {
        trees,
        tables,
        mut faults,
        files,
        ..
    } = walk;
    if faults.is_empty() {
        nothing(&trees, &tables, config, &mut faults);
    }
    let mut undeclared = Vec::new();
    for table in &tables {
        match tree_of(table, &trees) {
            Ok(tree) => declared(table, tree, &mut undeclared),
            Err(fault) if faults.is_empty() => faults.push(fault),
            Err(_) => {}
        }
    }
    let leaves = leaves(trees, &mut faults);
    let entries: Vec<FoundEntry> = tables.into_iter().flat_map(|table| table.entries).collect();
    names(&entries, &mut faults);
    if !faults.is_empty() {
        faults.extend(undeclared);
        return Err(Faults::new(faults, files));
    }
    let catalog = Catalog::new(
        leaves.iter().map(|found| found.leaf.clone()).collect(),
        entries.iter().map(operation).collect(),
    );
    Ok(Collected {
        catalog,
        entries,
        leaves,
        undeclared,
        files,
    })
}

fn operation(entry: &FoundEntry) -> CatalogOperation {
    CatalogOperation {
        name: entry.name.clone(),
        permission: entry.permission.0.clone(),
        results: entry.results.as_ref().map(|(key, _)| key.clone()),
        meta: entry.meta.clone(),
        cfg: entry.cfg.clone(),
    }
}

/// No table or no tree at all.
fn nothing(trees: &[FoundTree], tables: &[FoundTable], config: &Config, faults: &mut Vec<Fault>) {
    let listed = |paths: &[std::path::PathBuf]| {
        let paths: Vec<_> = paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        paths.join("`, `")
    };
    if trees.is_empty() {
        let listed = listed(&config.permissions);
        faults.push(
            Fault::new(format!("there is no `define_permissions!` in `{listed}`"))
                .help("set `permissions` in `[package.metadata.permdock]` to the file that has it"),
        );
    }
    if tables.is_empty() {
        let listed = listed(&config.operations);
        faults.push(
            Fault::new(format!("there is no `define_operations!` in `{listed}`"))
                .help("set `operations` in `[package.metadata.permdock]` to the file that has it"),
        );
    }
}

/// The tree that a table means: of that name, and nearest to its path.
fn tree_of<'t>(table: &FoundTable, trees: &'t [FoundTree]) -> Result<&'t FoundTree, Fault> {
    // A name that no tree has is one under which the only tree is exported again.
    if let [only] = trees {
        return Ok(only);
    }
    let near = |tree: &FoundTree| {
        let pairs = tree.path.iter().rev().zip(table.tree.iter().rev());
        pairs.take_while(|(a, b)| a == b).count()
    };
    let best = trees.iter().map(near).max().unwrap_or(0);
    let mut nearest = trees.iter().filter(|tree| near(tree) == best && best > 0);
    let path = table.tree.join("::");
    let place = table.tree_place.clone();
    match (nearest.next(), nearest.next()) {
        (Some(tree), None) => Ok(tree),
        (None, _) => Err(Fault::new(format!("no permission tree `{path}` was found"))
            .at(place)
            .help(
                "add the file that declares it to `permissions` in `[package.metadata.permdock]`",
            )),
        (Some(_), Some(_)) => Err(Fault::new(format!(
            "several permission trees could be `{path}`"
        ))
        .at(place)
        .help("name the tree by its full path, `crate::module::permissions`")),
    }
}

/// PD067.
fn declared(table: &FoundTable, tree: &FoundTree, undeclared: &mut Vec<Fault>) {
    for entry in &table.entries {
        let leaves = std::iter::once(("permission", &entry.permission));
        let results = entry.results.iter().map(|leaf| ("results", leaf));
        for (what, (key, place)) in leaves.chain(results) {
            if tree.has(key) {
                continue;
            }
            let name = &entry.name;
            let tree = tree.path.join("::");
            undeclared.push(
                Fault::new(format!(
                    "PD067: the {what} `{key}` of `{name}` is not declared by the configured \
                     permissions `{tree}`"
                ))
                .at(place.clone())
                .help(
                    "declare it there, or set `permissions` to the tree that the table is compiled \
                     against",
                ),
            );
        }
    }
}

/// Every leaf, by key; one key in two trees has to be the same leaf.
fn leaves(trees: Vec<FoundTree>, faults: &mut Vec<Fault>) -> Vec<FoundLeaf> {
    let mut all: BTreeMap<String, FoundLeaf> = BTreeMap::new();
    for found in trees.into_iter().flat_map(|tree| tree.leaves) {
        match all.get(&found.leaf.key) {
            Some(first) if first.leaf != found.leaf => faults.push(
                Fault::new(format!(
                    "`{}` is declared by two trees, here and at {}, with and without a row",
                    found.leaf.key, first.place
                ))
                .at(found.place.clone())
                .help("configure one tree, or rename the leaf in one of them"),
            ),
            Some(_) => {}
            None => {
                all.insert(found.leaf.key.clone(), found);
            }
        }
    }
    all.into_values().collect()
}

/// Two tables may not use one name, since a catalog has one list.
fn names(entries: &[FoundEntry], faults: &mut Vec<Fault>) {
    let mut seen: BTreeMap<(&str, Option<&str>), &Place> = BTreeMap::new();
    for entry in entries {
        let key = (entry.name.as_str(), entry.cfg.as_deref());
        if let Some(first) = seen.get(&key) {
            let name = &entry.name;
            faults.push(
                Fault::new(format!(
                    "two operations are named `{name}`, here and at {first}"
                ))
                .at(entry.place.clone())
                .help("rename one: a catalog lists the operations of all tables by name"),
            );
            continue;
        }
        seen.insert(key, &entry.place);
    }
}
