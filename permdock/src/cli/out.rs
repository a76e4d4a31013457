//! Writing: all at once, without a panic when nobody reads.

use std::fmt::Write as _;
use std::io::Write as _;

use anstyle::{AnsiColor, Style};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const NOTE: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const STRONG: Style = Style::new().bold();
pub(crate) const PLAIN: Style = Style::new();

/// What goes to standard output; styles are taken out where they do not belong.
#[derive(Debug, Default)]
pub(crate) struct Out {
    text: String,
}

impl Out {
    pub(crate) fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn line(&mut self, line: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    pub(crate) fn flush(&mut self) {
        // Whoever closed the pipe has read enough.
        let mut stdout = anstream::stdout().lock();
        let _ = stdout.write_all(self.text.as_bytes());
        let _ = stdout.flush();
        self.text.clear();
    }
}

/// The text in a style.
pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

pub(crate) fn error(message: &str) {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let mut stderr = anstream::stderr().lock();
    let _ = writeln!(stderr, "{ERROR}error{ERROR:#}: {message}");
}

pub(crate) fn say(message: &str) {
    let mut stderr = anstream::stderr().lock();
    let _ = writeln!(stderr, "{message}");
}

/// How many columns a line has; 100 where there is no terminal.
pub(crate) fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok();
    let columns = columns.and_then(|text| text.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    columns.or_else(terminal).unwrap_or(100).max(40)
}
