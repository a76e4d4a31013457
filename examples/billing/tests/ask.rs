//! One question at a time: what is answered, where, and with which exit status.

mod billing;

use billing::{Run, billing};
use serde_json::{Value, json};

fn decide(operation: &str, input: &str, more: &[&str]) -> Run {
    let mut arguments = vec!["decide", operation, input];
    arguments.extend(more);
    billing(&arguments)
}

/// `Null` for what is not one JSON text.
fn as_json(run: &Run) -> Value {
    serde_json::from_str(&run.out).unwrap_or_default()
}

#[test]
fn a_grant_exits_with_0_and_shows_the_row() {
    let run = decide("sendInvoice", r#"{"id":"inv_1"}"#, &["--as", "u_1"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.trim_start().starts_with("granted "));
    assert!(run.out.contains("invoice inv_1: 480.00 EUR, draft"));
}

#[test]
fn a_denial_exits_with_1_and_says_why_to_the_host() {
    let run = decide("sendInvoice", r#"{"id":"inv_3"}"#, &["--as", "u_1"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.trim_start().starts_with("denied "));
    assert!(run.out.contains("condition (for the host)"));
    assert!(run.out.contains("there is no such record"));
}

#[test]
fn an_approval_exits_with_3_and_shows_the_prompt() {
    let run = decide("sendInvoice", r#"{"id":"inv_2"}"#, &["--as", "u_1"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.out.trim_start().starts_with("approval-required "));
    assert!(run.out.contains("| Approval needed: Send invoice"));
    assert!(run.out.contains(r#"id: "inv_2""#));
}

#[test]
fn json_says_the_same() {
    let granted = decide("report.run-daily", "", &["--as", "u_5", "--json"]);
    assert_eq!(granted.code, 0);
    assert_eq!(
        as_json(&granted),
        json!({ "outcome": "granted", "operation": "report.run-daily", "permission": "report.run" })
    );

    let denied = decide("sendInvoices", "{}", &["--as", "u_1", "--json"]);
    assert_eq!(denied.code, 1);
    assert_eq!(
        as_json(&denied),
        json!({ "outcome": "denied", "operation": "sendInvoices", "reason": "unknown-operation",
                "message": "there is no operation of this name" })
    );

    let waits = decide(
        "sendInvoice",
        r#"{"id":"inv_2"}"#,
        &["--as", "u_1", "--json"],
    );
    assert_eq!(waits.code, 3);
    let waits = as_json(&waits);
    assert_eq!(waits["outcome"], "approval-required");
    assert_eq!(waits["request"]["input"], r#"{"id":"inv_2"}"#);
    assert_eq!(waits["request"]["id"].as_str().map(str::len), Some(64));
}

#[test]
fn an_input_that_does_not_fit_is_denied_with_its_place_and_without_its_value() {
    for (input, place) in [
        (r#"{"id":73194}"#, "`$.id`: expected a string"),
        (
            r#"{"id":"inv_1","force":true}"#,
            "`$.force`: no such member",
        ),
        (r#"{"id":"inv_1","id":"inv_1"}"#, "`$.id`: repeated member"),
        (r#"{"id":"#, "the JSON ends too early"),
        ("", "expected an object"),
    ] {
        let run = decide("sendInvoice", input, &["--as", "u_1", "--json"]);
        let answer = as_json(&run);
        assert_eq!(
            (run.code, &answer["reason"]),
            (1, &json!("validation")),
            "{input}"
        );
        let message = answer["message"].as_str().expect("there is a message");
        assert!(
            message.contains(place) && !message.contains("73194"),
            "{message}"
        );
    }
}

#[test]
fn an_agent_is_narrowed_by_its_delegation() {
    let send = |more: &[&str]| {
        let run = decide(
            "sendInvoice",
            r#"{"id":"inv_1"}"#,
            &[&["--as", "u_1", "--json"], more].concat(),
        );
        (run.code, as_json(&run)["reason"].clone())
    };
    let agent = ["--agent", "assistant"];
    assert_eq!(send(&agent), (1, json!("no-delegation")));
    let narrow = [&agent[..], &["--delegate", "billing.invoice.read"]].concat();
    assert_eq!(send(&narrow), (1, json!("not-delegated")));
    let enough = [&narrow[..], &["--delegate", "billing.invoice.submit"]].concat();
    assert_eq!(send(&enough), (0, Value::Null));
}

#[test]
fn a_deny_wins_over_another_role_and_over_a_paid_invoice() {
    for (user, id, reason) in [
        ("u_3", "inv_1", None),
        ("u_3", "inv_4", Some("deny")),
        ("u_6", "inv_1", Some("deny")),
    ] {
        let input = format!(r#"{{"id":"{id}"}}"#);
        let answer = as_json(&decide("voidInvoice", &input, &["--as", user, "--json"]));
        assert_eq!(answer["reason"].as_str(), reason, "{user} {id}");
    }
}

#[test]
fn a_list_shows_what_somebody_may_do() {
    let names = |user| {
        let run = billing(&["list", "--as", user]);
        assert_eq!(run.code, 0, "{run:?}");
        let table = run
            .out
            .lines()
            .filter(|line| line.starts_with("  "))
            .skip(1);
        let name = |line: &str| {
            line.split_whitespace()
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        table.map(name).collect::<Vec<_>>()
    };
    assert_eq!(names("u_5"), ["report.run-daily", "report.export"]);
    assert_eq!(
        names("u_1"),
        [
            "listCustomers",
            "viewCustomer",
            "changeEmail",
            "draftInvoice",
            "listInvoices",
            "viewInvoice",
            "sendInvoice",
            "remindCustomer",
            "listPayments",
        ]
    );
    assert!(names("anonymous").is_empty());
}

#[test]
fn a_prompt_renders_for_each_channel() {
    let prompt = |id: &str, format| {
        let input = format!(r#"{{"id":"{id}"}}"#);
        billing(&[
            "prompt",
            "sendInvoice",
            &input,
            "--as",
            "u_1",
            "--format",
            format,
        ])
    };
    assert!(
        prompt("inv_2", "text")
            .out
            .starts_with("Approval needed: Send invoice\n")
    );
    assert!(prompt("inv_2", "html").out.starts_with('<'));
    assert!(
        prompt("inv_2", "mail")
            .out
            .starts_with("Subject: Approval needed: Send invoice\n")
    );
    for (id, outcome) in [("inv_1", "granted"), ("inv_3", "denied (condition)")] {
        let none = prompt(id, "text");
        assert_eq!((none.code, none.out.as_str()), (1, ""));
        assert_eq!(
            none.err,
            format!("error: nothing to approve: `sendInvoice` is {outcome}\n")
        );
    }
}

#[test]
fn the_table_has_every_risk_and_every_effect() {
    let table: Value = as_json(&billing(&["operations", "--json"]));
    let text = table.to_string();
    for word in [
        "low", "medium", "high", "critical", "read", "write", "delete", "send", "spend", "external",
    ] {
        assert!(text.contains(&format!("\"{word}\"")), "{word}");
    }
    assert!(
        billing(&["operations"])
            .out
            .contains("report.run-daily  report.run ")
    );
}

#[test]
fn an_unknown_user_is_told_who_there_is() {
    let run = decide(
        "sendInvoice",
        r#"{"id":"inv_1"}"#,
        &["--as", "u_99\u{202e}"],
    );
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.starts_with(
        "error: there is no user `u_99\\u{202e}`; there are:\n  u_1  Ana Ruiz, clerk\n"
    ));
    assert!(run.err.ends_with("\n  anonymous\n"));
}

#[test]
fn bad_usage_exits_with_2() {
    for (arguments, says) in [
        (&["decide", "sendInvoice", "{}"][..], "--as <USER>"),
        (
            &[
                "decide",
                "sendInvoice",
                "{}",
                "--as",
                "u_1",
                "--delegate",
                "report.run",
            ],
            "--agent <NAME>",
        ),
        (
            &[
                "list",
                "--as",
                "u_1",
                "--agent",
                "a",
                "--delegate",
                "report.ran",
            ],
            "no permission `report.ran`",
        ),
        (&["approve"], "unrecognized subcommand"),
    ] {
        let run = billing(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(says), "{}", run.err);
    }
}
