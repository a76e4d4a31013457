//! What goes wrong: each is denied with the right reason, recorded with the true one, hangs
//! nothing, and leaks nothing.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use permdock::{Caller, Event, JsonLines, NoInput, Outcome, PermDock, Policy, Sink, Verdict};
use permdock_tests::permissions::billing::invoice;
use permdock_tests::{
    App, Invoice, Recorder, dock, dock_with, ids, no_secret_in, operations, policy, policy_of,
    recorded, refusal, secrets, user,
};
use serde_json::{Value, json};

const INV_1: &str = r#"{"id":"inv_1"}"#;

/// Decides for a clerk and cashier, and checks what every refusal has in common.
#[track_caller]
fn refused(name: &str, input: impl AsRef<[u8]>, reason: &str) -> (String, Value) {
    let (dock, events) = dock();
    let caller = user("u_1", ["clerk", "cashier", "jumpy"]);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let input = input.as_ref();
    let (told, message) = runtime.block_on(refusal(&dock, name, input, &caller));
    assert_eq!(told, reason, "{message}");
    assert!(message.len() < 2000, "bounded: {}", message.len());
    assert!(!message.chars().any(char::is_control), "{message:?}");
    no_secret_in(&message);
    no_secret_in(&events.everything());
    let event = events.one();
    assert_eq!(event["reason"], reason);
    assert!(event.to_string().len() < 4000, "bounded: {event}");
    assert_eq!(dock.app().loads(), 0, "no loader runs");
    (message, event)
}

// Size, depth and grammar.

