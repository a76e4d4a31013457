//! The decision log: a sink that keeps what it is told.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use permdock::{Event, Outcome, Sink};

use crate::show::{Cell, Show};

/// Keeps every decision. A clone is another handle to the same.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<Line>>>);

struct Line {
    source: &'static str,
    outcome: Outcome,
    operation: String,
    who: String,
    more: String,
    json: String,
}

impl Sink for Log {
    fn record(&self, event: &Event<'_>) {
        let person = event.caller.id().unwrap_or("anonymous");
        let line = Line {
            source: event.source.as_str(),
            outcome: event.outcome,
            operation: event.operation.to_owned(),
            who: match event.caller.actor() {
                Some(actor) => format!("{} for {person}", actor.id()),
                None => person.to_owned(),
            },
            more: more(event),
            // An event that cannot be written is a decision all the same.
            json: serde_json::to_string(event).unwrap_or_default(),
        };
        self.lines().push(line);
    }
}

/// What is known beside the outcome, in a few words.
fn more(event: &Event<'_>) -> String {
    let reason = event.outcome.reason().map(|reason| reason.to_string());
    let detail = event.detail.map(str::to_owned);
    let counts = event
        .counts
        .map(|counts| format!("kept {} of {} rows", counts.kept, counts.rows));
    let request = event
        .request
        .map(|id| format!("request {}", id.get(..12).unwrap_or(id)));
    let known = [reason, detail, counts, request];
    known.into_iter().flatten().collect::<Vec<_>>().join(": ")
}

impl Log {
    fn lines(&self) -> MutexGuard<'_, Vec<Line>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows every line in short.
    pub(crate) fn table(&self, show: &mut Show<'_>) -> io::Result<()> {
        let lines = self.lines();
        let rows: Vec<_> = lines
            .iter()
            .map(|line| {
                vec![
                    Cell::plain(line.source),
                    Cell::outcome(line.outcome),
                    Cell::plain(&line.operation),
                    Cell::plain(&line.who),
                    Cell::plain(&line.more),
                ]
            })
            .collect();
        show.table(
            &["source", "outcome", "operation", "who", "what else"],
            &rows,
        )
    }

    /// How many decisions there were, and how they came out.
    pub(crate) fn summary(&self) -> String {
        let lines = self.lines();
        let count = |word| {
            let same = lines.iter().filter(|line| line.outcome.as_str() == word);
            same.count()
        };
        format!(
            "{} decisions: {} granted, {} denied, {} wait for an approval.",
            lines.len(),
            count("granted"),
            count("denied"),
            count("approval-required")
        )
    }

    /// The last line, as JSON.
    pub(crate) fn last(&self) -> String {
        let lines = self.lines();
        lines
            .last()
            .map(|line| line.json.clone())
            .unwrap_or_default()
    }
}
