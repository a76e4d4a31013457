//! Conditions on (caller, row), kept without their types and asked with them.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::caller::Caller;
use crate::guard::caught;

/// What came of asking a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Held {
    Yes,
    No,
    /// It panicked, or the row is of another type. An allow reads it as no, a deny as yes.
    Failed,
}

/// A condition whose row type is known at run time only.
pub(crate) trait Condition: Send + Sync + 'static {
    fn holds(&self, caller: &Caller, row: &(dyn Any + Send + Sync)) -> Held;

    /// Puts the condition into `place` if that is an `Option<Arc<dyn RowCondition<R>>>` of the
    /// condition's own row type.
    fn typed(&self, place: &mut dyn Any);
}

/// A condition on rows of the type `R`.
pub(crate) trait RowCondition<R>: Send + Sync {
    /// Asks for every row that is still marked and sets its mark to the answer, or to `on_panic`.
    fn sift(&self, caller: &Caller, rows: &[R], marks: &mut [bool], on_panic: bool);
}

/// Finds the typed condition, once for many rows.
pub(crate) fn typed<R: 'static>(condition: &dyn Condition) -> Option<Arc<dyn RowCondition<R>>> {
    let mut place: Option<Arc<dyn RowCondition<R>>> = None;
    condition.typed(&mut place);
    place
}

/// Wraps a closure.
pub(crate) fn condition<R, F>(holds: F) -> impl Condition
where
    R: Send + Sync + 'static,
    F: Fn(&Caller, &R) -> bool + Send + Sync + 'static,
{
    Closure {
        holds: Arc::new(holds),
        row: PhantomData::<fn(R)>,
    }
}

struct Closure<R, F> {
    holds: Arc<F>,
    row: PhantomData<fn(R)>,
}

impl<R, F> Condition for Closure<R, F>
where
    R: Send + Sync + 'static,
    F: Fn(&Caller, &R) -> bool + Send + Sync + 'static,
{
    #[inline]
    fn holds(&self, caller: &Caller, row: &(dyn Any + Send + Sync)) -> Held {
        let Some(row) = row.downcast_ref::<R>() else {
            return Held::Failed;
        };
        match caught(|| (self.holds)(caller, row)) {
            Ok(true) => Held::Yes,
            Ok(false) => Held::No,
            Err(_) => Held::Failed,
        }
    }

    fn typed(&self, place: &mut dyn Any) {
        if let Some(place) = place.downcast_mut::<Option<Arc<dyn RowCondition<R>>>>() {
            *place = Some(Arc::new(Sieve(Arc::clone(&self.holds))));
        }
    }
}

struct Sieve<F>(Arc<F>);

impl<R, F> RowCondition<R> for Sieve<F>
where
    F: Fn(&Caller, &R) -> bool + Send + Sync + 'static,
{
    /// One guard around the whole loop: a panic is charged to the row at which it happened, and
    /// the loop goes on behind it.
    fn sift(&self, caller: &Caller, rows: &[R], marks: &mut [bool], on_panic: bool) {
        let mut pairs = rows.iter().zip(marks.iter_mut());
        let mut current: Option<&mut bool> = None;
        loop {
            let ran = caught(|| {
                for (row, mark) in pairs.by_ref().filter(|(_, mark)| **mark) {
                    let mark = current.insert(mark);
                    **mark = (self.0)(caller, row);
                }
            });
            match (ran, current.take()) {
                (Err(_), Some(mark)) => *mark = on_panic,
                _ => return,
            }
        }
    }
}
