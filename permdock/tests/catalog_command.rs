//! The command `permdock`: what it prints, its exit statuses, and that it leaves the old catalog
//! alone after a fault.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::format_push_string,
    reason = "a test may panic"
)]
#![cfg(feature = "cli")]

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use permdock::catalog::Catalog;
use serde_json::Value;
use tempfile::TempDir;

const TREE: &str = "permdock::define_permissions! { pub mod permissions {
    billing { invoice: Invoice { read, submit } } report { run, stop } } }\n";
const TABLE: &str = "permdock::define_operations! { pub mod operations for App in permissions;
    /// Sends it to its customer.
    sendInvoice { permission: billing::invoice::submit, data: |a: &App, i: &Id| a.find(i),
        meta: { risk: high, effects: [send, external], title: \"Send\" } }
    listInvoices { permission: billing::invoice::read, results: billing::invoice::read }
    \"report.run\" as run { permission: report::run }
}\n";

fn package(section: &str, table: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let manifest = format!(
        "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\
         [features]\ndefault = [\"mail\"]\nmail = []\n{section}"
    );
    std::fs::create_dir(folder.path().join("src")).unwrap();
    for (path, text) in [
        ("Cargo.toml", manifest.as_str()),
        ("src/lib.rs", ""),
        ("src/permissions.rs", TREE),
        ("src/operations.rs", table),
    ] {
        std::fs::write(folder.path().join(path), text).unwrap();
    }
    folder
}

fn app(table: &str) -> TempDir {
    package("[package.metadata.permdock]\n", table)
}

fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_permdock"))
        .args(args)
        .current_dir(folder)
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// catalog.md, Command line: collect.
#[test]
fn collect_writes_and_check_compares() {
    let folder = app(TABLE);
    let file = folder.path().join("permdock.catalog.json");
    assert_eq!(run(folder.path(), &["collect", "--check"]).0, 1);
    assert!(!file.exists());
    let (status, out, said) = run(folder.path(), &["collect"]);
    assert_eq!((status, out.as_str()), (0, ""));
    assert!(
        said.contains("wrote ") && said.contains("3 operations"),
        "{said}"
    );
    let written = std::fs::read_to_string(&file).unwrap();
    Catalog::read(written.as_bytes()).unwrap();
    assert_eq!(run(folder.path(), &["collect", "--check"]).0, 0);
    assert_eq!(run(folder.path(), &["collect", "--stdout"]).1, written);

    let other = TABLE.replace("risk: high", "risk: low");
    std::fs::write(folder.path().join("src/operations.rs"), other).unwrap();
    let (status, out, _) = run(folder.path(), &["collect", "--check"]);
    assert_eq!(status, 1);
    assert!(
        out.contains("--- a/permdock.catalog.json\n+++ b/permdock.catalog.json\n@@ "),
        "{out}"
    );
    assert!(
        out.contains("-        \"risk\": \"high\",\n+        \"risk\": \"low\","),
        "{out}"
    );
    assert!(!out.contains('\x1b'), "no colour into a pipe");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), written);
}

