//! Untrusted text, shown safely: the one place that writes it for a person or a log.
//!
//! Summaries, terms, member names, reasons and the names of agents come from outside. What a person
//! approves must be what they see, so nothing in such text may hide, reorder, overwrite or start
//! markup. Two rules hold on every channel:
//!
//! - **Nothing hides.** Each control, bidirectional control, zero-width, tag, filler, variation
//!   selector, line or paragraph separator, noncharacter and blank other than U+0020 comes out as an
//!   escape that can be read: `\n`, `\r`, `\t`, or `\u{202e}`. A backslash comes out doubled, so that
//!   two different texts never show as the same: an escape in the output always stands for the
//!   character, never for its spelling in the input.
//! - **Nothing is lost.** Text is shown in full. Only [`bounded`] cuts, and it says so in a way that
//!   no input can imitate.
//!
//! [`show`] adds what the channel itself needs. For Slack's `rich_text` elements and an Adaptive
//! Card's `TextRun`, which know no markup, use [`Channel::Text`]; an Adaptive Card's `TextBlock`
//! reads Markdown and cannot show a text literally.

mod hidden;

use std::borrow::Cow;
use std::fmt::Write as _;

use hidden::is_hidden;

/// Where a text is going to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Channel {
    /// A terminal, a log line, plain mail, JSON lines, or a host's element without markup.
    Text,
    /// The text or a quoted attribute of an HTML page or mail; never inside `<script>` or `<style>`.
    Html,
    /// The subject of a mail, or the value of any other unstructured header.
    MailSubject,
    /// A Slack `mrkdwn` text. Comes out as a code span, the one place where Slack formats nothing.
    Slack,
    /// CommonMark, outside tables. Comes out as a code span, in which nothing is markup.
    Markdown,
}

/// The text as it is written on this channel, on one line and in full.
///
/// ```
/// use permdock::text::{Channel, show};
///
/// assert_eq!(show(Channel::Text, "pay\u{202e}100"), r"pay\u{202e}100");
/// assert_eq!(show(Channel::Html, "<b>"), "&lt;b&gt;");
/// assert_eq!(show(Channel::Slack, "<!channel>"), "`&lt;!channel&gt;`");
/// ```
#[must_use]
pub fn show(channel: Channel, text: &str) -> Cow<'_, str> {
    match channel {
        Channel::Text => visible(text),
        Channel::Html => html(text),
        Channel::MailSubject => mail_subject(text),
        Channel::Slack => Cow::Owned(slack(text)),
        Channel::Markdown => Cow::Owned(markdown(text)),
    }
}

/// The text on one line, with everything hidden spelled out; borrowed if there is nothing to spell.
///
/// ```
/// use permdock::text::visible;
///
/// assert_eq!(visible("Invoice 7"), "Invoice 7");
/// assert_eq!(visible("a\u{1b}[2Jb\n"), r"a\u{1b}[2Jb\n");
/// assert_eq!(visible(r"\n"), r"\\n");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    escape(text, |c| {
        (c == '\\' || is_hidden(c)).then_some(Spelling::Escape)
    })
}

/// The text line by line, each as [`visible`] shows it; for a block of several lines.
///
/// Split at line feeds only. Put a margin of your own before each line: otherwise a text can
/// imitate the lines around it.
///
/// ```
/// use permdock::text::lines;
///
/// let shown: Vec<_> = lines("one\ntwo\r\n").collect();
/// assert_eq!(shown, ["one", r"two\r", ""]);
/// ```
pub fn lines(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    text.split('\n').map(visible)
}

/// [`visible`], and safe as HTML text or within a quoted attribute's value.
#[must_use]
pub fn html(text: &str) -> Cow<'_, str> {
    escape(text, |c| match c {
        '&' => Some(Spelling::As("&amp;")),
        '<' => Some(Spelling::As("&lt;")),
        '>' => Some(Spelling::As("&gt;")),
        '"' => Some(Spelling::As("&quot;")),
        '\'' => Some(Spelling::As("&#39;")),
        '`' => Some(Spelling::As("&#96;")),
        c => (c == '\\' || is_hidden(c)).then_some(Spelling::Escape),
    })
}

