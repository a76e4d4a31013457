//! Judging a permission tree.

use syn::{Ident, Type};

use super::attrs::{Attrs, PERMISSION, attrs};
use super::names::{Seen, key_fault, plain, segment_fault};
use super::owned;
use crate::errors::Errors;
use crate::model::{Group, Head, Leaf, Node, Parsed, Permissions};

/// A permission tree that has been judged.
pub struct Tree<'m> {
    /// Its first words.
    pub head: &'m Head,
    /// The module's attributes.
    pub attrs: Attrs<'m>,
    /// What stands at its root.
    pub children: Vec<Child<'m>>,
}

/// What stands in a tree, in the order of declaration.
pub enum Child<'m> {
    /// A group or resource.
    Resource(Resource<'m>),
    /// A leaf.
    Leaf(CheckedLeaf<'m>),
}

/// A group or resource.
pub struct Resource<'m> {
    /// Its name.
    pub name: &'m Ident,
    /// Its path joined with dots.
    pub key: String,
    /// The row type of its leaves.
    pub row: Option<&'m Type>,
    /// Its attributes.
    pub attrs: Attrs<'m>,
    /// What stands in it.
    pub children: Vec<Child<'m>>,
}

/// A leaf.
pub struct CheckedLeaf<'m> {
    /// Its name.
    pub name: &'m Ident,
    /// Its path joined with dots.
    pub key: String,
    /// The last segment of the key.
    pub action: String,
    /// The key of what the action is done to.
    pub resource: String,
    /// Whether it is decided on a row.
    pub row: bool,
    /// Its place in the tree, in the order of declaration.
    pub index: u32,
    /// Its attributes.
    pub attrs: Attrs<'m>,
}

/// Judges the tree; the result holds every leaf that a name could be made of.
pub fn permissions<'m>(model: &'m Permissions, errors: &mut Errors) -> Tree<'m> {
    let attrs = attrs(&model.head.attrs, "the module", errors);
    let mut walk = Walk { errors, leaves: 0 };
    let children = walk.level(&model.nodes, &Above::default());
    let faulty = model.nodes.iter().any(Result::is_err);
    if children.is_empty() && !faulty {
        let name = &model.head.name;
        walk.errors.at(
            name.span(),
            format_args!(
                "`{name}` declares no permission: add one, as in `invoice {{ read, submit }}`"
            ),
        );
    }
    Tree {
        head: &model.head,
        attrs,
        children,
    }
}

impl<'m> Tree<'m> {
    /// Every leaf, in the order of declaration.
    #[must_use]
    pub fn leaves(&self) -> Vec<&CheckedLeaf<'m>> {
        fn gather<'t, 'm>(children: &'t [Child<'m>], into: &mut Vec<&'t CheckedLeaf<'m>>) {
            for child in children {
                match child {
                    Child::Leaf(leaf) => into.push(leaf),
                    Child::Resource(resource) => gather(&resource.children, into),
                }
            }
        }
        let mut leaves = Vec::new();
        gather(&self.children, &mut leaves);
        leaves
    }
}

/// What a level of the tree knows of the one that holds it.
#[derive(Default)]
struct Above {
    key: String,
    row: bool,
}

impl Above {
    fn key_of(&self, name: &str) -> String {
        if self.key.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.key)
        }
    }
}

struct Walk<'e> {
    errors: &'e mut Errors,
    leaves: u32,
}

impl Walk<'_> {
    fn level<'m>(&mut self, nodes: &'m [Parsed<Node>], above: &Above) -> Vec<Child<'m>> {
        let mut seen = Seen::new();
        let mut children = Vec::new();
        for node in nodes {
            let (name, list) = match node {
                Ok(Node::Group(group)) => (&group.name, &group.attrs),
                Ok(Node::Leaf(leaf)) => (&leaf.name, &leaf.attrs),
                Err(error) => {
                    self.errors.push(error.clone());
                    continue;
                }
            };
            let attrs = self.attrs(list);
            let text = plain(name);
            if let Some(fault) = segment_fault(&text) {
                self.errors.at(name.span(), fault);
            }
            if let [first, ..] = seen.before(&text) {
                let message = format!("`{text}` is declared twice on one level");
                self.errors.twice(name.span(), message, *first);
                continue;
            }
            seen.add(text.clone(), name.span());
            children.push(match node {
                Ok(Node::Group(group)) => {
                    Child::Resource(self.group(group, attrs, above.key_of(&text)))
                }
                Ok(Node::Leaf(leaf)) => Child::Leaf(self.leaf(leaf, attrs, text, above)),
                Err(_) => continue,
            });
        }
        children
    }

    fn attrs<'m>(&mut self, list: &'m [syn::Attribute]) -> Attrs<'m> {
        let mut attrs = attrs(list, PERMISSION, self.errors);
        for cfg in attrs.cfg.drain(..) {
            self.errors.at(
                syn::spanned::Spanned::span(cfg.path()),
                "`#[cfg]` is not taken on a permission, since the tree has to be the same in \
                 every build: put it on the operation instead",
            );
        }
        attrs
    }

    fn group<'m>(&mut self, group: &'m Group, attrs: Attrs<'m>, key: String) -> Resource<'m> {
        let above = Above {
            key,
            row: group.row.is_some(),
        };
        let children = self.level(&group.nodes, &above);
        let name = &group.name;
        if children.is_empty() && group.nodes.is_empty() {
            self.errors.at(
                name.span(),
                format_args!("`{name}` has no permissions: add one, as in `{name} {{ read }}`"),
            );
        }
        let own = |child: &Child<'_>| matches!(child, Child::Leaf(_));
        if let Some(row) = &group.row
            && !children.is_empty()
            && !children.iter().any(own)
        {
            self.errors.push(syn::Error::new_spanned(
                row,
                format_args!(
                    "no permission of `{name}` is decided on this row: a row type counts for the \
                     permissions directly inside"
                ),
            ));
        }
        Resource {
            name,
            key: above.key,
            row: group
                .row
                .as_ref()
                .and_then(|row| owned(row, "a row", self.errors)),
            attrs,
            children,
        }
    }

    fn leaf<'m>(
        &mut self,
        leaf: &'m Leaf,
        attrs: Attrs<'m>,
        action: String,
        above: &Above,
    ) -> CheckedLeaf<'m> {
        let name = &leaf.name;
        let key = above.key_of(&action);
        if above.key.is_empty() {
            self.errors.at(
                name.span(),
                format_args!(
                    "`{name}` stands at the root: say what it is done to, as in \
                     `invoice {{ {name} }}`"
                ),
            );
        } else if let Some(fault) = key_fault(&key) {
            self.errors.at(name.span(), fault);
        }
        let index = self.leaves;
        self.leaves += 1;
        CheckedLeaf {
            name,
            key,
            action,
            resource: above.key.clone(),
            row: above.row,
            index,
            attrs,
        }
    }
}