/// Bad input: one clear error each, status 2, and the old catalog untouched.
#[test]
fn after_a_fault_the_old_catalog_is_untouched() {
    let folder = app(TABLE);
    run(folder.path(), &["collect"]);
    let file = folder.path().join("permdock.catalog.json");
    let written = std::fs::read_to_string(&file).unwrap();
    let operations = folder.path().join("src/operations.rs");
    for (broken, told) in [
        (
            TABLE.replace("risk: high", "risk: hihg"),
            "did you mean `high`",
        ),
        (
            TABLE.replace("permission: report::run", ""),
            "has no permission",
        ),
        (TABLE.replace("report::run", "report::walk"), "PD067"),
        (
            TABLE.replace("report.run", "listInvoices"),
            "two operations are named",
        ),
        (TABLE.replace("\n}", "\n"), "src/operations.rs:"),
        (
            format!("{TABLE}mod gone;"),
            "cannot read `src/operations/gone.rs`",
        ),
    ] {
        std::fs::write(&operations, broken).unwrap();
        let (status, out, said) = run(folder.path(), &["collect"]);
        assert_eq!((status, out.as_str()), (2, ""), "{said}");
        assert!(said.starts_with("error: ") && said.contains(told), "{said}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), written);
    }
    std::fs::write(&operations, TABLE.replace("high", "low")).unwrap();
    let mut rights = std::fs::metadata(&file).unwrap().permissions();
    rights.set_readonly(true);
    std::fs::set_permissions(&file, rights).unwrap();
    let (status, _, said) = run(folder.path(), &["collect"]);
    assert_eq!(status, 2);
    assert!(said.contains("read-only"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), written);
    let left = std::fs::read_dir(folder.path()).unwrap();
    let left = left.filter(|one| {
        one.as_ref()
            .unwrap()
            .path()
            .extension()
            .is_some_and(|e| e == "tmp")
    });
    assert_eq!(left.count(), 0);
}

#[test]
fn the_configuration_is_told_about() {
    for (section, told) in [
        ("", "has no `[package.metadata.permdock]`"),
        (
            "[package.metadata.permdock]\noperation = \"x\"\n",
            "did you mean `operations`?",
        ),
        (
            "[package.metadata.permdock]\ncatalog = \"../x.json\"\n",
            "leads out of the package",
        ),
        (
            "[package.metadata.permdock]\noperations = \"src/gone.rs\"\n",
            "cannot read `src/gone.rs`",
        ),
    ] {
        let (status, _, said) = run(package(section, TABLE).path(), &["collect"]);
        assert_eq!(status, 2);
        assert!(said.contains(told), "{said}");
    }
    let (status, _, said) = run(app(TABLE).path(), &["show", "-p", "nope"]);
    assert!(
        status == 2 && said.contains("no package `nope`") && said.contains("`app`"),
        "{said}"
    );
}

/// catalog.md, Command line: every finding of doctor.
#[test]
fn doctor_finds() {
    let folder = app(
        "permdock::define_operations! { pub mod operations for App in permissions;
            listInvoices { permission: billing::invoice::read }
            wipe { permission: report::run, meta: { risk: low, effects: [read, delete] } }
            big { permission: report::run, meta: { risk: critical } }
            \"a.b\" as dotted { permission: report::run }
            a_b { permission: report::run, results: billing::invoice::gone }
        }",
    );
    let (status, out, _) = run(folder.path(), &["doctor", "--json"]);
    assert_eq!(status, 1);
    let report: Value = serde_json::from_str(&out).unwrap();
    let found: Vec<_> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            let text = |name: &str| one[name].as_str().unwrap().to_owned();
            assert!(!text("reason").is_empty() && !text("remedy").is_empty());
            (text("code"), text("severity"), text("subject"))
        })
        .collect();
    let expected = [
        ("PD067", "error", "a_b"),
        ("PD068", "error", "permdock.catalog.json"),
        ("PD070", "warning", "listInvoices"),
        ("PD071", "warning", "wipe"),
        ("PD072", "warning", "big"),
        ("PD073", "warning", "a_b"),
        ("PD069", "note", "billing.invoice.submit"),
        ("PD069", "note", "report.stop"),
    ];
    let expected = expected.map(|(a, b, c)| (a.to_owned(), b.to_owned(), c.to_owned()));
    assert_eq!(found, expected);
    assert_eq!(
        (&report["errors"], &report["warnings"], &report["notes"]),
        (&2.into(), &4.into(), &2.into())
    );
    assert_eq!(report["version"], 1);
    let place = serde_json::json!({ "file": "src/operations.rs", "line": 6, "column": 53 });
    assert_eq!(report["findings"][0]["place"], place);
}

