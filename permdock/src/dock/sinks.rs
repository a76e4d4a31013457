//! Sinks that are ready to use.

use std::fmt;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

use super::event::{Event, Sink};
use crate::guard::caught;
use crate::text::json_line;

/// Writes each decision as one line of JSON, with the time as `at` in milliseconds since 1970.
///
/// The writer is called with one whole line at a time and flushed behind it. Values are exact; a
/// character that would hide in a log stands as JSON's own escape.
pub struct JsonLines<W> {
    writer: Mutex<W>,
    lost: AtomicU64,
}

#[derive(Serialize)]
struct Line<'a> {
    at: u64,
    #[serde(flatten)]
    event: &'a Event<'a>,
}

impl<W: Write + Send> JsonLines<W> {
    /// Writes to this.
    pub fn new(writer: W) -> Self {
        Self {
            writer: Mutex::new(writer),
            lost: AtomicU64::new(0),
        }
    }

    /// How many decisions the writer failed to take. They were decided all the same.
    pub fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }

    fn write(&self, event: &Event<'_>) -> std::io::Result<()> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let at = now.map_or(0, |since| {
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        });
        let line = serde_json::to_string(&Line { at, event })?;
        let mut line = json_line(&line).into_owned();
        line.push('\n');
        // A writer that panicked once may work again; each line is whole.
        let mut writer = self
            .writer
            .lock()
            .unwrap_or_else(|broken| broken.into_inner());
        writer.write_all(line.as_bytes())?;
        writer.flush()
    }
}

impl<W: Write + Send> Sink for JsonLines<W> {
    fn record(&self, event: &Event<'_>) {
        // A writer that panics has lost the line as well.
        if !matches!(caught(|| self.write(event)), Ok(Ok(()))) {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl<W> fmt::Debug for JsonLines<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonLines")
            .field("lost", &self.lost)
            .finish_non_exhaustive()
    }
}

/// Emits each decision through `tracing`, under the target `permdock`: a denial as a warning, all
/// else as information. Ids are shown as [`text::visible`](crate::text::visible) shows them.
#[cfg(feature = "tracing")]
#[derive(Debug, Clone, Copy, Default)]
pub struct Tracing;

#[cfg(feature = "tracing")]
impl Sink for Tracing {
    fn record(&self, event: &Event<'_>) {
        use crate::policy::Outcome;
        use crate::text::visible;

        macro_rules! emit {
            ($level:ident) => {
                tracing::$level!(
                    target: "permdock",
                    outcome = event.outcome.as_str(),
                    reason = event.outcome.reason().map(|reason| reason.as_str()),
                    operation = event.operation,
                    permission = event.permission,
                    principal = event.caller.id().map(visible).as_deref(),
                    tenant = event.caller.tenant_id().map(visible).as_deref(),
                    actor = event.caller.actor().map(|actor| visible(actor.id())).as_deref(),
                    request = event.request,
                    source = event.source.as_str(),
                    detail = event.detail,
                    rows = event.counts.map(|counts| counts.rows),
                    kept = event.counts.map(|counts| counts.kept),
                    "decision"
                )
            };
        }
        match event.outcome {
            Outcome::Denied(_) => emit!(warn),
            Outcome::Granted | Outcome::ApprovalRequired => emit!(info),
        }
    }
}
