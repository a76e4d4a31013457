//! One call in hand: the typed input and, once loaded, the row; and its form without types, which
//! the table's entries point at.

use std::any::Any;

use super::handle::{AppOf, Handle, LoadResult, Loading, RowOf};
use super::{InputFault, admit, canonical_input};
use crate::canon::Limits;

/// The input of one call and the row it is decided on, loaded at most once.
pub(crate) struct HeldCall<O: Handle> {
    pub(crate) input: O::Input,
    pub(crate) row: Option<RowOf<O>>,
}

impl<O: Handle> HeldCall<O> {
    pub(crate) fn new(input: O::Input) -> Self {
        Self { input, row: None }
    }
}

/// A call whose types are forgotten: what it was given, and what was loaded for it.
pub(crate) trait AnyCall: Send + Sync {
    fn row(&self) -> Option<&(dyn Any + Send + Sync)>;
    fn input(&self) -> &(dyn Any + Send + Sync);
    fn canonical_input(&self) -> Result<String, InputFault>;
}

/// A [`HeldCall`] whose operation was found by name.
pub(crate) trait ErasedCall<App>: AnyCall {
    /// Starts the entry's loader; the row, if there is one, is kept here.
    fn load<'a>(&'a mut self, app: &'a App) -> Loading<'a, ()>;
}

impl<O: Handle> AnyCall for HeldCall<O> {
    fn row(&self) -> Option<&(dyn Any + Send + Sync)> {
        self.row.as_ref().map(|row| row as _)
    }

    fn input(&self) -> &(dyn Any + Send + Sync) {
        &self.input
    }

    fn canonical_input(&self) -> Result<String, InputFault> {
        canonical_input(&self.input)
    }
}

impl<O: Handle> ErasedCall<AppOf<O>> for HeldCall<O> {
    fn load<'a>(&'a mut self, app: &'a AppOf<O>) -> Loading<'a, ()> {
        let Self { input, row } = self;
        match O::__load(app, input) {
            Loading::Nothing => Loading::Nothing,
            Loading::Ready(answer) => Loading::Ready(keep(row, answer)),
            Loading::Later(future) => {
                Loading::Later(Box::pin(async move { keep(row, future.await) }))
            }
        }
    }
}

fn keep<R>(place: &mut Option<R>, answer: LoadResult<R>) -> LoadResult<()> {
    answer.map(|row| {
        *place = row;
        place.as_ref().map(|_| ())
    })
}

/// Reads raw JSON into the input type of one operation.
pub(crate) type Read<App> = fn(&[u8], &Limits) -> Result<Box<dyn ErasedCall<App>>, InputFault>;

/// What an entry of the table points at: its types are known in here only.
pub(crate) fn read<O: Handle>(
    raw: &[u8],
    limits: &Limits,
) -> Result<Box<dyn ErasedCall<AppOf<O>>>, InputFault> {
    let input = admit(raw, limits)?;
    Ok(Box::new(HeldCall::<O>::new(input)))
}