/// [`visible`], and safe as a mail's subject.
///
/// One line, so that no header can be added; and without the `=?` that starts an encoded word
/// (RFC 2047), which a mail reader would decode into whatever it hides. Letters outside ASCII
/// stay: the mail library encodes them.
#[must_use]
pub fn mail_subject(text: &str) -> Cow<'_, str> {
    let mut last = ' ';
    escape(text, |c| {
        let encoded_word = last == '=' && c == '?';
        last = c;
        (encoded_word || c == '\\' || is_hidden(c)).then_some(Spelling::Escape)
    })
}

/// As [`visible`] shows the first `max` characters; if there are more, it ends by saying how many
/// there were. For logs and events only: what a person decides on is shown in full.
///
/// The mark of a cut is a backslash before `…`, which [`visible`] gives for no input.
///
/// ```
/// use permdock::text::bounded;
///
/// assert_eq!(bounded("abc", 3), "abc");
/// assert_eq!(bounded("abcde", 3), r"abc\… (3 of 5 characters)");
/// ```
#[must_use]
pub fn bounded(text: &str, max: usize) -> Cow<'_, str> {
    let Some((cut, _)) = text.char_indices().nth(max) else {
        return visible(text);
    };
    let (kept, rest) = text.split_at_checked(cut).unwrap_or((text, ""));
    let all = max.saturating_add(rest.chars().count());
    let mut shown = visible(kept).into_owned();
    // Writing to a string cannot fail.
    let _ = write!(shown, "\\… ({max} of {all} characters)");
    Cow::Owned(shown)
}

/// As [`visible`] shows it, in quotes, with its own quotes escaped: its end is where it seems to be.
///
/// ```
/// use permdock::text::quoted;
///
/// assert_eq!(quoted(r#"a" b"#), r#""a\" b""#);
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for (place, part) in text.split('"').enumerate() {
        out.push_str(if place == 0 { "" } else { "\\\"" });
        out.push_str(&visible(part));
    }
    out.push('"');
    out
}

/// A text that is JSON already, with every hidden character in its strings as JSON's own escape: the
/// same value when read, and nothing hidden when looked at.
pub(crate) fn json_line(json: &str) -> Cow<'_, str> {
    // The other controls and the line ends are escaped by whoever wrote the JSON.
    let hidden = |c: char| c == '\x7f' || !c.is_ascii() && is_hidden(c);
    if !json.chars().any(hidden) {
        return Cow::Borrowed(json);
    }
    let mut line = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(line, "\\u{unit:04x}");
            }
        } else {
            line.push(c);
        }
    }
    Cow::Owned(line)
}

/// A Slack code span. Slack asks for `&`, `<` and `>` as entities, wherever the text stands; the
/// backtick, which would end the span and has no entity, is spelled out.
fn slack(text: &str) -> String {
    let inner = escape(text, |c| match c {
        '&' => Some(Spelling::As("&amp;")),
        '<' => Some(Spelling::As("&lt;")),
        '>' => Some(Spelling::As("&gt;")),
        c => (c == '`' || c == '\\' || is_hidden(c)).then_some(Spelling::Escape),
    });
    format!("`{inner}`")
}

/// A code span as in CommonMark 0.31, section 6.1: fenced by one backtick more than the longest run
/// inside, and padded by the one space on each side that a reader takes away again.
fn markdown(text: &str) -> String {
    let inner = visible(text);
    let fence = "`".repeat(longest_run(&inner, '`') + 1);
    format!("{fence} {inner} {fence}")
}

fn longest_run(text: &str, of: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// How one character is written when it may not stand for itself.
enum Spelling {
    /// By the escape that names it.
    Escape,
    /// By the channel's own spelling.
    As(&'static str),
}

/// Writes the text with some characters spelled otherwise; borrows it if there are none.
fn escape(text: &str, mut spelling: impl FnMut(char) -> Option<Spelling>) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    for (at, c) in text.char_indices() {
        let Some(spelling) = spelling(c) else {
            continue;
        };
        out.push_str(text.get(copied..at).unwrap_or_default());
        copied = at + c.len_utf8();
        match (spelling, c) {
            (Spelling::As(spelled), _) => out.push_str(spelled),
            (Spelling::Escape, '\\') => out.push_str(r"\\"),
            (Spelling::Escape, '\n') => out.push_str(r"\n"),
            (Spelling::Escape, '\r') => out.push_str(r"\r"),
            (Spelling::Escape, '\t') => out.push_str(r"\t"),
            // Writing to a string cannot fail.
            (Spelling::Escape, c) => drop(write!(out, "\\u{{{:x}}}", u32::from(c))),
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

#[cfg(test)]
mod tests;