#[test]
fn doctor_is_strict_when_asked() {
    let folder = app(&TABLE.replace(", title: \"Send\"", ""));
    run(folder.path(), &["collect"]);
    let (status, out, _) = run(folder.path(), &["doctor"]);
    assert_eq!(status, 0, "{out}");
    assert!(
        out.contains("warning[PD072]") && out.contains("--> src/operations.rs:3:5 (app)"),
        "{out}"
    );
    assert!(out.ends_with("0 errors, 1 warning, 1 note\n"), "{out}");
    assert_eq!(run(folder.path(), &["doctor", "--strict"]).0, 1);
    std::fs::write(folder.path().join("src/operations.rs"), "fn (").unwrap();
    assert_eq!(run(folder.path(), &["doctor"]).0, 2);
}

/// catalog.md, Command line: diff.
#[test]
fn diff_tells_breaking_from_other_changes() {
    let folder = app(TABLE);
    let at = |name: &str, table: &str| {
        std::fs::write(folder.path().join("src/operations.rs"), table).unwrap();
        let text = run(folder.path(), &["collect", "--stdout"]).1;
        std::fs::write(folder.path().join(name), text).unwrap();
    };
    at("old.json", TABLE);
    at(
        "calm.json",
        &TABLE
            .replace("high", "low")
            .replace(", results: billing::invoice::read", ""),
    );
    at("hard.json", &TABLE.replace("report::run", "report::stop"));
    let (status, out, _) = run(folder.path(), &["diff", "old.json", "calm.json"]);
    assert_eq!(status, 0, "{out}");
    assert!(
        out.starts_with("widening  listInvoices: results no longer filtered"),
        "{out}"
    );
    assert!(
        out.contains("lowered   sendInvoice: risk LOWERED: high -> low"),
        "{out}"
    );
    let (status, out, _) = run(folder.path(), &["diff", "--json", "old.json", "hard.json"]);
    assert_eq!(status, 1);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["breaking"], 1);
    assert_eq!(report["changes"][0]["kind"], "permission-changed");
    let text = std::fs::read_to_string(folder.path().join("old.json")).unwrap();
    for bad in [
        text.replace("\"version\": 1", "\"version\": 2"),
        text.replace("\"version\": 1,", "\"version\": 1, \"version\": 1,"),
        text.replace("\"risk\": \"high\"", "\"risk\": \"low\""),
        text[..text.len() / 2].to_owned(),
        "[".repeat(1000),
    ] {
        std::fs::write(folder.path().join("bad.json"), bad).unwrap();
        let (status, out, said) = run(folder.path(), &["diff", "bad.json", "old.json"]);
        assert_eq!((status, out.as_str()), (2, ""), "{said}");
        assert!(said.contains("`bad.json` is not a catalog"), "{said}");
    }
    assert_eq!(run(folder.path(), &["diff", "gone.json", "old.json"]).0, 2);
}

/// catalog.md, Command line: show.
#[test]
fn show_is_for_people() {
    let folder = app(TABLE);
    let (status, out, _) = run(folder.path(), &["show"]);
    assert_eq!(status, 0);
    assert_eq!(
        out,
        "  operation     permission              risk  effects         results               about
billing.invoice
  listInvoices  billing.invoice.read    -                     billing.invoice.read
  sendInvoice   billing.invoice.submit  high  send, external                        Send - Sends it…
report
  report.run    report.run              -
"
    );
    let (_, out, _) = run(
        folder.path(),
        &["show", "--risk", "high,critical", "--format", "markdown"],
    );
    assert!(out.contains("### ` billing.invoice `"), "{out}");
    assert!(
        out.contains("| `sendInvoice` | `billing.invoice.submit` | **high** | send, external |  | Send - Sends it to its customer. |"),
        "{out}"
    );
    assert!(!out.contains("listInvoices"), "{out}");
    let (_, out, _) = run(
        folder.path(),
        &["show", "--effect", "send", "--format", "json"],
    );
    let rows: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(rows[0]["description"], "Sends it to its customer.");
    assert_eq!(rows.as_array().unwrap().len(), 1);
    let (status, _, said) = run(folder.path(), &["show", "--risk", "severe"]);
    assert!(
        status == 2 && said.contains("expected one of `low`"),
        "{said}"
    );
    run(folder.path(), &["collect"]);
    let (_, out, _) = run(
        folder.path(),
        &["show", "--catalog", "permdock.catalog.json"],
    );
    assert!(
        out.contains("sendInvoice") && !out.contains("Sends it"),
        "{out}"
    );
}

