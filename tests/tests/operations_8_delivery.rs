//! Delivery: what an approver sees.

use permdock::{
    Actor, ApprovalPrompt, ApprovalRequest, Approvers, Caller, Delegation, Effect, PromptError,
    Risk, Verdict, approval_prompt,
};
use permdock_tests::operations::OPERATIONS;
use permdock_tests::permissions::{PERMISSIONS, billing::invoice, report};
use permdock_tests::{dock_with, policy_of, user};
use serde_json::json;

/// What the role `r` gets asked for, on every leaf.
async fn request(name: &str, input: &str, caller: &Caller) -> ApprovalRequest {
    let dock = dock_with(policy_of(|role| {
        let controller = || Approvers::role("controller");
        role.allow_with_approval(invoice::submit, controller())
            .allow_with_approval(invoice::void, controller())
            .allow_with_approval(invoice::refund, controller())
            .allow_with_approval(report::run, controller())
    }));
    match dock.decide_operation(name, input, caller).await {
        Verdict::ApprovalRequired(required) => required.request().clone(),
        other => panic!("{other:?}"),
    }
}

fn prompt(request: &ApprovalRequest) -> ApprovalPrompt {
    let operation = OPERATIONS.get(request.operation()).expect("declared");
    approval_prompt(request, operation).expect("its own operation")
}

/// A prompt for a refund whose only line has this text.
async fn prompt_with(text: &str) -> ApprovalPrompt {
    let input = json!({ "id": "inv_1", "cents": 5, "lines": [{ "sku": text }] }).to_string();
    prompt(&request("refundInvoice", &input, &user("u_3", ["r"])).await)
}

