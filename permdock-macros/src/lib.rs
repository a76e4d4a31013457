//! The macros of permdock: a shell around `permdock-macros-core`, where they are made and tested.
//!
//! Use them through `permdock`, which re-exports both.

use proc_macro::TokenStream;

/// Declares the permissions of an application as a tree.
///
/// A name in the innermost braces is a *leaf*: one thing a caller may be allowed to do. What stands
/// around it is its resource, and its key is its path joined with dots: below, `billing.invoice.read`.
/// A resource may name the row type that its leaves are decided on.
///
/// ```
/// # pub struct Invoice;
/// # pub struct InvoiceLine;
/// permdock::define_permissions! {
///     /// Everything the application can be asked to allow.
///     pub mod permissions {
///         billing {
///             /// An invoice, which belongs to one user.
///             invoice: Invoice {
///                 /// See an invoice.
///                 read,
///                 submit,
///                 void,
///                 line: InvoiceLine { read, change }
///             }
///         }
///         report { run }
///     }
/// }
///
/// assert_eq!(permissions::PERMISSIONS.len(), 6);
/// assert!(permissions::PERMISSIONS.get("billing.invoice.line.change").is_some());
/// ```
///
/// # What it declares
///
/// The module, with its visibility and attributes, and in it
///
/// - a module for every group and resource,
/// - a zero-sized type for every leaf, which is at once the leaf's value:
///   `permissions::billing::invoice::read`,
/// - `PERMISSIONS`, the static set of all leaves in the order of declaration.
///
/// All of it is as visible as the module, and a row type has to be at least that visible.
///
/// # Grammar
///
/// - An optional first line `crate = path;` says where permdock is when it is not `::permdock`:
///   `crate = ::renamed;`, or `crate = crate::reexported::permdock;`.
/// - Leaves are followed by a comma. Groups may be, and leaves and groups may be mixed.
/// - A name is `[a-z][A-Za-z0-9_]*`; a keyword is written `r#type` and is `type` in the key. A key has
///   at most 128 bytes.
/// - Doc comments, `#[deprecated]` and `#[allow]` are taken everywhere, `#[cfg]` on the module only,
///   since a tree has to be the same in every build.
///
/// Every fault is reported in one build, and what is good is declared all the same.
#[proc_macro]
pub fn define_permissions(input: TokenStream) -> TokenStream {
    permdock_macros_core::define_permissions(input.into()).into()
}

/// Declares the operations of an application: each action it exposes, the permission it needs, and
/// how to load what the permission is decided on.
///
/// ```
/// # #[derive(Clone)]
/// # pub struct Invoice;
/// # #[derive(serde::Serialize, serde::Deserialize)]
/// # pub struct InvoiceId { id: String }
/// # #[derive(serde::Serialize, serde::Deserialize)]
/// # pub struct Day { number: u32 }
/// # pub struct App { invoice: Invoice }
/// # impl App {
/// #     async fn invoice(&self, id: &str) -> Result<Option<Invoice>, std::io::Error> {
/// #         Ok((id == "inv_1").then(|| self.invoice.clone()))
/// #     }
/// # }
/// # permdock::define_permissions! {
/// #     pub mod permissions {
/// #         billing { invoice: Invoice { read, submit } }
/// #         report { run }
/// #     }
/// # }
/// permdock::define_operations! {
///     /// Every action the application exposes.
///     pub mod operations for App in permissions;
///
///     /// Sends an invoice to its customer.
///     sendInvoice {
///         permission: billing::invoice::submit,
///         data: async |app: &App, input: &InvoiceId| app.invoice(&input.id).await,
///         meta: { risk: high, effects: [send, external], title: "Send invoice" },
///     }
///
///     listInvoices {
///         permission: billing::invoice::read,
///         results: billing::invoice::read,
///     }
///
///     "report.run-daily" as runDailyReport {
///         permission: report::run,
///         input: Day,
///     }
/// }
///
/// let names: Vec<_> = operations::OPERATIONS.iter().map(|operation| operation.name()).collect();
/// assert_eq!(names, ["sendInvoice", "listInvoices", "report.run-daily"]);
/// ```
///
/// `App` is the application state, `permissions` the path to a module made by
/// [`define_permissions!`]; leaves are named from its root.
///
/// # What it declares
///
/// The module, with its visibility and attributes, and in it a zero-sized handle for every operation
/// (`operations::sendInvoice`) and `OPERATIONS`, the static table. All of it is as visible as the
/// module, and the state and the input types have to be at least that visible.
///
/// # Grammar
///
/// An optional first line `crate = path;` says where permdock is when it is not `::permdock`.
///
/// A name has 1 to 128 of `A-Z a-z 0-9 _ . -`, and no two are equal ignoring case. An identifier is
/// its own name; another name is a string, with `as` and its handle. A doc comment becomes the
/// description. `#[cfg]`, `#[deprecated]` and `#[allow]` are taken.
///
/// In the braces, in any order:
///
/// | part | value |
/// | --- | --- |
/// | `permission` | the leaf a caller must hold; the one part that is required |
/// | `data` | the loader: a closure, or an `async` closure, of two references: the application state and the input. It gives `Option<Row>` or `Result<Option<Row>, E>`, where `Row` is the row type of the permission's resource |
/// | `input` | the input type; with `data` it can be left out, since the loader says it; with neither the operation takes no input |
/// | `results` | the leaf that each result row is filtered by |
/// | `meta` | `{ risk: .., effects: [..], title: ".." }`, each optional. Risks are `low`, `medium`, `high`, `critical`; effects `read`, `write`, `delete`, `send`, `spend`, `external`; a title has 1 to 200 visible characters |
///
/// In a loader `return` and `?` leave the loader; where the compiler cannot tell the error's type, say
/// what the closure returns: `async |app: &App, input: &Id| -> Result<Option<Row>, MyError> { … }`. The
/// future of an `async` loader has to be `Send`.
///
/// # An operation without a row
///
/// A leaf whose resource has a row type may stand in an entry without `data`: there is no row to decide
/// on then, so a conditional allow does not match, a conditional deny does, and nothing says whose
/// tenant's it is. (With `results` it is a list: it is decided on whether any row might be granted, and
/// its rows are filtered.) For an action that makes a row, such as `createInvoice`, load what it is made
/// in and put the leaf there (`customer: Customer { bill }`), or use a leaf of a resource without a row
/// type.
///
/// Every fault is reported in one build, and every handle is declared all the same.
#[proc_macro]
pub fn define_operations(input: TokenStream) -> TokenStream {
    permdock_macros_core::define_operations(input.into()).into()
}