#[test]
fn an_argument_of_10_mb_is_refused() {
    let input = format!(r#"{{"id":"{}"}}"#, "x".repeat(10 << 20));
    let (message, _) = refused("sendInvoice", input, "validation");
    assert!(message.contains("larger than allowed"), "{message}");
}

#[test]
fn ten_mb_of_blanks_are_refused() {
    refused("sendInvoice", vec![b' '; 10 << 20], "validation");
}

#[test]
fn the_size_is_1_mib_and_settable() {
    let input = |bytes: usize| {
        let empty = r#"{"id":""}"#.len();
        format!(r#"{{"id":"{}"}}"#, "x".repeat(bytes - empty))
    };
    let clerk = user("u_1", ["cashier", "manager"]);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let told = |dock: &PermDock<App>, bytes: usize| {
        let input = input(bytes);
        assert_eq!(input.len(), bytes);
        runtime
            .block_on(refusal(dock, "voidInvoice", input, &clerk))
            .1
    };
    let usual = dock_with(policy());
    let no_such_row = told(&usual, 100);
    assert_eq!(told(&usual, 1 << 20), no_such_row, "1 MiB is read");
    assert!(told(&usual, (1 << 20) + 1).contains("larger than allowed"));
    let small = dock_with(policy()).input_size(50);
    assert_eq!(told(&small, 50), no_such_row);
    assert!(told(&small, 51).contains("larger than allowed"));
    let large = dock_with(policy()).input_size(4 << 20);
    assert_eq!(told(&large, 4 << 20), no_such_row);
}

#[test]
fn ten_thousand_levels_of_nesting_are_refused() {
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        let nested = format!("{}1{}", open.repeat(10_000), close.repeat(10_000));
        refused("sendInvoice", &nested, "validation");
        let within = format!(r#"{{"id":"inv_1","x":{nested}}}"#);
        let (message, _) = refused("sendInvoice", within, "validation");
        assert!(message.contains("nested more deeply"), "{message}");
        refused("sendInvoice", open.repeat(10_000), "validation");
    }
}

#[test]
fn depth_is_64() {
    let lines = |depth: usize| {
        // Each line is an array and an object; the outermost object is one more.
        let mut line = r#"{"sku":"x","parts":[]}"#.to_owned();
        for _ in 1..depth {
            line = format!(r#"{{"sku":"x","parts":[{line}]}}"#);
        }
        format!(r#"{{"id":"inv_9","cents":1,"lines":[{line}]}}"#)
    };
    let dock = dock_with(policy());
    let cashier = user("u_1", ["cashier"]);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let told = |input: String| {
        runtime
            .block_on(refusal(&dock, "refundInvoice", input, &cashier))
            .1
    };
    // 1 + 2 * 31 levels, and the innermost array of parts: 64.
    assert!(!told(lines(31)).contains("nested"), "64 levels are read");
    assert!(told(lines(32)).contains("nested more deeply"), "66 are not");
}

#[test]
fn repeated_members_are_refused_however_they_are_spelled_and_wherever_they_stand() {
    for input in [
        r#"{"id":"inv_2","id":"inv_1"}"#,
        r#"{"id":"inv_1","id":"inv_1"}"#,
        r#"{"id":"inv_1","\u0069d":"inv_1"}"#,
        r#"{"id":"inv_1","i\u0064":"inv_1"}"#,
        r#"{"\u0069\u0064":"inv_1","id":"inv_1"}"#,
        r#"{"id":"inv_1","x":1,"x":1}"#,
    ] {
        let (message, _) = refused("sendInvoice", input, "validation");
        assert!(message.contains("repeated member"), "{message}");
    }
    let mut line = r#"{"sku":"a","\u0073ku":"b"}"#.to_owned();
    for _ in 0..5 {
        line = format!(r#"{{"sku":"x","parts":[{line}]}}"#);
    }
    let input = format!(r#"{{"id":"inv_1","cents":1,"lines":[{line}]}}"#);
    let (message, event) = refused("refundInvoice", input, "validation");
    assert!(
        message.contains("repeated member") && message.contains(".sku"),
        "{message}"
    );
    assert!(
        event["detail"]
            .as_str()
            .expect("the path")
            .contains("lines[0].parts[0]")
    );
}

#[test]
fn a_text_that_is_not_strict_json_is_refused() {
    let secret = secrets::ARGUMENT;
    for input in [
        String::new(),
        "nonsense".into(),
        format!("{{'id':'{secret}'}}"),
        format!(r#"{{"id":"{secret}",}}"#),
        format!(r#"{{"id":"{secret}"}} {{}}"#),
        format!("\u{feff}{{\"id\":\"{secret}\"}}"),
        format!(r#"{{id:"{secret}"}}"#),
        format!(r#"{{"id":"{secret}" /* why not */}}"#),
        format!("{{\"id\":\"{secret}\n\"}}"),
        format!(r#"{{"id":"{secret}\x"}}"#),
        format!(r#"{{"id":"{secret}\ud800"}}"#),
        r#"{"id":NaN}"#.into(),
        r#"{"id":01}"#.into(),
        format!(r#""{secret}""#),
        "null".into(),
        "7".into(),
    ] {
        refused("sendInvoice", &input, "validation");
    }
    refused("sendInvoice", b"{\"id\":\"\xff\xfe\"}", "validation");
    refused("sendInvoice", b"\xff", "validation");
}

/// The schema that a model is shown says `"type": "object"`.
#[test]
fn an_array_in_the_place_of_an_object_is_refused() {
    refused("sendInvoice", r#"["inv_1"]"#, "validation");
    let lines = r#"{"id":"inv_1","cents":1,"lines":[["a",[]]]}"#;
    refused("refundInvoice", lines, "validation");
}

#[test]
fn a_nul_or_anything_hidden_in_a_name_is_shown_and_refused() {
    for (name, shown) in [
        ("sendInvoice\0", r"sendInvoice\u{0}"),
        ("\0", r"\u{0}"),
        ("send\0Invoice", r"send\u{0}Invoice"),
        ("sendInvoice\n", r"sendInvoice\n"),
        ("send\u{200b}Invoice", r"send\u{200b}Invoice"),
        ("..\\..", r"..\\.."),
    ] {
        let (message, event) = refused(name, INV_1, "unknown-operation");
        assert_eq!(event["operation"], shown);
        assert!(!message.contains("sendInvoice"), "{message}");
    }
}

#[test]
fn a_nul_or_anything_hidden_in_a_members_name_is_shown_and_refused() {
    for (member, shown) in [
        (r"id\u0000", r"id\u{0}"),
        (r"\u0000", r"\u{0}"),
        (r"i\u200bd", r"i\u{200b}d"),
        (r"id\u202e", r"id\u{202e}"),
        (r"id\n", r"id\n"),
    ] {
        let input = format!(r#"{{"id":"inv_1","{member}":"{}"}}"#, secrets::ARGUMENT);
        let (message, _) = refused("sendInvoice", input, "validation");
        assert!(message.contains(shown), "{message}");
    }
    let long = format!(r#"{{"id":"inv_1","{}":1}}"#, "m".repeat(100_000));
    let (message, _) = refused("sendInvoice", long, "validation");
    assert!(
        message.contains("of 100000 characters"),
        "a cut is said: {message}"
    );
}

#[test]
fn numbers_are_never_changed_on_the_way() {
    for number in [
        "1e2",
        "5.0",
        "5.5",
        "9223372036854775808",
        "9007199254740993",
        "1e400",
        "-0.5",
        "\"5\"",
        "true",
        "null",
    ] {
        let input = format!(r#"{{"id":"inv_1","cents":{number}}}"#);
        refused("refundInvoice", input, "validation");
    }
}

// Callers.

#[tokio::test]
async fn a_caller_with_unknown_roles_has_nothing() {
    let (dock, events) = dock();
    let many: Vec<String> = (0..10_000).map(|n| format!("role {n}\0")).collect();
    let caller = Caller::user("u_1").tenant("acme").with_roles(many);
    assert_eq!(
        refusal(&dock, "sendInvoice", INV_1, &caller).await.0,
        "no-grant"
    );
    assert_eq!(events.one()["reason"], "no-grant");
    assert_eq!(dock.allowed_operations(&caller).count(), 0);
}

#[tokio::test]
async fn a_caller_is_recorded_safely_whatever_it_is_called() {
    let (dock, events) = dock();
    let caller = Caller::user("u\u{202e}\n\0").tenant("acme").role("clerk");
    refusal(&dock, "sendInvoice", INV_1, &caller).await;
    let line = serde_json::to_string(&events.one()).expect("plain");
    assert!(
        !line.contains('\n') && !line.contains('\0'),
        "one line: {line}"
    );
}

// Conditions.

#[tokio::test]
async fn a_condition_that_panics_denies_and_its_message_goes_nowhere() {
    for (roles, operation, reason) in [
        (vec!["jumpy"], "sendInvoice", "condition"),
        (vec!["manager", "wary"], "voidInvoice", "deny"),
    ] {
        let (dock, events) = dock();
        let (told, message) = refusal(&dock, operation, INV_1, &user("u_9", roles)).await;
        assert_eq!(told, reason);
        no_secret_in(&message);
        no_secret_in(&events.everything());
        let event = events.one();
        assert_eq!(event["reason"], reason);
        assert!(
            event["detail"]
                .as_str()
                .expect("which")
                .contains("`panics`")
        );
    }
}

// Loaders.

#[tokio::test]
async fn a_loader_that_panics_is_a_failed_load() {
    let (dock, events) = dock();
    let caller = user("u_1", ["clerk", "cashier", "manager"]);
    let mut messages = Vec::new();
    for (operation, id) in [
        ("refundInvoice", ids::BOOM),
        ("voidInvoice", ids::BOOM),
        ("sendInvoice", ids::BOOM),
        ("sendInvoice", ids::LATE_BOOM),
    ] {
        let input = match operation {
            "refundInvoice" => json!({ "id": id, "cents": 1 }),
            _ => json!({ "id": id }),
        };
        let (reason, message) = refusal(&dock, operation, input, &caller).await;
        assert_eq!(reason, "load-failed", "{operation}, {id}");
        let event = events.one();
        assert_eq!(event["reason"], "load-failed");
        let cause = event["detail"].as_str().expect("the cause");
        assert!(
            cause.contains("panicked") && cause.contains("the loader went wrong"),
            "{cause}"
        );
        messages.push(message);
    }
    messages.dedup();
    assert_eq!(messages.len(), 1, "a constant line: {messages:?}");
    assert!(!messages[0].contains("panic") && !messages[0].contains("wrong"));
    // The dock goes on.
    let next = dock
        .decide_operation("sendInvoice", INV_1, &user("u_1", ["clerk"]))
        .await;
    assert_eq!(next.outcome(), Outcome::Granted);
}

#[tokio::test(start_paused = true)]
async fn a_loader_that_never_returns_is_denied_at_its_deadline() {
    let (dock, events) = dock();
    let dock = dock.load_deadline(Duration::from_millis(200));
    let clerk = user("u_1", ["clerk"]);
    let before = tokio::time::Instant::now();
    let (reason, message) =
        refusal(&dock, "sendInvoice", json!({ "id": ids::NEVER }), &clerk).await;
    assert_eq!(reason, "load-failed");
    let waited = before.elapsed();
    assert!(
        waited >= Duration::from_millis(200) && waited < Duration::from_millis(300),
        "{waited:?}"
    );
    let event = events.one();
    assert_eq!(event["reason"], "load-failed");
    assert!(
        event["detail"]
            .as_str()
            .expect("the cause")
            .contains("200ms"),
        "{event}"
    );
    assert!(!message.contains("200"), "{message}");
    let (_, failed) = refusal(&dock, "sendInvoice", json!({ "id": ids::BROKEN }), &clerk).await;
    assert_eq!(message, failed, "a delay reads as a failure");
}

#[tokio::test(start_paused = true)]
async fn the_deadline_is_30_seconds_unless_set() {
    let (dock, _) = dock();
    let clerk = user("u_1", ["clerk"]);
    let before = tokio::time::Instant::now();
    let (reason, _) = refusal(&dock, "sendInvoice", json!({ "id": ids::NEVER }), &clerk).await;
    assert_eq!(reason, "load-failed");
    assert_eq!(before.elapsed().as_secs(), 30);
}

#[tokio::test]
async fn a_deadline_may_be_as_long_as_time() {
    let (dock, _) = dock();
    let dock = dock.load_deadline(Duration::MAX);
    let verdict = dock
        .decide_operation("sendInvoice", INV_1, &user("u_1", ["clerk"]))
        .await;
    assert_eq!(verdict.outcome(), Outcome::Granted);
}

#[tokio::test(start_paused = true)]
async fn a_loader_within_its_deadline_is_not_touched() {
    let (dock, _) = dock();
    let dock = dock.load_deadline(Duration::from_millis(1));
    let verdict = dock
        .decide_operation("sendInvoice", INV_1, &user("u_1", ["clerk"]))
        .await;
    assert_eq!(verdict.outcome(), Outcome::Granted);
}

#[test]
fn a_deadline_applies_to_asynchronous_loaders_only() {
    let (dock, _) = dock();
    let dock = dock.load_deadline(Duration::ZERO);
    let manager = user("u_3", ["manager"]);
    // There is no timer at all.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("no timer");
    let verdict = runtime.block_on(dock.decide_operation("voidInvoice", INV_1, &manager));
    assert_eq!(verdict.outcome(), Outcome::Granted);
}

#[test]
fn without_a_timer_an_asynchronous_loader_is_denied_and_hangs_nothing() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("no timer");
    let (dock, events) = dock();
    let clerk = user("u_1", ["clerk"]);
    for id in [ids::NEVER, "inv_1"] {
        let (reason, _) =
            runtime.block_on(refusal(&dock, "sendInvoice", json!({ "id": id }), &clerk));
        assert_eq!(reason, "load-failed", "{id}");
        assert_eq!(events.one()["reason"], "load-failed");
    }
}

#[test]
fn without_a_runtime_an_asynchronous_loader_is_denied_and_hangs_nothing() {
    let (dock, events) = dock();
    let clerk = user("u_1", ["clerk"]);
    let mut deciding = std::pin::pin!(refusal(&dock, "sendInvoice", INV_1, &clerk));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let std::task::Poll::Ready((reason, _)) = deciding.as_mut().poll(&mut context) else {
        panic!("it waits for a timer that nobody drives")
    };
    assert_eq!(reason, "load-failed");
    assert_eq!(events.one()["reason"], "load-failed");
}

#[tokio::test]
async fn a_decision_that_is_dropped_on_its_way_does_nothing_later() {
    let (dock, events) = dock();
    let clerk = user("u_1", ["clerk"]);
    let deciding = dock.decide_operation("sendInvoice", r#"{"id":"never"}"#, &clerk);
    let late = tokio::time::timeout(Duration::from_millis(10), deciding).await;
    assert!(late.is_err());
    assert!(events.take().is_empty());
}

// Sinks.

struct Panicking(Arc<AtomicUsize>);

impl Sink for Panicking {
    fn record(&self, _: &Event<'_>) {
        self.0.fetch_add(1, Ordering::SeqCst);
        panic!("{}", secrets::CODE);
    }
}

#[tokio::test]
async fn a_sink_that_panics_changes_no_outcome() {
    let told = Arc::new(AtomicUsize::new(0));
    let loud = dock_with(policy()).with_sink(Panicking(Arc::clone(&told)));
    let quiet = dock_with(policy());
    let mut decisions = 0;
    for caller in [
        user("u_1", ["clerk"]),
        user("u_3", ["manager"]),
        user("u_2", []),
        Caller::anonymous(),
    ] {
        for (name, input) in [
            ("sendInvoice", INV_1),
            ("voidInvoice", INV_1),
            ("nothing", "{}"),
            ("sendInvoice", "!"),
        ] {
            let one = loud.decide_operation(name, input, &caller).await;
            let other = quiet.decide_operation(name, input, &caller).await;
            assert_eq!(one.outcome(), other.outcome(), "{name} for {caller:?}");
            decisions += 1;
        }
        let row = &quiet.app().invoices[0];
        assert_eq!(
            loud.check(operations::sendInvoice, row, &caller),
            quiet.check(operations::sendInvoice, row, &caller)
        );
        decisions += 1;
    }
    assert_eq!(told.load(Ordering::SeqCst), decisions);
}

/// A writer that fails, or panics.
struct Broken(bool);

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        assert!(!self.0, "the writer went wrong");
        Err(io::Error::other("the disk is full"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A sink that its test keeps a hand on.
struct Shared<S>(Arc<S>);

impl<S: Sink> Sink for Shared<S> {
    fn record(&self, event: &Event<'_>) {
        self.0.record(event);
    }
}

#[tokio::test]
async fn a_json_lines_writer_that_fails_changes_no_outcome_and_says_how_much_is_lost() {
    let lines = Arc::new(JsonLines::new(Broken(false)));
    let dock = dock_with(policy()).with_sink(Shared(Arc::clone(&lines)));
    for _ in 0..3 {
        let verdict = dock
            .decide_operation("sendInvoice", INV_1, &user("u_1", ["clerk"]))
            .await;
        assert_eq!(verdict.outcome(), Outcome::Granted);
    }
    assert_eq!(lines.lost(), 3);
}

#[tokio::test]
async fn a_json_lines_writer_that_panics_changes_no_outcome() {
    let lines = Arc::new(JsonLines::new(Broken(true)));
    let dock = dock_with(policy()).with_sink(Shared(Arc::clone(&lines)));
    for _ in 0..2 {
        let verdict = dock
            .decide_operation("sendInvoice", INV_1, &user("u_1", ["clerk"]))
            .await;
        assert_eq!(verdict.outcome(), Outcome::Granted);
    }
    assert_eq!(lines.lost(), 2, "what a panic swallowed is lost too");
}

/// Memory that a test can look into.
#[derive(Clone, Default)]
struct Memory(Arc<std::sync::Mutex<Vec<Vec<u8>>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("not poisoned").push(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn json_lines_are_one_whole_object_a_line_with_the_time() {
    let memory = Memory::default();
    let dock = dock_with(policy()).with_sink(JsonLines::new(memory.clone()));
    let before = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .expect("after 1970");
    let clerk = user("u_1\n", ["clerk"]);
    let _ = dock.decide_operation("sendInvoice", INV_1, &clerk).await;
    let _ = dock.decide_operation("a\nb", "{}", &clerk).await;
    let writes = memory.0.lock().expect("not poisoned").clone();
    assert_eq!(writes.len(), 2, "a line is one write");
    for line in &writes {
        let text = std::str::from_utf8(line).expect("UTF-8");
        assert_eq!(text.matches('\n').count(), 1);
        assert!(text.ends_with('\n'));
        let value: Value = serde_json::from_str(text).expect("JSON");
        let at = u128::from(value["at"].as_u64().expect("milliseconds"));
        assert!(
            at >= before.as_millis() && at < before.as_millis() + 60_000,
            "{at}"
        );
        assert_eq!(value["outcome"], "denied");
        assert_eq!(value["source"], "agent");
    }
}

// Inputs whose own code goes wrong.

/// An input type that misbehaves as it is told.
mod moody {
    use permdock_tests::secrets;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub struct App;

    /// What to do with one value.
    pub struct Moody(pub u8);

    /// Panics while it is written.
    pub const ON_WRITE: u8 = 1;
    /// Panics while it is read.
    pub const ON_READ: u8 = 2;
    /// Cannot be written.
    pub const UNWRITABLE: u8 = 3;
    /// Is written as 9, which is written as 9.
    pub const NORMALISING: u8 = 4;
    /// Is written as the next one, and so is that, and so on.
    pub const UNSTABLE: u8 = 100;
    /// Cannot be read, and says why with the value in it.
    pub const TALKATIVE: u8 = 5;

    impl Serialize for Moody {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0 {
                ON_WRITE => panic!("{}", secrets::ARGUMENT),
                UNWRITABLE => Err(serde::ser::Error::custom(secrets::ARGUMENT)),
                NORMALISING => serializer.serialize_u8(9),
                UNSTABLE.. => serializer.serialize_u8(self.0 + 1),
                mood => serializer.serialize_u8(mood),
            }
        }
    }

    impl<'de> Deserialize<'de> for Moody {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            match u8::deserialize(deserializer)? {
                ON_READ => panic!("{}", secrets::ARGUMENT),
                TALKATIVE => Err(serde::de::Error::custom(secrets::ARGUMENT)),
                mood => Ok(Self(mood)),
            }
        }
    }

    permdock::define_permissions! { pub mod permissions { things { go } } }
    permdock::define_operations! {
        pub mod operations for App in permissions;
        go { permission: things::go, input: Moody }
    }
}

fn moody() -> (PermDock<moody::App>, Recorder) {
    let policy = Policy::builder(&moody::permissions::PERMISSIONS)
        .role("r", |role| role.allow(moody::permissions::things::go))
        .build()
        .expect("well formed");
    let recorder = Recorder::default();
    let dock = PermDock::new(&moody::operations::OPERATIONS, policy, moody::App);
    (dock.with_sink(recorder.clone()), recorder)
}

#[tokio::test]
async fn an_input_whose_own_code_fails_is_refused_without_its_words() {
    let caller = Caller::user("u_1").role("r");
    for mood in [
        moody::ON_WRITE,
        moody::ON_READ,
        moody::UNWRITABLE,
        moody::UNSTABLE,
        moody::TALKATIVE,
    ] {
        let (dock, events) = moody();
        let verdict = dock.decide_operation("go", mood.to_string(), &caller).await;
        let Verdict::Denied(denied) = &verdict else {
            panic!("mood {mood}: {verdict:?}")
        };
        assert_eq!(denied.reason().as_str(), "validation", "mood {mood}");
        no_secret_in(denied.message());
        no_secret_in(&events.everything());
        assert_eq!(events.one()["reason"], "validation");
    }
    let (dock, _) = moody();
    let verdict = dock.decide_operation("go", "0", &caller).await;
    assert_eq!(verdict.outcome(), Outcome::Granted);
}

#[tokio::test]
async fn what_runs_is_what_the_canonical_form_says() {
    let caller = Caller::user("u_1").role("r");
    let (dock, _) = moody();
    let Verdict::Granted(granted) = dock.decide_operation("go", "4", &caller).await else {
        panic!("what is written reads back to the same")
    };
    assert_eq!(
        granted.input::<moody::Moody>().map(|input| input.0),
        Some(9)
    );
    let verdict = dock
        .decide(moody::operations::go, moody::Moody(4), &caller)
        .await;
    let Verdict::Granted(call) = verdict else {
        panic!("{verdict:?}")
    };
    assert_eq!(call.input().0, 9);
}

#[tokio::test]
async fn a_typed_input_whose_own_code_fails_is_refused_too() {
    let caller = Caller::user("u_1").role("r");
    for mood in [
        moody::ON_WRITE,
        moody::ON_READ,
        moody::UNWRITABLE,
        moody::UNSTABLE,
        moody::TALKATIVE,
    ] {
        let (dock, events) = moody();
        let verdict = dock
            .decide(moody::operations::go, moody::Moody(mood), &caller)
            .await;
        let Verdict::Denied(denied) = &verdict else {
            panic!("mood {mood}: {verdict:?}")
        };
        assert_eq!(denied.reason().as_str(), "validation", "mood {mood}");
        no_secret_in(denied.message());
        no_secret_in(&events.everything());
        assert_eq!(events.take().len(), 1);
    }
}

// Panics that panic again.

/// What a panic may carry: its drop panics too.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic!("{}", secrets::CODE);
        }
    }
}

fn explode() -> ! {
    std::panic::panic_any(Bomb)
}

/// Runs this, and fails rather than let a [`Bomb`] out, which would go off in the test's harness.
fn contained<T>(run: impl FnOnce() -> T) -> T {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_or_else(|payload| {
        std::mem::forget(payload);
        panic!("a panic gets out")
    })
}

#[test]
fn a_panic_whose_payload_panics_when_it_is_dropped_is_a_panic_like_any_other() {
    let caller = user("u_1", ["r"]);
    let row = Invoice::new("inv_1", "u_1", "acme", 1);
    let (dock, events) = recorded(dock_with(policy_of(|role| {
        role.allow_when(invoice::submit, "explodes", |_, _| explode())
            .allow_when(invoice::read, "explodes", |_, _| explode())
            .allow(invoice::void)
            .deny_when(invoice::void, "explodes", |_, _| explode())
    })));
    let check = |outcome: Outcome| outcome.reason().map(|reason| reason.as_str());
    let send = contained(|| dock.check(operations::sendInvoice, &row, &caller));
    assert_eq!(check(send), Some("condition"));
    let void = contained(|| dock.check(operations::voidInvoice, &row, &caller));
    assert_eq!(check(void), Some("deny"));
    let list = contained(|| dock.filter(operations::listInvoices, vec![row.clone()], &caller));
    assert!(list.is_empty());
    assert_eq!(events.take().len(), 3);
    let loud = dock_with(policy_of(|role| role.allow(invoice::submit)))
        .with_sink(|_: &Event<'_>| explode());
    let granted = contained(|| loud.check(operations::sendInvoice, &row, &caller));
    assert_eq!(granted, Outcome::Granted);
}

// Results.

#[test]
fn a_list_with_rows_that_panic_to_look_at_gives_the_others() {
    let (dock, events) = recorded(dock_with(policy_of(|role| {
        role.allow_when(invoice::read, "looks", |_, row| {
            assert!(row.cents >= 0, "{}", secrets::CODE);
            true
        })
    })));
    let rows: Vec<_> = (-5..5)
        .map(|n| Invoice::new("i", "u_1", "acme", n))
        .collect();
    assert_eq!(
        dock.filter(operations::listInvoices, rows, &user("u_1", ["r"]))
            .len(),
        5
    );
    no_secret_in(&events.everything());
    assert_eq!(events.one()["counts"], json!({ "rows": 10, "kept": 5 }));
}

#[test]
fn no_input_is_written_as_an_empty_object() {
    assert_eq!(serde_json::to_string(&NoInput {}).expect("plain"), "{}");
}

#[test]
fn a_raw_input_prints_its_size_only() {
    let raw = permdock::RawInput::from(secrets::ARGUMENT);
    assert_eq!(format!("{raw:?}"), "RawInput(20 bytes)");
}

// Found by trying to break it.

mod hostile {
    use std::collections::BTreeMap;
    use std::fmt;
    use std::time::{Duration, Instant};

    use permdock::{
        Actor, Approvers, Caller, DenialReason, PermDock, Policy, PromptError, Verdict,
        approval_prompt,
    };
    use serde::de::{MapAccess, Visitor};
    use serde::ser::SerializeMap;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Clone, Debug)]
    pub struct Row {
        pub bomb: bool,
    }

    impl Drop for Row {
        fn drop(&mut self) {
            assert!(!self.bomb || std::thread::panicking(), "dropped");
        }
    }

    #[derive(Debug, Serialize, Deserialize)]
    pub struct Which {
        pub bomb: bool,
    }

    #[derive(Debug, Serialize, Deserialize)]
    pub struct Free {
        pub free: BTreeMap<String, Vec<u32>>,
    }

    #[derive(Debug, Serialize, Deserialize)]
    pub struct Line {
        #[serde(alias = "q")]
        pub qty: u32,
    }

    #[derive(Debug, Serialize, Deserialize)]
    pub struct Lines {
        pub lines: Vec<Line>,
    }

    /// Keeps the order in which its members came.
    #[derive(Debug, PartialEq)]
    pub struct Ordered(pub Vec<(String, u32)>);

    impl Serialize for Ordered {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(Some(self.0.len()))?;
            for (name, value) in &self.0 {
                map.serialize_entry(name, value)?;
            }
            map.end()
        }
    }

    impl<'de> Deserialize<'de> for Ordered {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Members;
            impl<'de> Visitor<'de> for Members {
                type Value = Ordered;

                fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("an object")
                }

                fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
                    let mut members = Vec::new();
                    while let Some(member) = map.next_entry()? {
                        members.push(member);
                    }
                    Ok(Ordered(members))
                }
            }
            deserializer.deserialize_map(Members)
        }
    }

    pub struct Unwritable;

    impl fmt::Display for Unwritable {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            Err(fmt::Error)
        }
    }

    impl fmt::Debug for Unwritable {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("Unwritable")
        }
    }

    impl std::error::Error for Unwritable {}

    permdock::define_permissions! {
        pub mod permissions {
            thing: Row { see, touch }
            free { ask, run }
        }
    }

    permdock::define_operations! {
        pub mod operations for () in permissions;

        see {
            permission: thing::see,
            data: |_: &(), input: &Which| Some(Row { bomb: input.bomb }),
            results: thing::see,
        }
        fail {
            permission: thing::touch,
            data: |_: &(), _: &Which| -> Result<Option<Row>, Unwritable> { Err(Unwritable) },
        }
        ask { permission: free::ask, input: Free }
        lines { permission: free::run, input: Lines }
        ordered { permission: free::run, input: Ordered }
        usize { permission: free::run }
        bad_schema { permission: free::run, input: BadSchema }
    }

    #[derive(Debug, Serialize, Deserialize)]
    pub struct BadSchema {}

    impl schemars::JsonSchema for BadSchema {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "BadSchema".into()
        }

        fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
            panic!("no schema")
        }
    }

    fn dock() -> PermDock<()> {
        let policy = Policy::builder(&permissions::PERMISSIONS)
            .single_tenant()
            .role("any", |role| {
                role.allow_when(permissions::thing::see, "harmless", |_, row| !row.bomb)
                    .allow(permissions::thing::touch)
                    .allow_with_approval(permissions::free::ask, Approvers::principal())
                    .allow(permissions::free::run)
            });
        PermDock::new(&operations::OPERATIONS, policy.build().unwrap(), ())
    }

    fn caller() -> Caller {
        Caller::user("u_1").role("any")
    }

    #[tokio::test]
    async fn a_row_that_panics_while_it_is_dropped_is_denied_like_any_other() {
        let verdict = dock()
            .decide_operation("see", r#"{"bomb":true}"#, &caller())
            .await;
        let Verdict::Denied(denied) = verdict else {
            panic!("{verdict:?}")
        };
        assert_eq!(denied.reason(), DenialReason::Condition);
        let rows = vec![Row { bomb: false }, Row { bomb: true }, Row { bomb: false }];
        assert!(dock().filter(operations::see, rows, &caller()).is_empty());
    }

    #[tokio::test]
    async fn an_error_that_cannot_be_written_is_a_failed_load() {
        let verdict = dock()
            .decide_operation("fail", r#"{"bomb":false}"#, &caller())
            .await;
        let Verdict::Denied(denied) = verdict else {
            panic!("{verdict:?}")
        };
        assert_eq!(denied.reason(), DenialReason::LoadFailed);
    }

    /// Each line of a prompt repeats its path: what would come to gigabytes is refused, not cut.
    #[tokio::test]
    async fn a_small_input_makes_no_large_prompt() {
        let (name, items) = ("x".repeat(24_000), vec!["0"; 6_000].join(","));
        let input = format!(r#"{{"free":{{"{name}":[{items}]}}}}"#);
        let verdict = dock().decide_operation("ask", &input, &caller()).await;
        let Verdict::ApprovalRequired(required) = verdict else {
            panic!("{verdict:?}")
        };
        let operation = operations::OPERATIONS.get("ask").unwrap();
        assert_eq!(
            approval_prompt(required.request(), operation),
            Err(PromptError::TooLarge)
        );
    }

    /// The bound is far from what it takes, and far below what squares would take.
    #[tokio::test]
    async fn many_aliases_cost_no_square() {
        let lines = vec![r#"{"q":1}"#; 100_000].join(",");
        let started = Instant::now();
        let input = format!(r#"{{"lines":[{lines}]}}"#);
        let verdict = dock().decide_operation("lines", &input, &caller()).await;
        assert!(matches!(verdict, Verdict::Denied(_)), "too large to tell");
        assert!(started.elapsed() < Duration::from_secs(20));
    }

    #[tokio::test]
    async fn what_runs_stands_in_the_order_that_is_shown() {
        let verdict = dock()
            .decide_operation("ordered", r#"{"b":1,"a":2}"#, &caller())
            .await;
        let Verdict::Granted(granted) = verdict else {
            panic!("{verdict:?}")
        };
        let shown = Ordered(vec![("a".into(), 2), ("b".into(), 1)]);
        assert_eq!(granted.input::<Ordered>(), Some(&shown));
        let typed = Ordered(vec![("b".into(), 1), ("a".into(), 2)]);
        let verdict = dock().decide(operations::ordered, typed, &caller()).await;
        let Verdict::Granted(call) = verdict else {
            panic!("{verdict:?}")
        };
        assert_eq!(call.input(), &shown);
    }

    #[tokio::test]
    async fn ids_cannot_pass_for_the_words_of_a_prompt() {
        let text = async |caller: Caller| {
            let caller = caller.role("any");
            let verdict = dock()
                .decide_operation("ask", r#"{"free":{}}"#, &caller)
                .await;
            match verdict {
                Verdict::ApprovalRequired(required) => {
                    let operation = operations::OPERATIONS.get("ask").unwrap();
                    approval_prompt(required.request(), operation)
                        .unwrap()
                        .to_text()
                }
                other => panic!("{other:?}"),
            }
        };
        let one = text(Caller::user("u_1 of corp")).await;
        let other = text(Caller::user("u_1").issuer("corp")).await;
        assert_ne!(one, other);
        assert!(one.contains(r#"Asked by: the user "u_1 of corp""#), "{one}");
        let leaves = permissions::PERMISSIONS.iter();
        let spoof = Caller::user("mallory")
            .acting(Actor::agent(r#"assistant", for the user "ceo"#))
            .delegated(permdock::Delegation::permissions(leaves));
        let said =
            r#"Asked by: the agent "assistant\", for the user \"ceo", for the user "mallory""#;
        assert!(text(spoof).await.contains(said));
    }

    #[tokio::test]
    async fn a_schema_that_panics_hurts_its_own_operation_alone() {
        let bad = operations::OPERATIONS.get("bad_schema").unwrap();
        assert_eq!(bad.input_schema(), None);
        let verdict = dock()
            .decide_operation("ask", r#"{"free":{}}"#, &caller())
            .await;
        assert!(
            matches!(verdict, Verdict::ApprovalRequired(_)),
            "{verdict:?}"
        );
    }

    #[derive(Clone, Default)]
    struct Shared(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

    impl std::io::Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_json_line_holds_no_raw_delete() {
        let written = Shared::default();
        let dock = dock().with_sink(permdock::JsonLines::new(written.clone()));
        let caller = Caller::user("a\u{7f}b").role("any");
        let _ = dock.check(operations::usize, &permdock::NoRow, &caller);
        let line = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        assert!(
            !line.contains('\u{7f}') && line.contains(r"a\u007fb"),
            "{line}"
        );
    }
}