/// The prompt on every channel, each with its name.
fn channels(prompt: &ApprovalPrompt) -> [(&'static str, String); 5] {
    let mail = prompt.to_mail();
    [
        ("text", prompt.to_text()),
        ("html", prompt.to_html()),
        ("mail subject", mail.subject),
        ("mail text", mail.text),
        ("mail html", mail.html),
    ]
}

const INV_1: &str = r#"{"id":"inv_1"}"#;

#[tokio::test]
async fn a_prompt_has_the_operations_title_risk_and_effects() {
    let prompt = prompt(&request("sendInvoice", INV_1, &user("u_3", ["r"])).await);
    assert_eq!(prompt.title(), "Send invoice");
    assert_eq!(prompt.risk(), Some(Risk::High));
    assert_eq!(prompt.effects(), [Effect::Send, Effect::External]);
    for (channel, shown) in channels(&prompt) {
        assert!(shown.contains("Send invoice"), "{channel}: {shown}");
        if channel != "mail subject" {
            assert!(shown.contains("high"), "{channel}: {shown}");
            assert!(shown.contains("send, external"), "{channel}: {shown}");
            assert!(shown.contains("inv_1"), "{channel}: {shown}");
        }
    }
}

#[tokio::test]
async fn without_a_title_it_is_called_by_its_permissions_key() {
    let prompt = prompt(&request("voidInvoice", INV_1, &user("u_3", ["r"])).await);
    assert_eq!(prompt.title(), "billing.invoice.void");
    assert!(prompt.to_mail().subject.contains("billing.invoice.void"));
}

#[tokio::test]
async fn a_risk_is_never_invented() {
    let prompt = prompt(&request("report.run-daily", "{}", &user("u_3", ["r"])).await);
    assert_eq!(prompt.risk(), None);
    assert!(prompt.effects().is_empty());
    let text = prompt.to_text();
    for word in ["low", "medium", "high", "critical"] {
        assert!(!text.contains(word), "{word} in {text}");
    }
    assert!(text.contains("Risk: not stated"), "{text}");
    assert!(prompt.to_html().contains("risk not stated"));
}

#[tokio::test]
async fn a_prompt_says_who_asks_and_for_whom() {
    let user = Caller::user("u_3").issuer("https://id.example").role("r");
    let alone = prompt(&request("sendInvoice", INV_1, &user).await);
    assert!(
        alone
            .to_text()
            .contains("Asked by: the user \"u_3\" of \"https://id.example\"\n")
    );
    let agent = user
        .acting(Actor::agent("assistant"))
        .delegated(Delegation::permissions(&PERMISSIONS));
    let asked = prompt(&request("sendInvoice", INV_1, &agent).await);
    assert!(asked.to_text().contains(
        "Asked by: the agent \"assistant\", for the user \"u_3\" of \"https://id.example\"\n"
    ));
    let service = prompt(&request("sendInvoice", INV_1, &Caller::service("s_1").role("r")).await);
    assert!(
        service
            .to_text()
            .contains("Asked by: the service \"s_1\"\n")
    );
    let nobody = prompt(&request("sendInvoice", INV_1, &Caller::anonymous().role("r")).await);
    assert!(
        nobody
            .to_text()
            .contains("Asked by: nobody in particular\n")
    );
}

#[tokio::test]
async fn the_terms_are_shown_in_full() {
    let input = json!({
        "id": "inv_1", "cents": -5,
        "lines": [{ "sku": "a", "parts": [{ "sku": "b", "parts": [{ "sku": "deep" }] }] }, { "sku": "" }],
    });
    let asked = request("refundInvoice", &input.to_string(), &user("u_3", ["r"])).await;
    let text = prompt(&asked).to_text();
    for line in [
        r#"  cents: -5"#,
        r#"  id: "inv_1""#,
        r#"  lines[0].sku: "a""#,
        r#"  lines[0].parts[0].sku: "b""#,
        r#"  lines[0].parts[0].parts[0].sku: "deep""#,
        r#"  lines[0].parts[0].parts[0].parts: []"#,
        r#"  lines[1].sku: """#,
        r#"  lines[1].parts: []"#,
    ] {
        assert!(
            text.lines().any(|shown| shown == line),
            "{line} in:\n{text}"
        );
    }
}

#[tokio::test]
async fn no_terms_are_said_to_be_none() {
    let text = prompt(&request("report.run-daily", "{}", &user("u_3", ["r"])).await).to_text();
    assert!(text.contains("Terms:\n  none\n"), "{text}");
}

#[tokio::test]
async fn of_a_value_of_5000_characters_every_one_is_shown() {
    let long: String = (0..5000_u32)
        .map(|n| char::from(b'a' + (n % 26) as u8))
        .collect();
    let prompt = prompt_with(&long).await;
    for (channel, shown) in channels(&prompt) {
        if channel != "mail subject" {
            assert!(shown.contains(&long), "{channel} cuts");
        }
    }
}

#[tokio::test]
async fn every_control_character_shows_as_visible_text() {
    let controls: Vec<char> = (0..0x20_u32)
        .chain(0x7f..0xa0)
        .filter_map(char::from_u32)
        .collect();
    for control in controls {
        let prompt = prompt_with(&format!("a{control}b")).await;
        for (channel, shown) in channels(&prompt) {
            assert!(
                control == '\n' || !shown.contains(control),
                "{channel} sends U+{:04x} raw",
                u32::from(control)
            );
            if channel != "mail subject" {
                let spelled = match control {
                    '\n' => r"a\nb".to_owned(),
                    '\r' => r"a\rb".to_owned(),
                    '\t' => r"a\tb".to_owned(),
                    other => format!(r"a\u{{{:x}}}b", u32::from(other)),
                };
                assert!(shown.contains(&spelled), "{channel}: {spelled}");
            }
        }
    }
}

#[tokio::test]
async fn bidi_zero_width_and_tag_characters_show_as_visible_escapes() {
    for hidden in [
        '\u{202a}',
        '\u{202b}',
        '\u{202c}',
        '\u{202d}',
        '\u{202e}',
        '\u{2066}',
        '\u{2067}',
        '\u{2068}',
        '\u{2069}',
        '\u{200b}',
        '\u{200c}',
        '\u{200d}',
        '\u{200e}',
        '\u{200f}',
        '\u{2060}',
        '\u{feff}',
        '\u{ad}',
        '\u{61c}',
        '\u{180e}',
        '\u{2028}',
        '\u{2029}',
        '\u{a0}',
        '\u{3000}',
        '\u{e0001}',
        '\u{e0041}',
        '\u{e007f}',
        '\u{fe0f}',
        '\u{e0100}',
    ] {
        let prompt = prompt_with(&format!("pay{hidden}100")).await;
        let spelled = format!(r"pay\u{{{:x}}}100", u32::from(hidden));
        for (channel, shown) in channels(&prompt) {
            assert!(
                !shown.contains(hidden),
                "{channel} hides U+{:04x}",
                u32::from(hidden)
            );
            if channel != "mail subject" {
                assert!(shown.contains(&spelled), "{channel}: {spelled}");
            }
        }
    }
}

#[tokio::test]
async fn markup_comes_out_as_text() {
    let nasty = "<img src=x onerror=alert(1)>\"'&x` <https://e|Approve> <!channel> [a](https://e)";
    let prompt = prompt_with(nasty).await;
    let escaped = "&lt;img src=x onerror=alert(1)&gt;";
    for (channel, shown) in channels(&prompt) {
        if channel.contains("html") {
            assert!(shown.contains(escaped), "{channel}: {shown}");
            assert!(
                !shown.contains("<img") && !shown.contains("<https"),
                "{channel}"
            );
            assert!(!shown.contains("&x`"), "{channel}: an ampersand is escaped");
            assert!(shown.contains("&amp;x"), "{channel}");
        } else if channel != "mail subject" {
            assert!(shown.contains("<img src=x onerror=alert(1)>"), "{channel}");
        }
    }
}

#[tokio::test]
async fn who_asks_is_untrusted_too() {
    let caller = Caller::user("u\u{202e}_3\n Risk: low")
        .issuer("<b>bank</b>")
        .role("r")
        .acting(Actor::agent("assistant\u{1b}[2J<script>"))
        .delegated(Delegation::permissions(&PERMISSIONS));
    let prompt = prompt(&request("sendInvoice", INV_1, &caller).await);
    for (channel, shown) in channels(&prompt) {
        assert!(
            !shown.contains('\u{202e}') && !shown.contains('\u{1b}'),
            "{channel}"
        );
        if channel.contains("html") {
            assert!(
                !shown.contains("<script") && !shown.contains("<b>"),
                "{channel}"
            );
        }
    }
    let text = prompt.to_text();
    assert!(
        !text.lines().any(|line| line.trim_start() == "Risk: low"),
        "no line is imitated: {text}"
    );
}

#[tokio::test]
async fn a_member_cannot_imitate_another_line() {
    let text = prompt_with("a\n  cents: 1\"\n  id: \"inv_9")
        .await
        .to_text();
    let terms: Vec<_> = text.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(
        terms
            .iter()
            .filter(|line| line.starts_with("  cents"))
            .count(),
        1,
        "{text}"
    );
    assert_eq!(
        terms.iter().filter(|line| line.starts_with("  id")).count(),
        1,
        "{text}"
    );
}

#[tokio::test]
async fn a_text_is_told_from_a_number() {
    let text = prompt_with("5").await.to_text();
    assert!(
        text.contains(r#"lines[0].sku: "5""#) && text.contains("  cents: 5\n"),
        "{text}"
    );
}

#[tokio::test]
async fn another_operation_than_the_requests_is_refused() {
    let request = request("sendInvoice", INV_1, &user("u_3", ["r"])).await;
    for other in OPERATIONS.iter().filter(|one| one.name() != "sendInvoice") {
        assert_eq!(
            approval_prompt(&request, other),
            Err(PromptError::OtherOperation {
                asked: "sendInvoice".into(),
                given: other.name().into()
            })
        );
    }
    let error = approval_prompt(&request, OPERATIONS.get("voidInvoice").expect("declared"));
    assert_eq!(
        error.expect_err("another").to_string(),
        "the request is for `sendInvoice`, not for `voidInvoice`"
    );
}

#[tokio::test]
async fn a_summary_stands_beside_the_terms_and_never_in_their_place() {
    let prompt = prompt(&request("sendInvoice", INV_1, &user("u_3", ["r"])).await)
        .with_summary("12.00 EUR to Halvorsen\u{202e} Print");
    for (channel, shown) in channels(&prompt) {
        if channel == "mail subject" {
            continue;
        }
        assert!(
            shown.contains(r"12.00 EUR to Halvorsen\u{202e} Print"),
            "{channel}: {shown}"
        );
        assert!(shown.contains("inv_1"), "{channel}: {shown}");
    }
}

#[tokio::test]
async fn a_link_opens_a_page_and_never_approves() {
    let prompt = prompt(&request("sendInvoice", INV_1, &user("u_3", ["r"])).await);
    assert!(
        !prompt.to_html().contains("href"),
        "no link unless one is given"
    );
    let prompt = prompt
        .with_link("https://billing.example/approvals/1?a=1&b=2")
        .expect("a page");
    for (channel, shown) in channels(&prompt) {
        if channel == "mail subject" {
            continue;
        }
        assert!(shown.contains("approves nothing by itself"), "{channel}");
        let link = if channel.contains("html") {
            "https://billing.example/approvals/1?a=1&amp;b=2"
        } else {
            "https://billing.example/approvals/1?a=1&b=2"
        };
        assert!(shown.contains(link), "{channel}: {shown}");
        for active in ["<form", "<button", "<script", "<input", "method="] {
            assert!(!shown.contains(active), "{channel} has {active}");
        }
    }
}

#[tokio::test]
async fn a_link_is_a_plain_https_one() {
    let prompt = prompt(&request("sendInvoice", INV_1, &user("u_3", ["r"])).await);
    for link in [
        "",
        "https://",
        "http://billing.example",
        "javascript:alert(1)",
        "HTTPS://billing.example",
        " https://billing.example",
        "https://billing.example/\n",
        "https://billing.example/ x",
        "https://b\u{456}lling.example",
        "https://billing.example/\u{202e}",
    ] {
        assert_eq!(
            prompt.clone().with_link(link),
            Err(PromptError::Link),
            "{link:?}"
        );
    }
    let quoted = prompt
        .with_link("https://e.example/\"onmouseover='x'")
        .expect("printable ASCII");
    assert!(
        !quoted.to_html().contains("\"onmouseover"),
        "it stays within its attribute"
    );
}

#[tokio::test]
async fn a_mail_has_a_subject_of_one_line_a_text_and_a_whole_document() {
    let prompt = prompt(&request("sendInvoice", INV_1, &user("u_3", ["r"])).await);
    let mail = prompt.to_mail();
    assert_eq!(mail.subject, "Approval needed: Send invoice");
    assert_eq!(mail.text, prompt.to_text());
    assert!(mail.html.starts_with("<!DOCTYPE html>") && mail.html.trim_end().ends_with("</html>"));
    assert!(mail.html.contains(r#"<meta charset="utf-8">"#));
    for loads in ["src=", "<link", "<script", "url(", "@import"] {
        assert!(!mail.html.contains(loads), "it loads nothing: {loads}");
    }
}

#[tokio::test]
async fn a_description_is_shown() {
    let text = prompt(&request("sendInvoice", INV_1, &user("u_3", ["r"])).await).to_text();
    assert!(
        text.contains("Does: Sends an invoice to its customer.\n"),
        "{text}"
    );
}

/// A stored approval, as a host might keep one.
struct Stored {
    principal: permdock::Principal,
    decided: bool,
}

impl permdock::Pending for Stored {
    fn pending(&self) -> Result<permdock::PendingApproval<'_>, permdock::PromptError> {
        if self.decided {
            return Err(permdock::PromptError::NotPending);
        }
        let mut pending =
            permdock::PendingApproval::new("sendInvoice", r#"{"id":"inv_1"}"#, &self.principal);
        pending.summary = Some("12.00 EUR to Halvorsen Print");
        pending.expires_at = Some("2026-12-01T12:00:00Z");
        Ok(pending)
    }
}

#[test]
fn what_is_stored_shows_when_it_expires_and_nothing_once_it_is_decided() {
    let principal = user("u_3", ["r"]).principal().clone();
    let mut stored = Stored {
        principal,
        decided: false,
    };
    let operation = OPERATIONS.get("sendInvoice").expect("declared");
    let prompt = approval_prompt(&stored, operation).expect("it is pending");
    assert_eq!(prompt.expires_at(), Some("2026-12-01T12:00:00Z"));
    for (channel, shown) in channels(&prompt) {
        if channel == "mail subject" {
            continue;
        }
        for part in [
            "2026-12-01T12:00:00Z",
            "12.00 EUR to Halvorsen Print",
            "inv_1",
        ] {
            assert!(shown.contains(part), "{channel}: {shown}");
        }
    }
    stored.decided = true;
    assert_eq!(
        approval_prompt(&stored, operation),
        Err(permdock::PromptError::NotPending)
    );
}
