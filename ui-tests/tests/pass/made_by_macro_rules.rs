//! Tables made by `macro_rules!`, through every kind of fragment.
#![deny(warnings)]

use permdock_ui_tests::{App, Day, InvoiceId};

macro_rules! tables {
    (
        $(#[$attr:meta])* $tree_vis:vis $tree:ident, $row:ty;
        $table_vis:vis $table:ident, $state:ty, $path:path;
        $name:literal as $handle:ident, $leaf:path, $input:ty, $loader:expr, $found:expr, $title:literal, $risk:ident
    ) => {
        permdock::define_permissions! {
            $(#[$attr])*
            $tree_vis mod $tree {
                billing { invoice: $row { read, submit } }
            }
        }

        permdock::define_operations! {
            $table_vis mod $table for $state in $path;

            $name as $handle {
                permission: $leaf,
                input: $input,
                data: $loader,
                meta: { title: $title, risk: $risk },
            }

            #[doc = $title]
            second {
                permission: billing::invoice::read,
                data: |app: &$state, input: &$input| $found.then(|| app.find(&input.id)).flatten(),
            }
        }
    };
}

tables! {
    /// A tree.
    pub(crate) tree, permdock_ui_tests::Invoice;
    table, App, self::tree;
    "invoice.send" as send, billing::invoice::submit, InvoiceId,
    |app: &App, input: &InvoiceId| app.find(&input.id), 1 + 1 == 2, "Send invoice", high
}

macro_rules! one_of_each {
    ($($name:ident)*) => {
        permdock::define_permissions! {
            mod many { things { $($name),* } }
        }
        permdock::define_operations! {
            mod operations for App in many;
            $($name { permission: things::$name, input: Day })*
        }
    };
}

one_of_each! { first second r#third }

fn main() {
    let send = table::OPERATIONS.get("invoice.send").unwrap();
    assert_eq!(send.meta().title, Some("Send invoice"));
    assert_eq!(table::OPERATIONS.get("second").unwrap().description(), Some("Send invoice"));
    assert_eq!(operations::OPERATIONS.len(), 3);
    assert!(operations::OPERATIONS.get("third").is_some());
    let app = App { invoices: Vec::new() };
    assert_eq!(app.invoices.len(), 0);
}
