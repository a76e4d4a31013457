//! What the macro implements for each entry: the typed side of the table.

use std::error::Error as StdError;
use std::future::Future;
use std::pin::Pin;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Operation, Schema};
use crate::permission::{Leaf, PermissionSet, RowLeaf};

/// What an operation takes: any owned value that serde can write and read back.
///
/// Implemented for every such type. Reading back what was written must give the same value: what a
/// person approves, what is hashed and what runs all come from the written form.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an operation's input",
    label = "this input type cannot be written and read back",
    note = "an input type is `Serialize + DeserializeOwned + Send + Sync + 'static`; derive `serde::Serialize` and `serde::Deserialize`"
)]
pub trait Input: Serialize + DeserializeOwned + Send + Sync + 'static {}

impl<T: Serialize + DeserializeOwned + Send + Sync + 'static> Input for T {}

/// One table as a type: its application state and its entries.
///
/// Only [`define_operations!`](crate::define_operations) implements it.
pub trait Table: Sized + 'static {
    /// The state that loaders and handlers see.
    type App: Send + Sync + 'static;

    /// The tree that the table's leaves come from.
    const PERMISSIONS: &'static PermissionSet;

    /// The entries in the order of declaration.
    const ENTRIES: &'static [&'static Operation<Self::App>];
}

/// The typed handle of one operation, such as `operations::sendInvoice`.
///
/// A zero-sized value whose type carries the input, the permission and the row. Only
/// [`define_operations!`](crate::define_operations) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operation",
    label = "expected a handle declared by `define_operations!`",
    note = "name the handle, such as `operations::sendInvoice`"
)]
pub trait Handle: Copy + Send + Sync + 'static {
    /// The table that declares the operation.
    type Table: Table;
    /// The leaf a caller must hold.
    type Permission: Leaf;
    /// What the operation takes.
    type Input: Input;

    /// The operation as data.
    const OPERATION: &'static Operation<<Self::Table as Table>::App>;

    /// Loads the row that the permission is decided on.
    #[doc(hidden)]
    fn __load<'a>(_app: &'a AppOf<Self>, _input: &'a Self::Input) -> Loading<'a, RowOf<Self>> {
        Loading::Nothing
    }

    /// The input's JSON Schema, where its type has one.
    #[doc(hidden)]
    fn __schema() -> Option<Schema> {
        None
    }
}

/// An operation that loads the row it is decided on: an entry with `data`.
#[diagnostic::on_unimplemented(
    message = "the operation `{Self}` loads no row",
    label = "this operation has no `data`",
    note = "add `data: |app: &App, input: &Input| …` to its entry in `define_operations!`"
)]
pub trait WithData: Handle<Permission: RowLeaf> {}

/// An operation whose result rows are filtered: an entry with `results`.
#[diagnostic::on_unimplemented(
    message = "the operation `{Self}` has no results permission",
    label = "nothing says which rows a caller may see",
    note = "add `results: group::resource::leaf` to its entry in `define_operations!`"
)]
pub trait WithResults: Handle {
    /// The leaf that each result row is filtered by.
    type Results: RowLeaf;
}

/// The application state of an operation's table.
pub type AppOf<O> = <<O as Handle>::Table as Table>::App;

/// The row that an operation's permission is decided on.
pub type RowOf<O> = <<O as Handle>::Permission as Leaf>::Row;

/// The row type of an operation's results.
pub type ResultOf<O> = <<O as WithResults>::Results as Leaf>::Row;

/// The input type of an operation.
///
/// ```ignore
/// let input: OperationInput<operations::sendInvoice> = InvoiceId { id: "inv_1".into() };
/// ```
pub type OperationInput<O> = <O as Handle>::Input;

/// Why a loader gave no row. Its text goes to the event, never to the caller.
pub type LoadError = Box<dyn StdError + Send + Sync>;

/// What a loader answers.
pub type LoadResult<R> = Result<Option<R>, LoadError>;

/// A loader's answer, now or later.
#[doc(hidden)]
pub enum Loading<'a, R> {
    /// The entry has no loader.
    Nothing,
    /// A synchronous loader's answer.
    Ready(LoadResult<R>),
    /// An asynchronous loader at work.
    Later(Pin<Box<dyn Future<Output = LoadResult<R>> + Send + 'a>>),
}

/// What a loader may return for the row type `R`.
#[diagnostic::on_unimplemented(
    message = "a loader returns `Option<Row>` or `Result<Option<Row>, E>`, where `Row` is the row type of the operation's permission: `{R}`",
    label = "this loader gives `{Self}`",
    note = "return `None` (or `Ok(None)`) when there is no such row; an error `E` is anything that turns into `Box<dyn Error + Send + Sync>`"
)]
pub trait LoaderOutput<R> {
    /// The answer in its one form.
    fn into_loaded(self) -> LoadResult<R>;
}

impl<R> LoaderOutput<R> for Option<R> {
    fn into_loaded(self) -> LoadResult<R> {
        Ok(self)
    }
}

impl<R, E: Into<LoadError>> LoaderOutput<R> for Result<Option<R>, E> {
    fn into_loaded(self) -> LoadResult<R> {
        self.map_err(Into::into)
    }
}

/// Takes a synchronous loader's answer.
#[doc(hidden)]
pub fn loaded<'a, O: Handle, T: LoaderOutput<RowOf<O>>>(output: T) -> Loading<'a, RowOf<O>> {
    Loading::Ready(output.into_loaded())
}

/// Takes an asynchronous loader. The name is what the compiler shows when the future is not `Send`.
#[doc(hidden)]
pub fn an_async_loader_must_be_send<'a, O, F>(future: F) -> Loading<'a, RowOf<O>>
where
    O: Handle,
    F: Future<Output: LoaderOutput<RowOf<O>>> + Send + 'a,
{
    Loading::Later(Box::pin(async move { future.await.into_loaded() }))
}
