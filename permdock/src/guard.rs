//! Code of the application, run so that its panic becomes a value: whoever called it denies.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;

use crate::text::bounded;

/// The most of a panic's text that is kept, in characters.
const LONGEST: usize = 1000;

/// What a panic said, as far as it is text; bounded, and shown safely.
#[derive(Debug, thiserror::Error)]
#[error("panicked: {0}")]
pub(crate) struct Panicked(String);

impl Panicked {
    fn new(payload: Box<dyn Any + Send>) -> Self {
        let text = payload
            .downcast::<String>()
            .map(|text| *text)
            .or_else(|payload| {
                payload
                    .downcast::<&'static str>()
                    .map(|text| (*text).into())
            });
        let text = text.unwrap_or_else(|payload| {
            discard(payload);
            "no message".into()
        });
        Self(bounded(&text, LONGEST).into_owned())
    }
}

/// Drops what a panic carried. A payload that panics while it is dropped must not get past the
/// guard; what that second panic carries is leaked, for it may do the same again.
fn discard(payload: Box<dyn Any + Send>) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(again);
    }
}

/// Runs it. Whatever it was about to change is dropped with it, so nothing half done is seen.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(run)).map_err(Panicked::new)
}

/// Drops it; what panics while it is dropped is gone all the same.
pub(crate) fn drop_quietly<T>(value: T) {
    // There is nobody to tell but the panic hook, which has been told.
    let _ = caught(move || drop(value));
}

/// Drives the future; a panic in any of its steps ends it.
pub(crate) async fn caught_async<T>(future: impl Future<Output = T>) -> Result<T, Panicked> {
    let mut future = pin!(future);
    poll_fn(
        |context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(step) => step.map(Ok),
            Err(payload) => std::task::Poll::Ready(Err(Panicked::new(payload))),
        },
    )
    .await
}
