//! One call in hand: the typed input and, once loaded, the row; and its form without types, which
//! the table's entries point at.

use std::any::Any;
use std::marker::PhantomData;

use super::handle::{AppOf, Handle, Loading, RowOf};
use super::{InputFault, Schema, Table, admit, canonical_input};

/// The input of one call and the row it is decided on, loaded at most once.
pub(crate) struct HeldCall<O: Handle> {
    pub(crate) input: O::Input,
    pub(crate) row: Option<RowOf<O>>,
}

impl<O: Handle> HeldCall<O> {
    pub(crate) fn new(input: O::Input) -> Self {
        Self { input, row: None }
    }

    /// Starts the entry's loader; the row, if there is one, ends up in `self.row`.
    pub(crate) fn load<'a>(&'a mut self, app: &'a AppOf<O>) -> Loading<'a, ()> {
        let Self { input, row } = self;
        match O::__load(app, input) {
            Loading::Nothing => Loading::Nothing,
            Loading::Ready(answer) => Loading::Ready(keep(row, answer)),
            Loading::Later(future) => {
                Loading::Later(Box::pin(async move { keep(row, future.await) }))
            }
        }
    }

    /// The row without its type.
    pub(crate) fn row(&self) -> Option<&(dyn Any + Send + Sync)> {
        self.row.as_ref().map(|row| row as _)
    }
}

fn keep<R>(
    place: &mut Option<R>,
    answer: super::handle::LoadResult<R>,
) -> super::handle::LoadResult<()> {
    answer.map(|row| {
        *place = row;
        place.as_ref().map(|_| ())
    })
}

/// A [`HeldCall`] whose operation was found by name.
pub(crate) trait ErasedCall<App>: Send + Sync {
    fn load<'a>(&'a mut self, app: &'a App) -> Loading<'a, ()>;
    fn row(&self) -> Option<&(dyn Any + Send + Sync)>;
    fn input(&self) -> &(dyn Any + Send + Sync);
    fn canonical_input(&self) -> Result<String, InputFault>;
}

impl<O: Handle> ErasedCall<AppOf<O>> for HeldCall<O> {
    fn load<'a>(&'a mut self, app: &'a AppOf<O>) -> Loading<'a, ()> {
        self.load(app)
    }

    fn row(&self) -> Option<&(dyn Any + Send + Sync)> {
        self.row()
    }

    fn input(&self) -> &(dyn Any + Send + Sync) {
        &self.input
    }

    fn canonical_input(&self) -> Result<String, InputFault> {
        canonical_input(&self.input)
    }
}

/// What an entry of the table can do without its types being known.
pub(crate) trait Dispatch<App>: Send + Sync {
    /// Reads raw JSON into the operation's input type.
    fn read(&self, raw: &[u8]) -> Result<Box<dyn ErasedCall<App>>, InputFault>;
    fn schema(&self) -> Option<Schema>;
}

struct Entry<O>(PhantomData<fn() -> O>);

impl<O: Handle> Dispatch<AppOf<O>> for Entry<O> {
    fn read(&self, raw: &[u8]) -> Result<Box<dyn ErasedCall<AppOf<O>>>, InputFault> {
        let input = admit(raw, &crate::canon::Limits::default())?;
        Ok(Box::new(HeldCall::<O>::new(input)))
    }

    fn schema(&self) -> Option<Schema> {
        // Whether or not the entry names it, and without the feature `schema` too.
        if std::any::TypeId::of::<O::Input>() == std::any::TypeId::of::<super::NoInput>() {
            return Some(super::NoInput::schema());
        }
        O::__schema()
    }
}

pub(crate) const fn dispatch<O: Handle>() -> &'static dyn Dispatch<<O::Table as Table>::App> {
    &Entry::<O>(PhantomData)
}
