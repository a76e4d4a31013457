//! Chat: a command runs as its author, and only when granted.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use permdock::{Actor, Call, Caller, DenialReason, NoInput, Verdict};
use permdock_tests::{InvoiceId, dock, ids, no_secret_in, operations, secrets, user};

fn id(id: &str) -> InvoiceId {
    InvoiceId { id: id.into() }
}

#[tokio::test]
async fn the_handler_runs_as_the_author_with_all_it_needs() {
    let (dock, events) = dock();
    let send = dock.protect(operations::sendInvoice, async |call| {
        let author = call.caller().id().map(str::to_owned);
        let known = call.app().invoices.len();
        let (input, row) = call.into_parts();
        (author, known, input, row.cents)
    });
    assert_eq!(send.name(), "sendInvoice");
    let answer = send
        .call(id("inv_1"), &user("u_1", ["clerk"]))
        .await
        .expect("granted");
    assert_eq!(answer, (Some("u_1".to_owned()), 3, id("inv_1"), 1200));
    let event = events.one();
    assert_eq!(
        (event["source"].as_str(), event["outcome"].as_str()),
        (Some("chat"), Some("granted"))
    );
}

#[tokio::test]
async fn a_handler_may_capture_and_be_shared_between_tasks() {
    let (dock, _) = dock();
    let channel: Arc<str> = "#reports".into();
    let run = dock.protect(operations::runDailyReport, move |call| {
        let channel = Arc::clone(&channel);
        async move {
            tokio::task::yield_now().await;
            format!("{channel} {}", call.caller().id().unwrap_or("nobody"))
        }
    });
    let run = Arc::new(run);
    let shared = Arc::clone(&run);
    let answer =
        tokio::spawn(async move { shared.call(NoInput {}, &user("u_9", ["analyst"])).await });
    let answer = answer.await.expect("the task ends").expect("granted");
    assert_eq!(answer, "#reports u_9");
}

#[tokio::test]
async fn the_handler_runs_only_when_granted() {
    let (dock, events) = dock();
    let ran = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&ran);
    let send = dock.protect(
        operations::sendInvoice,
        move |_: Call<operations::sendInvoice>| {
            counted.fetch_add(1, Ordering::SeqCst);
            async {}
        },
    );
    for author in [
        Caller::anonymous(),
        user("u_1", []),
        user("u_2", ["clerk"]),
        user("u_1", ["clerk", "suspended"]),
        user("u_1", ["jumpy"]),
        user("u_3", ["manager"]),
        user("u_1", ["clerk"]).acting(Actor::agent("bot")),
    ] {
        send.call(id("inv_1"), &author)
            .await
            .expect_err("not granted");
        assert_eq!(events.one()["source"], "chat");
    }
    let clerk = user("u_1", ["clerk"]);
    for row in [
        "inv_2",
        "inv_3",
        "inv_9",
        ids::BROKEN,
        ids::BOOM,
        ids::LATE_BOOM,
    ] {
        send.call(id(row), &clerk).await.expect_err("not granted");
    }
    assert_eq!(ran.load(Ordering::SeqCst), 0);
    send.call(id("inv_1"), &clerk).await.expect("granted");
    assert_eq!(ran.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_command_without_an_author_is_anonymous() {
    let (dock, _) = dock();
    let run = dock.protect(operations::runDailyReport, async |_| ());
    let refused = run
        .call(NoInput {}, &Caller::anonymous())
        .await
        .expect_err("anonymous");
    assert!(
        matches!(refused.verdict(), Verdict::Denied(denied) if denied.reason() == DenialReason::Anonymous)
    );
    assert_eq!(refused.to_string(), "sign in first");
}

#[tokio::test]
async fn a_refusal_to_a_shared_channel_reveals_no_row() {
    let (dock, _) = dock();
    let send = dock.protect(operations::sendInvoice, async |_| ());
    let clerk = user("u_1", ["clerk"]);
    let mut said = Vec::new();
    for row in ["inv_2", "inv_3", "inv_9"] {
        said.push(
            send.call(id(row), &clerk)
                .await
                .expect_err("refused")
                .to_string(),
        );
    }
    // Nor whether the author could have done it with another row.
    for author in [user("u_1", []), user("u_1", ["suspended"])] {
        said.push(
            send.call(id("inv_1"), &author)
                .await
                .expect_err("refused")
                .to_string(),
        );
    }
    said.dedup();
    assert_eq!(said, ["you cannot do that"]);
}

#[tokio::test]
async fn a_refusal_to_a_shared_channel_is_short_and_names_nobodys_role() {
    let (dock, _) = dock();
    let send = dock.protect(operations::sendInvoice, async |_| ());
    let clerk = user("u_1", ["clerk"]);
    for (author, row) in [
        (user("u_3", ["manager"]), "inv_1"),
        (clerk.clone(), ids::BROKEN),
        (clerk.clone(), ids::BOOM),
        (clerk, secrets::ARGUMENT),
        (user("u_1", ["jumpy"]), "inv_1"),
    ] {
        let refused = send.call(id(row), &author).await.expect_err("refused");
        let text = refused.to_string();
        assert!(text.len() <= 80 && !text.contains('\n'), "{text}");
        assert!(
            !text.contains("controller") && !text.contains("clerk"),
            "{text}"
        );
        no_secret_in(&text);
        no_secret_in(&format!("{refused:?}"));
    }
}

#[tokio::test]
async fn what_needs_an_approval_is_refused_and_the_host_gets_the_request() {
    let (dock, _) = dock();
    let send = dock.protect(operations::sendInvoice, async |_| ());
    let refused = send
        .call(id("inv_1"), &user("u_3", ["manager"]))
        .await
        .expect_err("needs one");
    let Verdict::ApprovalRequired(required) = refused.verdict() else {
        panic!("{refused:?}")
    };
    assert_eq!(required.request().operation(), "sendInvoice");
    assert_eq!(refused.to_string(), "this needs an approval first");
}

#[tokio::test]
async fn a_command_with_json_is_read_as_strictly_as_an_agents() {
    let (dock, events) = dock();
    let send = dock.protect(operations::sendInvoice, async |call| call.row().id.clone());
    let clerk = user("u_1", ["clerk"]);
    assert_eq!(
        send.call_json(r#"{"id":"inv_1"}"#, &clerk)
            .await
            .expect("granted"),
        "inv_1"
    );
    events.take();
    for input in [
        r#"{"id":"inv_2","id":"inv_1"}"#,
        r#"{"id":"inv_2","\u0069d":"inv_1"}"#,
        r#"{"id":"inv_1","force":true}"#,
        r#"{"id":7}"#,
        "",
        "inv_1",
    ] {
        let refused = send.call_json(input, &clerk).await.expect_err("refused");
        assert_eq!(events.one()["reason"], "validation", "{input}");
        assert_eq!(refused.to_string(), "you cannot do that");
    }
}

#[tokio::test]
async fn a_repeated_command_runs_again() {
    let (dock, _) = dock();
    let run = dock.protect(operations::runDailyReport, async |_| 7);
    let analyst = user("u_9", ["analyst"]);
    for _ in 0..3 {
        assert_eq!(run.call(NoInput {}, &analyst).await.expect("granted"), 7);
    }
}
