//! Judging a table of operations.

use std::collections::BTreeSet;

use proc_macro2::Span;
use syn::{Ident, Path, Type};

use super::attrs::{Attrs, attrs};
use super::loader::{Loader, loader, named_input};
use super::meta::{Meta, meta};
use super::names::{Seen, handle_fault, operation_fault, plain};
use super::owned;
use crate::errors::Errors;
use crate::model::{Entry, Head, Operations, Value};

/// A table that has been judged.
pub struct Table<'m> {
    /// Its first words.
    pub head: &'m Head,
    /// The module's attributes.
    pub attrs: Attrs<'m>,
    /// The application state; `None` after a fault.
    pub app: Option<&'m Type>,
    /// The permission tree; `None` after a fault.
    pub tree: Option<&'m Path>,
    /// The entries, in the order of declaration.
    pub entries: Vec<Checked<'m>>,
    /// Pairs of entries that only differ in `cfg`.
    pub clashes: Vec<Clash>,
}

/// One operation that has been judged: what is wrong is left out.
pub struct Checked<'m> {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The handle.
    pub handle: &'m Ident,
    /// The attributes.
    pub attrs: Attrs<'m>,
    /// The permission; `None` after a fault.
    pub permission: Option<&'m Path>,
    /// The results permission; `None` after a fault too.
    pub results: Option<&'m Path>,
    /// Whether there is a results permission, good or not.
    pub has_results: bool,
    /// The input type, as `input: Type` says it, else as the loader does.
    pub input: Option<&'m Type>,
    /// The loader; `None` after a fault too.
    pub loader: Option<Loader<'m>>,
    /// Whether there is a loader, good or not.
    pub has_data: bool,
    /// The meta.
    pub meta: Meta<'m>,
    /// Entries before this one with the same name or handle, under another `cfg`.
    pub shadowed_by: Vec<usize>,
}

/// Two entries that may not both be there.
pub struct Clash {
    /// The place of the first.
    pub first: usize,
    /// The place of the second.
    pub second: usize,
    /// What to say when both are there.
    pub message: String,
}

/// Judges the table; the result holds every entry that has a name.
pub fn operations<'m>(model: &'m Operations, errors: &mut Errors) -> Table<'m> {
    let attrs = attrs(&model.head.attrs, "the module", errors);
    if let Some(fault) = &model.fault {
        errors.push(fault.clone());
    }
    let mut walk = Walk {
        tree: model.tree.as_ref(),
        names: Seen::new(),
        handles: Seen::new(),
        entries: Vec::new(),
        clashes: Vec::new(),
    };
    for entry in &model.entries {
        match entry {
            Ok(entry) => walk.entry(entry, errors),
            Err(error) => errors.push(error.clone()),
        }
    }
    Table {
        head: &model.head,
        attrs,
        app: model
            .app
            .as_ref()
            .and_then(|app| owned(app, "the application state", errors)),
        tree: model.tree.as_ref(),
        entries: walk.entries,
        clashes: walk.clashes,
    }
}

struct Walk<'m> {
    tree: Option<&'m Path>,
    names: Seen<String, usize>,
    handles: Seen<String, usize>,
    entries: Vec<Checked<'m>>,
    clashes: Vec<Clash>,
}

impl<'m> Walk<'m> {
    fn entry(&mut self, entry: &'m Entry, errors: &mut Errors) {
        let attrs = attrs(&entry.attrs, "an operation", errors);
        let handle = plain(&entry.handle);
        let name = match &entry.text {
            Some(text) => text.value(),
            None => handle.clone(),
        };
        if let Some(fault) = handle_fault(&handle, entry.text.is_some()) {
            errors.at(entry.handle.span(), fault);
        } else if let Some(fault) = operation_fault(&name) {
            errors.at(entry.name_span(), fault);
        }
        let mut checked = Checked {
            span: entry.name_span(),
            handle: &entry.handle,
            name,
            attrs,
            permission: None,
            results: None,
            has_results: false,
            input: None,
            loader: None,
            has_data: false,
            meta: Meta::default(),
            shadowed_by: Vec::new(),
        };
        let fresh = self.once(&mut checked, &handle, errors);
        Parts::new(self.tree, errors).read(entry, &mut checked);
        if fresh && handle_fault(&handle, true).is_none() {
            self.names
                .add(checked.name.to_ascii_lowercase(), self.entries.len());
            self.handles.add(handle, self.entries.len());
            self.entries.push(checked);
        }
    }

