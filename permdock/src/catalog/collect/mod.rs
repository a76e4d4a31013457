//! Reading a catalog from source, with the same grammar as the macros: for build scripts and for
//! the `permdock` command.

mod cfg;
mod config;
mod fault;
mod found;
mod resolve;
mod walk;
mod write;

pub(crate) use cfg::Features;
pub(crate) use config::Config;
#[cfg(feature = "cli")]
pub(crate) use fault::Place;
pub(crate) use fault::{Fault, Faults};
pub(crate) use found::{FoundEntry, FoundLeaf};
pub(crate) use write::write_whole;

use std::path::PathBuf;

use super::Catalog;

/// What the sources of one package say.
pub(crate) struct Collected {
    /// The catalog.
    pub(crate) catalog: Catalog,
    /// The entries, with what only the source knows.
    pub(crate) entries: Vec<FoundEntry>,
    /// The leaves with their places, in the catalog's order of keys.
    pub(crate) leaves: Vec<FoundLeaf>,
    /// Operations whose leaf the configured tree does not declare: each is PD067.
    pub(crate) undeclared: Vec<Fault>,
    /// Every file that was read, the manifest among them.
    pub(crate) files: Vec<PathBuf>,
}

impl Collected {
    /// Refuses what PD067 is about, for whoever writes a catalog.
    pub(crate) fn declared(mut self) -> Result<Self, Faults> {
        let undeclared = std::mem::take(&mut self.undeclared);
        if undeclared.is_empty() {
            return Ok(self);
        }
        Err(Faults::new(undeclared, self.files))
    }
}

/// Reads the sources that a manifest names.
pub(crate) fn collect(config: &Config, features: &Features) -> Result<Collected, Faults> {
    let mut walk = walk::Walk::new(&config.root, features);
    walk.files.push(config.root.join("Cargo.toml"));
    for path in &config.permissions {
        walk.start(path);
    }
    for path in &config.operations {
        walk.start(path);
    }
    resolve::resolve(walk, config)
}
