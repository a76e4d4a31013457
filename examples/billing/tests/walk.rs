//! The walk-through, as somebody sees it who runs the example for the first time.

mod billing;

use billing::billing;

/// The lines of the walk-through that say most, each with what stands right above it.
#[test]
fn it_shows_every_reader_and_every_outcome() {
    let walk = billing(&[]);
    assert_eq!((walk.code, walk.err.as_str()), (0, ""));
    for part in [
        "1  The table",
        "2  An agent",
        "3  A chat command",
        "4  An automation",
        "5  A list",
        "6  An approver",
        "7  The log",
    ] {
        assert!(
            walk.out.contains(&format!("── {part} ─")),
            "no part `{part}`"
        );
    }
    for lines in [
        "denied             sendInvoice {\"id\":\"inv_1\"} why no-delegation: Ana may",
        "granted            sendInvoice {\"id\":\"inv_1\"} why Ana's own, 480.00 EUR",
        "approval-required  sendInvoice {\"id\":\"inv_2\"} why Ana's own, 7,480.00 EUR",
        "denied             remindCustomer {\"id\":\"inv_5\"} why not-delegated:",
        "told the input does not fit `sendInvoice`: `$.id`: expected a string",
        "denied             sendInvoices {\"id\":\"inv_1\"} why unknown-operation:",
        "denied             viewInvoice {\"id\":\"inv_0\"} why load-failed:",
        "granted            @ana: /remindCustomer inv_5 why Ana's own; the handler ran said Reminded",
        "denied             @ben: /remindCustomer inv_5 why condition: Ana's, not Ben's; the handler \
         did not run said you cannot do that",
        "approval-required  refundPayment {\"payment\":\"pay_1\"",
        "denied             voidInvoice {\"id\":\"inv_1\"} why not-delegated: Mira may",
        "Ana Ruiz, clerk inv_1 inv_2 inv_4 inv_5",
        "Lea Brandt, clerk inv_7",
        "Tomás Vega -",
        "| Approval needed: Refund payment",
        r#"Asked by: the agent "bookkeeper", for the user "u_3""#,
        "agent denied sendInvoice assistant for u_1 tenant-mismatch",
        "automation approval-required refundPayment month-end for u_3 request",
    ] {
        let lines = one_line(lines);
        assert!(one_line(&walk.out).contains(&lines), "not shown: {lines}");
    }
}

/// Another clerk's invoice, a missing one and another company's read the same for the model.
#[test]
fn a_forbidden_row_and_a_missing_row_are_told_alike() {
    let walk = billing(&[]).out;
    let told: Vec<_> = ["inv_3", "inv_404", "inv_7"]
        .iter()
        .map(|id| {
            let call = format!("denied             sendInvoice {{\"id\":\"{id}\"}}\n");
            let (_, after) = walk.split_once(&call).expect("the call is shown");
            let told = after.lines().find(|line| line.contains(" told "));
            told.expect("what is told is shown")
        })
        .collect();
    assert!(told.iter().all(|line| *line == told[0]), "{told:?}");
}

/// Another company's invoice and the archive's address are in the log only.
#[test]
fn the_truth_is_in_the_log_only() {
    let walk = billing(&[]).out;
    let (before, log) = walk.split_once("── 7").expect("there is a log");
    for secret in ["tenant-mismatch", "archive.internal"] {
        assert!(!before.contains(secret) && log.contains(secret), "{secret}");
    }
}

#[test]
fn it_is_plain_in_a_pipe_and_fits_the_page() {
    for arguments in [
        &[][..],
        &["operations"],
        &["users"],
        &["list", "--as", "u_3"],
        &["decide", "sendInvoice", r#"{"id":"inv_2"}"#, "--as", "u_1"],
        &["--help"],
        &["decide", "--help"],
    ] {
        let shown = billing(arguments);
        assert!(
            !shown.out.contains('\u{1b}'),
            "colour in a pipe: {arguments:?}"
        );
        for line in shown.out.lines() {
            assert!(line.chars().count() <= 100, "too wide: {line}");
            assert_eq!(line.trim_end(), line, "blanks at the end");
        }
    }
}

#[test]
fn colour_can_be_asked_for_and_refused() {
    let forced = billing::with(&["users"], &[("CLICOLOR_FORCE", "1")]);
    assert!(forced.out.contains('\u{1b}'));
    let refused = billing::with(&["users"], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]);
    assert!(!refused.out.contains('\u{1b}'));
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    for (arguments, code) in [
        (&[][..], 0),
        (
            &["decide", "sendInvoice", r#"{"id":"inv_2"}"#, "--as", "u_1"],
            3,
        ),
    ] {
        let left = billing::unread(arguments);
        assert_eq!((left.code, left.err.as_str()), (code, ""), "{arguments:?}");
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
