//! A prompt as HTML: inline styles, no script, nothing loaded from anywhere, so that it reads the
//! same in a mail and in a page.

use super::{ApprovalPrompt, words};
use crate::operation::Risk;
use crate::text::{Channel, show};

/// Text from outside, with every character visible.
fn text(raw: &str) -> String {
    show(Channel::Html, raw).into_owned()
}

/// Text whose characters were made visible when it was put together: markup is all that is left to
/// escape.
fn shown(raw: &str) -> String {
    raw.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

const CARD: &str = "font:15px/1.5 system-ui,sans-serif;color:#1b1f24;background:#fff;max-width:640px;border:1px solid #d5dae1;border-radius:8px;padding:20px 24px";
const NAME: &str = "text-align:left;vertical-align:top;padding:3px 16px 3px 0;color:#57606a;font-weight:500;white-space:nowrap";
const VALUE: &str = "vertical-align:top;padding:3px 0;overflow-wrap:anywhere;white-space:pre-wrap;unicode-bidi:isolate";
const TERM: &str = "font-family:ui-monospace,monospace;font-size:14px";
const BUTTON: &str = "display:inline-block;background:#0b57d0;color:#fff;text-decoration:none;border-radius:6px;padding:9px 18px;font-weight:600";

/// The colours of a risk, each with enough contrast on its own ground; the word says it too.
fn badge(risk: Option<Risk>) -> String {
    let (ground, ink, word) = match risk {
        None => ("#eaeef2", "#424a53", "risk not stated".to_owned()),
        Some(risk) => {
            let (ground, ink) = match risk {
                Risk::Low => ("#dafbe1", "#0a5a24"),
                Risk::Medium => ("#fff3c4", "#6b4d00"),
                Risk::High => ("#ffe0cc", "#8a2c00"),
                Risk::Critical => ("#ffd7d9", "#8e0b16"),
            };
            (ground, ink, format!("{risk} risk"))
        }
    };
    format!(
        "<span style=\"background:{ground};color:{ink};border-radius:12px;padding:2px 10px;font-size:13px;font-weight:600\">{word}</span>"
    )
}

fn row(name: &str, value: &str, style: &str) -> String {
    format!(
        "<tr><th scope=\"row\" style=\"{NAME}\">{name}</th><td style=\"{VALUE};{style}\">{value}</td></tr>\n"
    )
}

pub(super) fn fragment(prompt: &ApprovalPrompt) -> String {
    let mut html = format!(
        "<section style=\"{CARD}\">\n<p style=\"margin:0 0 4px;color:#57606a\">Approval needed</p>\n<h2 style=\"margin:0 0 8px;font-size:20px\">{}</h2>\n<p style=\"margin:0 0 12px\">{}</p>\n<table style=\"border-collapse:collapse\">\n",
        text(prompt.title),
        badge(prompt.risk),
    );
    for (name, value) in prompt.facts() {
        html.push_str(&row(name, &shown(&value), ""));
    }
    html.push_str(&format!(
        "</table>\n<h3 style=\"margin:16px 0 4px;font-size:15px\">{}</h3>\n",
        words::TERMS
    ));
    if prompt.terms.is_empty() {
        html.push_str("<p style=\"margin:0\">none</p>\n");
    } else {
        html.push_str("<table style=\"border-collapse:collapse\">\n");
        for term in &prompt.terms {
            html.push_str(&row(&shown(&term.name), &shown(&term.value), TERM));
        }
        html.push_str("</table>\n");
    }
    if let Some(link) = &prompt.link {
        html.push_str(&format!(
            "<p style=\"margin:20px 0 6px\"><a href=\"{}\" style=\"{BUTTON}\">{}</a></p>\n<p style=\"margin:0;color:#57606a\">{}</p>\n",
            text(link),
            words::DECIDE,
            words::OPENING,
        ));
    }
    html.push_str("</section>\n");
    html
}

pub(super) fn document(prompt: &ApprovalPrompt) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>Approval needed: {}</title>\n</head>\n<body style=\"margin:0;padding:24px;background:#f6f8fa\">\n{}</body>\n</html>\n",
        text(prompt.title),
        fragment(prompt),
    )
}
