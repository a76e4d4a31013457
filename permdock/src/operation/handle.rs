//! What the macro implements for each entry: the typed side of the table.

use std::error::Error as StdError;
use std::future::Future;
use std::pin::Pin;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Operation;
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

#[diagnostic::do_not_recommend]
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
    const ENTRIES: &'static [Operation<Self::App>];
}

/// The typed handle of one operation, such as `operations::sendInvoice`.
///
/// A zero-sized value whose type carries the input, the permission and the row; it is named wherever
/// it is used, so it need not be `Copy`. Only
/// [`define_operations!`](crate::define_operations) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operation",
    label = "expected a handle declared by `define_operations!`",
    note = "name the handle, such as `operations::sendInvoice`"
)]
pub trait Handle: Send + Sync + 'static {
    /// The table that declares the operation.
    type Table: Table;
    /// The leaf a caller must hold.
    type Permission: Leaf;
    /// What the operation takes.
    type Input: Input;
    /// [`Loaded`] for an entry with `data`, else [`NoData`].
    #[doc(hidden)]
    type Data: Data<RowOf<Self>>;

    /// The entry's place in its table.
    #[doc(hidden)]
    const __PLACE: usize;

    /// The operation as data.
    #[expect(
        clippy::indexing_slicing,
        reason = "evaluated while compiling, with a place the macro counted"
    )]
    const OPERATION: &'static Operation<<Self::Table as Table>::App> =
        &<Self::Table as Table>::ENTRIES[Self::__PLACE];

    /// Loads the row that the permission is decided on.
    #[doc(hidden)]
    fn __load<'a>(_app: &'a AppOf<Self>, _input: &'a Self::Input) -> Loading<'a, RowOf<Self>> {
        Loading::Nothing
    }
}

/// What a granted call holds beside its input: a row of the type `R`, or nothing.
#[doc(hidden)]
pub trait Data<R>: Sized + Send + Sync + 'static {
    /// Whether there is a row to load.
    const LOADS: bool;
    /// Takes what was loaded; `None` when a row is due and there is none.
    fn take(row: Option<R>) -> Option<Self>;
}

/// A call whose operation loads the row it is decided on: its entry has `data`.
#[diagnostic::on_unimplemented(
    message = "this operation loads no row",
    label = "the operation's entry has no `data`",
    note = "add `data: |app: &App, input: &Input| …` to its entry in `define_operations!`"
)]
pub trait HasRow<R>: Data<R> {
    /// The row.
    #[doc(hidden)]
    fn row(&self) -> &R;
    /// The row, owned.
    #[doc(hidden)]
    fn into_row(self) -> R;
}

/// The row of an entry with `data`.
#[doc(hidden)]
pub struct Loaded<L: Leaf>(L::Row);

/// The want of a row of an entry without `data`, whose permission may have one all the same.
#[doc(hidden)]
pub struct NoData;

impl<L: RowLeaf> Data<L::Row> for Loaded<L> {
    const LOADS: bool = true;

    fn take(row: Option<L::Row>) -> Option<Self> {
        row.map(Self)
    }
}

impl<L: RowLeaf> HasRow<L::Row> for Loaded<L> {
    fn row(&self) -> &L::Row {
        &self.0
    }

    fn into_row(self) -> L::Row {
        self.0
    }
}

impl<R> Data<R> for NoData {
    const LOADS: bool = false;

    fn take(_: Option<R>) -> Option<Self> {
        Some(Self)
    }
}

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

/// The input type of an operation: `OperationInput<operations::sendInvoice>`.
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
    note = "return `None` (or `Ok(None)`) when there is no such row; an error `E` is anything that turns into `Box<dyn Error + Send + Sync>`",
    note = "a loader that waits is an `async` closure: `async |app: &App, input: &Input| ..`"
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

#[diagnostic::do_not_recommend]
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
