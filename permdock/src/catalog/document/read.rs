//! Reading a document from outside: strictly, and with every fault in its place.

use std::collections::BTreeSet;
use std::fmt;

use super::{Catalog, CatalogMeta, CatalogOperation, CatalogPermission, VERSION, digest};
use crate::canon::{Json, Limits, Path, Step};

/// 64 MiB, far more than ten thousand operations take.
const LIMITS: Limits = Limits {
    size: 64 << 20,
    depth: 64,
};

/// Why a text is not taken as a catalog: every fault that was found, each with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogError {
    faults: Vec<String>,
}

impl CatalogError {
    /// The faults, each with the path of its place: `` `$.version`: .. ``.
    #[must_use]
    pub fn faults(&self) -> &[String] {
        &self.faults
    }
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.faults.join("\n"))
    }
}

impl std::error::Error for CatalogError {}

impl Catalog {
    /// Reads a document. Members that are not known are ignored, though the fingerprint covers them.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it: text that is not JSON or repeats a member; else another
    /// version, what is missing or of the wrong kind, keys and names that come twice, and a
    /// fingerprint that is not that of the document.
    pub fn read(text: &[u8]) -> Result<Self, CatalogError> {
        let json = Json::read(text, &LIMITS).map_err(|fault| CatalogError {
            faults: vec![fault.to_string()],
        })?;
        let mut faults = Faults::default();
        let catalog = faults.catalog(&json);
        match catalog {
            Some(catalog) if faults.all.is_empty() => Ok(catalog),
            _ => Err(CatalogError { faults: faults.all }),
        }
    }
}

#[derive(Default)]
struct Faults {
    all: Vec<String>,
    steps: Vec<Step>,
}

impl Faults {
    fn here(&mut self, message: impl fmt::Display) {
        let path = Path::of(self.steps.iter().cloned());
        self.all.push(format!("`{path}`: {message}"));
    }

    /// Goes down one step.
    fn at<T>(&mut self, step: Step, read: impl FnOnce(&mut Self) -> T) -> T {
        self.steps.push(step);
        let value = read(self);
        self.steps.pop();
        value
    }

    fn catalog(&mut self, json: &Json) -> Option<Catalog> {
        if !matches!(json, Json::Object(_)) {
            self.here("a catalog is an object");
            return None;
        }
        // Nothing can be said about a document of another version.
        let version = self.at(member("version"), |faults| {
            faults.version(json.get("version"))
        });
        version?;
        self.text(json, "$schema");
        let generator = self.text(json, "generator").unwrap_or_default();
        let fingerprint = self.text(json, "fingerprint");
        let permissions = self.list(json, "permissions", Self::permission);
        let operations = self.list(json, "operations", Self::operation);
        self.twice(
            "permissions",
            "key",
            permissions.iter().map(|leaf| &leaf.key),
        );
        let names = operations.iter().map(|operation| {
            let cfg = operation.cfg.as_deref();
            cfg.map_or_else(
                || operation.name.clone(),
                |cfg| format!("{} under {cfg}", operation.name),
            )
        });
        self.twice("operations", "name", names);
        if let Some(fingerprint) = fingerprint {
            self.fingerprint(json, &fingerprint);
        }
        let mut catalog = Catalog::new(permissions, operations);
        catalog.generator = generator;
        Some(catalog)
    }

    fn version(&mut self, version: Option<&Json>) -> Option<()> {
        match version {
            Some(Json::Number(token)) if *token == VERSION.to_string() => return Some(()),
            Some(Json::Number(_)) => self.here(format_args!(
                "this permdock reads version {VERSION}: use the permdock that wrote it, or collect \
                 it again"
            )),
            Some(_) => self.here("expected a number"),
            None => self.here("missing"),
        }
        None
    }

    fn fingerprint(&mut self, json: &Json, stated: &str) {
        let Json::Object(members) = json else {
            return;
        };
        let mut body = members.clone();
        body.retain(|(name, _)| name != "generator" && name != "fingerprint");
        self.steps.push(member("fingerprint"));
        match Json::Object(body).canonical() {
            Ok(text) if digest(&text) == stated => {}
            Ok(_) => self.here(
                "not that of this document, which was changed by hand or in transit: collect it again",
            ),
            Err(_) => self.here("the document has a number without a canonical form"),
        }
        self.steps.pop();
    }