    /// Reports an entry that repeats a name or a handle; whether its handle is still free.
    fn once(&mut self, checked: &mut Checked<'m>, handle: &String, errors: &mut Errors) -> bool {
        let named = self.names.before(&checked.name.to_ascii_lowercase());
        let handled = self.handles.before(handle);
        let mut reported = false;
        let places: BTreeSet<usize> = named.iter().chain(handled).copied().collect();
        for place in places {
            let Some(first) = self.entries.get(place) else {
                continue;
            };
            let name = named.contains(&place);
            let message = repeated(first, checked, name);
            if first.attrs.cfg.is_empty() && checked.attrs.cfg.is_empty() {
                if !reported {
                    let (here, there) = if name {
                        (checked.span, first.span)
                    } else {
                        (checked.handle.span(), first.handle.span())
                    };
                    errors.twice(here, message, there);
                }
                reported = true;
                continue;
            }
            checked.shadowed_by.push(place);
            self.clashes.push(Clash {
                first: place,
                second: self.entries.len(),
                message,
            });
        }
        !reported || handled.is_empty()
    }
}

fn repeated(first: &Checked<'_>, second: &Checked<'_>, name: bool) -> String {
    if !name {
        return format!(
            "two operations have the handle `{}`: choose another one after `as`",
            second.handle
        );
    }
    if first.name == second.name {
        return format!("two operations are named `{}`", second.name);
    }
    format!(
        "`{}` and `{}` are one name to a host that ignores case: rename one",
        first.name, second.name
    )
}

/// The parts of one entry, as they are read.
struct Parts<'m, 'e> {
    tree: Option<&'m Path>,
    errors: &'e mut Errors,
    seen: Vec<(String, Span)>,
    /// What the loader says its input is, and where it says so.
    from_loader: Option<&'m Type>,
    input_param: Option<Span>,
}

impl<'m, 'e> Parts<'m, 'e> {
    fn new(tree: Option<&'m Path>, errors: &'e mut Errors) -> Self {
        Self {
            tree,
            errors,
            seen: Vec::new(),
            from_loader: None,
            input_param: None,
        }
    }

    fn read(mut self, entry: &'m Entry, checked: &mut Checked<'m>) {
        let mut unread = false;
        for part in &entry.parts {
            let part = match part {
                Ok(part) => part,
                Err(error) => {
                    unread = true;
                    self.errors.push(error.clone());
                    continue;
                }
            };
            let key = plain(&part.key);
            if let Some((_, first)) = self.seen.iter().find(|(seen, _)| *seen == key) {
                let message = format!("`{key}` is given twice");
                self.errors.twice(part.key.span(), message, *first);
                continue;
            }
            self.seen.push((key, part.key.span()));
            self.part(&part.value, checked);
        }
        let permission = self.seen.iter().any(|(key, _)| key == "permission");
        if !permission && !unread {
            self.errors.at(
                checked.span,
                format_args!(
                    "`{}` has no permission: add `permission: group::resource::leaf`",
                    checked.name
                ),
            );
        }
        if let Some(span) = self.input_param
            && self.from_loader.is_none()
            && checked.input.is_none()
        {
            checked.loader = None;
            if unread {
                return;
            }
            self.errors.at(
                span,
                "the input needs its type: write `input: &Input` here, or `input: Input` in the \
                 operation",
            );
        }
        checked.input = checked.input.or(self.from_loader);
    }

    fn part(&mut self, value: &'m Value, checked: &mut Checked<'m>) {
        match value {
            Value::Permission(path) => checked.permission = self.leaf(path),
            Value::Results(path) => {
                checked.has_results = true;
                checked.results = self.leaf(path);
            }
            Value::Input(ty) => checked.input = owned(ty, "an input", self.errors),
            Value::Meta(parts) => checked.meta = meta(parts, self.errors),
            Value::Data(value) => {
                checked.has_data = true;
                checked.loader = self.errors.take(loader(value));
                if let Some(loader) = &checked.loader {
                    self.from_loader = loader.input.target;
                    self.input_param = Some(loader.input.span());
                } else {
                    self.from_loader = named_input(value);
                }
            }
        }
    }

    /// A path that starts at the tree's root.
    fn leaf(&mut self, path: &'m Path) -> Option<&'m Path> {
        let first = &path.segments.first()?.ident;
        let word = plain(first);
        let tree = self.tree.and_then(|tree| tree.segments.last());
        let message = if path.leading_colon.is_some()
            || matches!(word.as_str(), "self" | "super" | "crate" | "Self")
        {
            "a leaf's path starts at the root of its tree: write `group::resource::leaf`".to_owned()
        } else if tree.is_some_and(|tree| tree.ident == *first) && path.segments.len() > 1 {
            format!("the path is already inside `{word}`: leave `{word}::` out")
        } else if path.segments.len() == 1 {
            format!("`{word}` is not a leaf's path: write `group::resource::leaf`")
        } else {
            return Some(path);
        };
        self.errors.at(first.span(), message);
        None
    }
}