#[test]
fn help_has_examples_and_shells_complete() {
    let folder = app(TABLE);
    for command in ["collect", "doctor", "diff", "show", "completions"] {
        let (status, out, _) = run(folder.path(), &[command, "--help"]);
        assert_eq!(status, 0);
        assert!(out.contains("Example"), "{out}");
    }
    let (status, out, _) = run(folder.path(), &["completions", "bash"]);
    assert!(status == 0 && out.contains("_permdock"), "{out}");
    assert_eq!(run(folder.path(), &["nothing"]).0, 2);
}

/// A pipe that nobody reads ends the command quietly.
#[test]
fn a_closed_pipe_is_no_panic() {
    let folder = app(TABLE);
    let mut child = Command::new(env!("CARGO_BIN_EXE_permdock"))
        .args(["completions", "bash"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{said}");
    assert_eq!(said, "");
}

#[test]
fn colour_is_forced_and_refused() {
    let folder = app(TABLE);
    let show = |name: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_permdock"))
            .arg("show")
            .current_dir(folder.path())
            .env_remove("NO_COLOR")
            .env(name, "1")
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(show("CLICOLOR_FORCE").contains("\x1b["));
    assert!(!show("NO_COLOR").contains('\x1b'));
}

/// catalog.md, Command line: works in a workspace.
#[test]
fn a_workspace_is_walked() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("Cargo.toml"),
        "[workspace]\nmembers = [\"a\", \"b\", \"c\"]\nresolver = \"3\"\n",
    )
    .unwrap();
    for name in ["a", "b", "c"] {
        let src = folder.path().join(name).join("src");
        std::fs::create_dir_all(&src).unwrap();
        let section = if name == "c" {
            ""
        } else {
            "[package.metadata.permdock]\n"
        };
        let manifest = format!("[package]\nname = \"{name}\"\nedition = \"2024\"\n{section}");
        std::fs::write(folder.path().join(name).join("Cargo.toml"), manifest).unwrap();
        std::fs::write(src.join("lib.rs"), "").unwrap();
        std::fs::write(src.join("permissions.rs"), TREE).unwrap();
        std::fs::write(src.join("operations.rs"), TABLE).unwrap();
    }
    let kept = |name: &str| {
        folder
            .path()
            .join(name)
            .join("permdock.catalog.json")
            .exists()
    };
    assert_eq!(run(folder.path(), &["collect", "-p", "a"]).0, 0);
    assert!(kept("a") && !kept("b"));
    assert_eq!(run(&folder.path().join("a"), &["collect", "--check"]).0, 0);
    assert_eq!(
        run(folder.path(), &["collect", "--check", "--workspace"]).0,
        1
    );
    assert_eq!(run(folder.path(), &["collect"]).0, 0);
    assert!(kept("b") && !kept("c"));
    assert_eq!(
        run(folder.path(), &["collect", "--check", "--workspace"]).0,
        0
    );
    assert_eq!(run(folder.path(), &["collect", "-p", "c"]).0, 2);
}

/// catalog.md, Command line: PD067 catches a table built against another copy of the tree. The pair
/// `examples/drift-*` compiles, and is told.
#[test]
fn the_drifted_example_is_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/drift-app");
    if !folder.exists() {
        return; // The packaged crate comes without the examples.
    }
    let (status, out, said) = run(&folder, &["doctor"]);
    assert_eq!(status, 1, "{said}");
    assert!(
        out.contains(
            "error[PD067]: the permission `ledger.entry.reverse` of `reverseEntry` is not declared"
        ) && out.contains("--> src/operations.rs:19:21 (drift-app)"),
        "{out}"
    );
    assert_eq!(run(&folder, &["collect", "--stdout"]).0, 2);
}