    fn list<T>(
        &mut self,
        json: &Json,
        name: &str,
        read: impl Fn(&mut Self, &Json) -> Option<T>,
    ) -> Vec<T> {
        self.steps.push(member(name));
        let mut list = Vec::new();
        match json.get(name) {
            Some(Json::Array(items)) => {
                for (place, item) in items.iter().enumerate() {
                    list.extend(self.at(Step::Index(place), |faults| {
                        if matches!(item, Json::Object(_)) {
                            return read(faults, item);
                        }
                        faults.here("expected an object");
                        None
                    }));
                }
            }
            Some(_) => self.here("expected a list"),
            None => self.here("missing"),
        }
        self.steps.pop();
        list
    }

    fn permission(&mut self, json: &Json) -> Option<CatalogPermission> {
        let key = self.text(json, "key");
        let resource = self.text(json, "resource");
        let action = self.text(json, "action");
        let row = match json.get("row") {
            Some(Json::Bool(row)) => Some(*row),
            other => self.at(member("row"), |faults| {
                faults.here(expected(other, "true or false"));
                None
            }),
        };
        let leaf = CatalogPermission {
            key: key?,
            resource: resource?,
            action: action?,
            row: row?,
        };
        if leaf.key != format!("{}.{}", leaf.resource, leaf.action) {
            self.at(member("key"), |faults| {
                faults.here("a key is its resource, a dot and its action");
            });
        }
        Some(leaf)
    }

    fn operation(&mut self, json: &Json) -> Option<CatalogOperation> {
        let name = self.text(json, "name");
        let permission = self.text(json, "permission");
        let results = self.optional(json, "results");
        let cfg = self.optional(json, "cfg");
        let meta = self.at(member("meta"), |faults| faults.meta(json.get("meta")));
        Some(CatalogOperation {
            name: name?,
            permission: permission?,
            results,
            meta,
            cfg,
        })
    }

    fn meta(&mut self, json: Option<&Json>) -> CatalogMeta {
        let Some(json @ Json::Object(_)) = json else {
            self.here(expected(json, "an object"));
            return CatalogMeta::default();
        };
        let risk = self.optional(json, "risk");
        let title = self.optional(json, "title");
        let risk = risk.and_then(|word| self.at(member("risk"), |faults| faults.word(&word)));
        CatalogMeta {
            risk,
            effects: self.at(member("effects"), |faults| {
                faults.effects(json.get("effects"))
            }),
            title,
        }
    }

    fn effects(&mut self, json: Option<&Json>) -> Vec<crate::Effect> {
        let mut effects = Vec::new();
        match json {
            None => {}
            Some(Json::Array(items)) => {
                for (place, item) in items.iter().enumerate() {
                    let effect = self.at(Step::Index(place), |faults| match item {
                        Json::String(word) => faults.word(word),
                        _ => {
                            faults.here("expected a text");
                            None
                        }
                    });
                    match effect {
                        Some(effect) if effects.contains(&effect) => {
                            self.here(format_args!("`{effect}` is given twice"));
                        }
                        effect => effects.extend(effect),
                    }
                }
            }
            Some(_) => self.here("expected a list"),
        }
        effects
    }

    /// A word of a closed list.
    fn word<T: std::str::FromStr<Err = crate::UnknownWord>>(&mut self, word: &str) -> Option<T> {
        word.parse().map_err(|error| self.here(error)).ok()
    }

    fn text(&mut self, json: &Json, name: &str) -> Option<String> {
        self.at(member(name), |faults| match json.get(name) {
            Some(Json::String(text)) => Some(text.clone()),
            other => {
                faults.here(expected(other, "a text"));
                None
            }
        })
    }

    fn optional(&mut self, json: &Json, name: &str) -> Option<String> {
        json.get(name)?;
        self.text(json, name)
    }

    fn twice<T: Ord + fmt::Display>(
        &mut self,
        list: &str,
        what: &str,
        names: impl Iterator<Item = T>,
    ) {
        let mut seen = BTreeSet::new();
        for name in names {
            if seen.contains(&name) {
                let shown = name.to_string();
                let shown = crate::text::bounded(&shown, 128);
                self.at(member(list), |faults| {
                    faults.here(format_args!("the {what} `{shown}` comes twice"));
                });
            }
            seen.insert(name);
        }
    }
}

fn member(name: &str) -> Step {
    Step::Member(name.to_owned())
}

fn expected(found: Option<&Json>, what: &str) -> String {
    match found {
        None => "missing".to_owned(),
        Some(_) => format!("expected {what}"),
    }
}
