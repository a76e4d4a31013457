//! Output for people: a hundred columns, in colour where the terminal has it.
//!
//! Styles are written always; the stream that `main` opens takes them out where they do not belong
//! (a pipe, a file, `NO_COLOR`).

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use permdock::Outcome;

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const WAITS: Style = AnsiColor::Yellow.on_default().bold();
const HEAD: Style = AnsiColor::Cyan.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default();
const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const PLAIN: Style = Style::new();

/// The widest line.
const WIDTH: usize = 100;
/// Where a call stands: behind the longest outcome.
const CALL: usize = 21;
/// Where the text of a fact stands, behind its name.
const FACT: usize = CALL + 9;

/// Writes to a terminal or a pipe.
pub(crate) struct Show<'w> {
    out: &'w mut dyn Write,
}

/// A cell of a table: its text, and how it looks.
pub(crate) struct Cell(String, Style);

impl Cell {
    fn width(&self) -> usize {
        self.0.chars().count()
    }

    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self(text.into(), PLAIN)
    }

    pub(crate) fn bold(text: impl Into<String>) -> Self {
        Self(text.into(), BOLD)
    }

    pub(crate) fn outcome(outcome: Outcome) -> Self {
        Self(outcome.to_string(), style(outcome))
    }

    pub(crate) fn risk(risk: Option<permdock::Risk>) -> Self {
        use permdock::Risk::{Critical, High, Low, Medium};
        let style = match risk {
            Some(Critical) => BAD,
            Some(High) => WAITS,
            Some(Low | Medium) | None => PLAIN,
        };
        Self(risk.map_or("-", permdock::Risk::as_str).to_owned(), style)
    }
}

fn style(outcome: Outcome) -> Style {
    match outcome {
        Outcome::Granted => GOOD,
        Outcome::Denied(_) => BAD,
        Outcome::ApprovalRequired => WAITS,
    }
}

impl<'w> Show<'w> {
    pub(crate) fn new(out: &'w mut dyn Write) -> Self {
        Self { out }
    }

    /// A heading across the page, and what it is about.
    pub(crate) fn section(&mut self, title: &str, about: &str) -> io::Result<()> {
        let rule = "─".repeat(WIDTH.saturating_sub(title.chars().count() + 4));
        writeln!(self.out, "\n{HEAD}── {title} {rule}{HEAD:#}")?;
        self.text(about)
    }

    /// A paragraph.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        for line in wrapped(text, WIDTH) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// An empty line.
    pub(crate) fn blank(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// Text for another program, as it is.
    pub(crate) fn plain(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", text.trim_end())
    }

    /// The outcome of one call, and what was called.
    pub(crate) fn outcome(&mut self, outcome: Outcome, call: &str) -> io::Result<()> {
        let style = style(outcome);
        let word = format!("{outcome:<width$}", width = CALL - 2);
        self.hanging(&format!("  {style}{word}{style:#}"), CALL, call, BOLD)
    }

    /// Something known of the call above.
    pub(crate) fn fact(&mut self, name: &str, text: &str) -> io::Result<()> {
        let space = " ".repeat(CALL);
        let name = format!("{name:<width$}", width = FACT - CALL);
        self.hanging(&format!("{space}{DIM}{name}{DIM:#}"), FACT, text, PLAIN)
    }

    /// Lines as they are, behind a margin: a text that somebody else sees.
    pub(crate) fn quote(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            let mut margin = 1;
            for part in wrapped(line, WIDTH - 8) {
                let indent = if part.is_empty() { 0 } else { margin };
                writeln!(self.out, "  {DIM}|{DIM:#}{:indent$}{part}", "")?;
                margin = 5;
            }
        }
        Ok(())
    }

    /// A sentence of its own, about what stands around it.
    pub(crate) fn remark(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out)?;
        for line in wrapped(text, WIDTH - 2) {
            writeln!(self.out, "  {NOTE}{line}{NOTE:#}")?;
        }
        Ok(())
    }

    /// A table. The text of the last column goes on below itself where it is too long.
    pub(crate) fn table(&mut self, heads: &[&str], rows: &[Vec<Cell>]) -> io::Result<()> {
        let heads = heads.iter().map(|head| Cell(head.to_uppercase(), DIM));
        let heads: Vec<_> = heads.collect();
        let rows = || std::iter::once(&heads).chain(rows);
        let widths: Vec<usize> = (0..heads.len())
            .map(|column| {
                let cells = rows().filter_map(|row| row.get(column));
                cells.map(Cell::width).max().unwrap_or(0)
            })
            .collect();
        for row in rows() {
            let mut lead = String::new();
            let mut column = 0;
            let (mut cells, mut widths) = (row.iter().peekable(), widths.iter());
            while let (Some(cell), Some(width)) = (cells.next(), widths.next()) {
                lead.push_str("  ");
                column += 2;
                let Cell(text, style) = cell;
                if cells.peek().is_none() {
                    self.hanging(&lead, column, text, *style)?;
                } else {
                    let gap = width - cell.width();
                    lead.push_str(&format!("{style}{text}{style:#}{:gap$}", ""));
                    column += width;
                }
            }
        }
        Ok(())
    }

    /// Behind `lead`, which is `column` wide, the text; its further lines stand below its first.
    fn hanging(&mut self, lead: &str, column: usize, text: &str, style: Style) -> io::Result<()> {
        if text.is_empty() {
            return writeln!(self.out, "{}", lead.trim_end());
        }
        let margin = " ".repeat(column);
        let mut lead = lead;
        for line in wrapped(text, WIDTH - column) {
            writeln!(self.out, "{lead}{style}{line}{style:#}")?;
            lead = &margin;
        }
        Ok(())
    }
}

/// The text in lines of at most this width, broken behind a space or between the members of a JSON
/// object, and elsewhere only where there is no such place. There is always one line.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in words(text) {
        if length > 0 && length + word.trim_end().chars().count() > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        for letter in word.chars() {
            if length >= width && letter != ' ' {
                lines.push(std::mem::take(&mut line));
                length = 0;
            }
            line.push(letter);
            length += 1;
        }
    }
    lines.push(line);
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

/// The text cut behind each place where a line may end.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let space = rest.find(' ').map(|place| place + 1);
        let member = rest.find(",\"").map(|place| place + 1);
        let end = [space, member, Some(rest.len())]
            .into_iter()
            .flatten()
            .min()?;
        let (word, behind) = rest.split_at_checked(end)?;
        rest = behind;
        (!word.is_empty()).then_some(word)
    })
}

/// A name with all that it is shown beside, such as a call with its input.
pub(crate) fn call(name: &str, input: &str) -> String {
    let shown = permdock::text::visible(input.trim());
    format!("{} {shown}", permdock::text::visible(name))
        .trim_end()
        .to_owned()
}
