//! A fault of the source: where it is, what stands there, and the way out.

use std::fmt;
use std::path::PathBuf;
use std::rc::Rc;

use proc_macro2::Span;

/// A file that was read.
#[derive(Debug)]
pub(crate) struct Source {
    /// Its path as a person reads it: from the package's folder, with `/`.
    pub(crate) shown: String,
    /// Its text, with `\n` at the end of each line.
    pub(crate) text: String,
}

/// A place in a source.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) source: Rc<Source>,
    /// From 1; 0 for the file as a whole.
    pub(crate) line: usize,
    /// From 1, in characters.
    pub(crate) column: usize,
    /// In characters.
    pub(crate) width: usize,
}

impl Place {
    pub(crate) fn of(source: &Rc<Source>, span: Span) -> Self {
        let (start, end) = (span.start(), span.end());
        let same_line = start.line == end.line;
        Self {
            source: Rc::clone(source),
            line: start.line,
            column: start.column + 1,
            width: if same_line {
                end.column.saturating_sub(start.column).max(1)
            } else {
                1
            },
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source.shown)?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        Ok(())
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) place: Option<Place>,
    /// What to do.
    pub(crate) help: Option<String>,
}

impl Fault {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            place: None,
            help: None,
        }
    }

    pub(crate) fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// As rustc shows it.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        if let Some(place) = &self.place {
            let number = place.line.to_string();
            let margin = " ".repeat(number.len());
            write!(f, "\n{margin}--> {place}")?;
            let line = place.line.checked_sub(1);
            if let Some(line) = line.and_then(|line| place.source.text.lines().nth(line)) {
                let line = crate::text::visible(line.trim_end());
                let before = " ".repeat(place.column.saturating_sub(1));
                let carets = "^".repeat(place.width);
                write!(
                    f,
                    "\n{margin} |\n{number} | {line}\n{margin} | {before}{carets}"
                )?;
            }
        }
        if let Some(help) = &self.help {
            write!(f, "\n  = help: {help}")?;
        }
        Ok(())
    }
}

/// Everything that is wrong with the sources.
#[derive(Debug)]
pub(crate) struct Faults {
    pub(crate) all: Vec<Fault>,
    /// The files that were read all the same.
    pub(crate) files: Vec<PathBuf>,
}

impl Faults {
    pub(crate) fn new(all: Vec<Fault>, files: Vec<PathBuf>) -> Self {
        Self { all, files }
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self::new(vec![fault], Vec::new())
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, fault) in self.all.iter().enumerate() {
            if place > 0 {
                f.write_str("\n\n")?;
            }
            write!(f, "error: {fault}")?;
        }
        Ok(())
    }
}
