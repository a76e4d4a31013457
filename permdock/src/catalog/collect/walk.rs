//! Following a source from file to file, and finding the tables in it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use permdock_macros_core::parse;
use proc_macro2::Span;
use syn::parse::Parser;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, Item, ItemMacro, ItemMod, Lit, Macro, Meta, UseTree};

use super::cfg::{Features, Truth, evaluate};
use super::fault::{Fault, Place, Source};
use super::found::{self, FoundTable, FoundTree, plain, words};

/// What was found on the way.
pub(super) struct Walk<'a> {
    root: &'a Path,
    features: &'a Features,
    pub(super) trees: Vec<FoundTree>,
    pub(super) tables: Vec<FoundTable>,
    pub(super) faults: Vec<Fault>,
    pub(super) files: Vec<PathBuf>,
}

/// Where the walk stands.
struct Here {
    source: Rc<Source>,
    file: PathBuf,
    /// Where the files of modules declared here are.
    children: PathBuf,
    /// Whether a `#[path]` starts at the file's own folder.
    top: bool,
    module: Vec<String>,
    /// What the `cfg`s around say.
    cfg: Truth,
}

/// What the `use` items of a module give names to.
type Uses = BTreeMap<String, Vec<String>>;

impl<'a> Walk<'a> {
    pub(super) fn new(root: &'a Path, features: &'a Features) -> Self {
        Self {
            root,
            features,
            trees: Vec::new(),
            tables: Vec::new(),
            faults: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Walks a file that the manifest names, unless another one has led there.
    pub(super) fn start(&mut self, path: &Path) {
        let file = self.root.join(path);
        if self.files.contains(&normal(&file)) {
            return;
        }
        let module = module_of(path);
        self.file(&file, module, Truth::Yes, None);
    }

    fn file(&mut self, file: &Path, module: Vec<String>, cfg: Truth, from: Option<Place>) {
        let file = normal(file);
        if self.files.contains(&file) {
            // Two modules of one file, as `#[path]` allows: the tables are the same.
            return;
        }
        let shown = shown(self.root, &file);
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text.replace("\r\n", "\n"),
            Err(error) => {
                let mut fault = Fault::new(format!("cannot read `{shown}`: {error}")).help(
                    "name the file that declares the table under `[package.metadata.permdock]` in \
                     `Cargo.toml`",
                );
                fault.place = from;
                self.faults.push(fault);
                return;
            }
        };
        self.files.push(file.clone());
        let parsed = syn::parse_file(&text);
        let source = Rc::new(Source { shown, text });
        let items = match parsed {
            Ok(parsed) => parsed.items,
            Err(error) => return self.errors(&source, error, Span::call_site()),
        };
        let here = Here {
            children: children_of(&file),
            source,
            file,
            top: true,
            module,
            cfg,
        };
        self.items(items, &here);
    }

    /// What is missing at the end has no place of its own: it is missing where the braces close.
    fn errors(&mut self, source: &Rc<Source>, errors: syn::Error, close: Span) {
        for error in errors {
            let span = error.span();
            let nowhere = span.start() == span.end();
            let place = Place::of(source, if nowhere { close } else { span });
            self.faults.push(Fault::new(error.to_string()).at(place));
        }
    }

    fn items(&mut self, items: Vec<Item>, here: &Here) {
        let mut uses = Uses::new();
        for item in &items {
            if let Item::Use(item) = item {
                gather(&item.tree, &mut Vec::new(), &mut uses);
            }
        }
        for item in items {
            match item {
                Item::Mod(item) => self.module(item, here),
                Item::Macro(item) => self.item_macro(item, here, &uses),
                _ => {}
            }
        }
    }

    fn truth(&self, attrs: &[Attribute], around: &Truth) -> Truth {
        let own = attrs.iter().filter_map(|attr| match &attr.meta {
            Meta::List(list) if list.path.is_ident("cfg") => Some(&list.tokens),
            _ => None,
        });
        let own = own.map(|tokens| {
            // What only tests see is in no catalog.
            if tokens.to_string() == "test" {
                return Truth::No;
            }
            evaluate(tokens, self.features)
        });
        Truth::all(std::iter::once(around.clone()).chain(own))
    }

    fn module(&mut self, item: ItemMod, here: &Here) {
        let cfg = self.truth(&item.attrs, &here.cfg);
        if cfg == Truth::No {
            return;
        }
        let name = plain(&item.ident);
        let mut module = here.module.clone();
        module.push(name.clone());
        let path = path_attr(&item.attrs);
        if let Some((_, items)) = item.content {
            let children =
                path.map_or_else(|| here.children.join(&name), |path| here.base().join(path));
            let inner = Here {
                source: Rc::clone(&here.source),
                file: here.file.clone(),
                children,
                top: false,
                module,
                cfg,
            };
            return self.items(items, &inner);
        }
        let file = match path {
            Some(path) => here.base().join(path),
            None => {
                let flat = here.children.join(format!("{name}.rs"));
                let folder = here.children.join(&name).join("mod.rs");
                if !flat.exists() && folder.exists() {
                    folder
                } else {
                    flat
                }
            }
        };
        let from = Place::of(&here.source, item.ident.span());
        self.file(&file, module, cfg, Some(from));
    }

    fn item_macro(&mut self, item: ItemMacro, here: &Here, uses: &Uses) {
        let called = &item.mac.path;
        let mut path = words(called);
        if let [only] = path.as_slice()
            && let Some(used) = uses.get(only)
        {
            path.clone_from(used);
        }
        let cfg = self.truth(&item.attrs, &here.cfg);
        if cfg == Truth::No {
            return;
        }
        match path.last().map(String::as_str) {
            Some("define_permissions") => self.tree(item.mac, here),
            Some("define_operations") => self.table(item.mac, here, &cfg, uses),
            Some("macro_rules") => self.macro_rules(&item.mac, here),
            Some("include") => {
                let place = Place::of(&here.source, called.span());
                let fault = Fault::new("what `include!` brings in cannot be read from source");
                self.faults.push(fault.at(place).help(
                    "declare the file as a module instead, with `#[path = \"..\"] mod name;`",
                ));
            }
            _ => {}
        }
    }

    /// A macro that makes a table: what it will say is not known from source.
    fn macro_rules(&mut self, mac: &Macro, here: &Here) {
        let makes = |name: &str| mac.tokens.to_string().contains(name);
        if !(makes("define_operations") || makes("define_permissions")) {
            return;
        }
        let place = Place::of(&here.source, mac.path.span());
        let fault = Fault::new("a table made by another macro cannot be read from source");
        self.faults.push(fault.at(place).help(
            "write `define_permissions!` and `define_operations!` out where the table is declared",
        ));
    }

    fn tree(&mut self, mac: Macro, here: &Here) {
        // The tokens are moved: `Macro::parse_body_with` would copy them.
        let close = mac.delimiter.span().close();
        let model = match parse::permissions.parse2(mac.tokens) {
            Ok(model) => model,
            Err(error) => return self.errors(&here.source, error, close),
        };
        let place = |span| Place::of(&here.source, span);
        let (leaves, errors) = found::leaves(&model, &place);
        if let Some(errors) = errors {
            self.errors(&here.source, errors, close);
        }
        let mut path = here.module.clone();
        path.push(plain(&model.head.name));
        self.trees.push(FoundTree::new(path, leaves));
    }

    fn table(&mut self, mac: Macro, here: &Here, cfg: &Truth, uses: &Uses) {
        let close = mac.delimiter.span().close();
        let model = match parse::operations.parse2(mac.tokens) {
            Ok(model) => model,
            Err(error) => return self.errors(&here.source, error, close),
        };
        let cfg = self.truth(&model.head.attrs, cfg);
        if cfg == Truth::No {
            return;
        }
        let place = |span| Place::of(&here.source, span);
        let (entries, errors) = found::entries(&model, &cfg, self.features, &place);
        if let Some(errors) = errors {
            self.errors(&here.source, errors, close);
        }
        let Some(tree) = &model.tree else {
            return;
        };
        let tree_place = place(tree.span());
        let mut tree = words(tree);
        if let Some(used) = tree.first().and_then(|first| uses.get(first)) {
            tree.splice(..1, used.iter().cloned());
        }
        self.tables.push(FoundTable {
            tree,
            tree_place,
            entries,
        });
    }
}

impl Here {
    /// Where a `#[path]` starts.
    fn base(&self) -> &Path {
        match self.file.parent() {
            Some(folder) if self.top => folder,
            _ => &self.children,
        }
    }
}

/// Where the files of the modules that a file declares are.
fn children_of(file: &Path) -> PathBuf {
    let folder = file.parent().unwrap_or(file);
    match file.file_stem().and_then(|stem| stem.to_str()) {
        None | Some("mod" | "lib" | "main") => folder.to_owned(),
        Some(stem) => folder.join(stem),
    }
}

/// The module that a file is, as far as its path says.
fn module_of(path: &Path) -> Vec<String> {
    let mut words = Vec::new();
    for part in path.with_extension("").components() {
        match part.as_os_str().to_str() {
            Some("src" | "..") => words.clear(),
            Some("." | "lib" | "main" | "mod") | None => {}
            Some(word) => words.push(word.to_owned()),
        }
    }
    words
}

/// Without `.` and, where the name before it is known, `..`.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if out.file_name().is_some() => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// A path as a person reads it: from the package's folder, with `/` on every system.
fn shown(root: &Path, file: &Path) -> String {
    let root = normal(root);
    let mut up = String::new();
    for above in root.ancestors() {
        if let Ok(rest) = file.strip_prefix(above) {
            let rest: Vec<_> = rest.iter().map(|part| part.to_string_lossy()).collect();
            return format!("{up}{}", rest.join("/"));
        }
        up.push_str("../");
    }
    file.display().to_string()
}

fn path_attr(attrs: &[Attribute]) -> Option<String> {
    attrs.iter().find_map(|attr| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    })
}

fn gather(tree: &UseTree, above: &mut Vec<String>, uses: &mut Uses) {
    match tree {
        UseTree::Path(path) => {
            above.push(plain(&path.ident));
            gather(&path.tree, above, uses);
            above.pop();
        }
        UseTree::Name(name) => {
            let name = plain(&name.ident);
            let mut full = above.clone();
            let local = if name == "self" {
                above.last().cloned().unwrap_or(name)
            } else {
                full.push(name.clone());
                name
            };
            uses.insert(local, full);
        }
        UseTree::Rename(rename) => {
            let mut full = above.clone();
            if rename.ident != "self" {
                full.push(plain(&rename.ident));
            }
            uses.insert(plain(&rename.rename), full);
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                gather(tree, above, uses);
            }
        }
        UseTree::Glob(_) => {}
    }
}
