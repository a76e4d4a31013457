//! Reading the catalog from source: what is followed, what is refused, and that it says what the
//! compiled table says.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::format_push_string,
    reason = "a test may panic"
)]
#![cfg(feature = "build")]

use std::path::Path;

use permdock::build::read;
use permdock::catalog::Catalog;
use proptest::prelude::*;
use tempfile::TempDir;

const MANIFEST: &str = "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
    [workspace]\n[package.metadata.permdock]\n";
const TREE: &str = "permdock::define_permissions! { pub mod permissions {
    billing { invoice: crate::Invoice { read, submit } } report { run } } }\n";
const TABLE: &str = "use crate::permissions::permissions;
permdock::define_operations! { pub mod operations for App in permissions;
    /// Sends it.
    sendInvoice { permission: billing::invoice::submit,
        data: async |app: &App, input: &Id| app.find(input).await,
        meta: { risk: high, effects: [send, external], title: \"Send\" } }
    \"report.run-daily\" as runDaily { permission: report::run }
}\n";

fn package(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    folder
}

fn simple(table: &str) -> TempDir {
    package(&[
        ("Cargo.toml", MANIFEST),
        ("src/permissions.rs", TREE),
        ("src/operations.rs", table),
    ])
}

fn names(catalog: &Catalog) -> Vec<&str> {
    let operations = catalog.operations().iter();
    operations
        .map(|operation| operation.name.as_str())
        .collect()
}

/// The fault of a package; it names file, line and column, and shows the line.
fn refused(folder: &Path) -> String {
    read(folder, &[]).unwrap_err()
}

#[test]
fn a_plain_package_is_read() {
    let catalog = read(simple(TABLE).path(), &[]).unwrap();
    assert_eq!(names(&catalog), ["report.run-daily", "sendInvoice"]);
    assert_eq!(catalog.permissions().len(), 3);
    assert!(
        catalog
            .to_json()
            .contains("\"effects\": [\n          \"send\",\n")
    );
}

/// The same bytes 20 times, from another folder, and from Windows line ends.
#[test]
fn the_bytes_do_not_depend_on_the_checkout() {
    let first = read(simple(TABLE).path(), &[]).unwrap().to_json();
    for _ in 0..20 {
        assert_eq!(read(simple(TABLE).path(), &[]).unwrap().to_json(), first);
    }
    let windows = package(&[
        ("Cargo.toml", &MANIFEST.replace('\n', "\r\n")),
        ("src/permissions.rs", &TREE.replace('\n', "\r\n")),
        ("src/operations.rs", &TABLE.replace('\n', "\r\n")),
    ]);
    assert_eq!(read(windows.path(), &[]).unwrap().to_json(), first);
}

/// catalog.md, From a build script: `mod` items, `#[path]`, several tables, `use` paths, another
/// crate's permissions.
#[test]
fn modules_and_paths_are_followed() {
    let table = |name: &str| {
        format!(
            "use tree::permissions as leaves;\npermdock::define_operations! {{ pub mod table for \
             App in leaves; {name} {{ permission: report::run }} }}"
        )
    };
    let folder = package(&[
        (
            "app/Cargo.toml",
            &format!(
                "{MANIFEST}permissions = \"../tree/src/lib.rs\"\noperations = [\"src/lib.rs\"]\n"
            ),
        ),
        ("tree/src/lib.rs", TREE),
        (
            "app/src/lib.rs",
            "mod flat; mod folder; #[path = \"odd/name.rs\"] mod other;
             mod inline { mod deep; #[path = \"x.rs\"] mod moved; }
             #[cfg(test)] mod tests;",
        ),
        ("app/src/flat.rs", &format!("mod inner;\n{}", table("a"))),
        ("app/src/flat/inner.rs", &table("b")),
        (
            "app/src/folder/mod.rs",
            &format!("mod inner;\n{}", table("c")),
        ),
        ("app/src/folder/inner.rs", &table("d")),
        ("app/src/odd/name.rs", &table("e")),
        ("app/src/inline/deep.rs", &table("f")),
        ("app/src/inline/x.rs", &table("g")),
    ]);
    let catalog = read(&folder.path().join("app"), &[]).unwrap();
    assert_eq!(names(&catalog), ["a", "b", "c", "d", "e", "f", "g"]);
}

#[test]
fn each_table_finds_its_own_tree() {
    let tree = |key: &str| {
        format!("permdock::define_permissions! {{ pub mod permissions {{ {key} {{ run }} }} }}")
    };
    let table = |name: &str, tree: &str, key: &str| {
        format!(
            "permdock::define_operations! {{ mod {name} for App in {tree}; {name} {{ permission: \
             {key}::run }} }}\n"
        )
    };
    let folder = package(&[
        (
            "Cargo.toml",
            &format!("{MANIFEST}permissions = [\"src/sales.rs\", \"src/stock.rs\"]\n"),
        ),
        ("src/sales.rs", &tree("sale")),
        ("src/stock.rs", &tree("shelf")),
        (
            "src/operations.rs",
            &format!(
                "use crate::stock;\n{}{}",
                table("a", "crate::sales::permissions", "sale"),
                table("b", "stock::permissions", "shelf")
            ),
        ),
    ]);
    let catalog = read(folder.path(), &[]).unwrap();
    assert_eq!(names(&catalog), ["a", "b"]);
}

/// catalog.md, From a build script: `cfg(feature)` is evaluated, another cfg is listed.
#[test]
fn features_are_evaluated_and_other_conditions_listed() {
    let folder = simple(
        "permdock::define_operations! { pub mod operations for App in permissions;
            #[cfg(feature = \"daily-run\")] daily { permission: report::run }
            #[cfg(not(feature = \"daily-run\"))] weekly { permission: report::run }
            #[cfg(all(unix, feature = \"daily-run\"))] shell { permission: report::run }
            #[cfg(windows)] twice { permission: report::run }
            #[cfg(not(windows))] twice { permission: report::run, meta: { risk: low } }
        }",
    );
    let off = read(folder.path(), &[]).unwrap();
    assert_eq!(names(&off), ["twice", "twice", "weekly"]);
    let on = read(folder.path(), &["daily-run"]).unwrap();
    assert_eq!(names(&on), ["daily", "shell", "twice", "twice"]);
    let cfg = |place: usize| on.operations()[place].cfg.as_deref();
    assert_eq!(
        (cfg(0), cfg(1), cfg(2)),
        (None, Some("unix"), Some("not(windows)"))
    );
    assert_eq!(names(&on.unconditional()), ["daily"]);
    Catalog::read(on.to_json().as_bytes()).unwrap();
}

/// catalog.md, From a build script: what cannot be known from source says what to do.
#[test]
fn what_cannot_be_read_is_refused_with_its_place() {
    let made = "\n\nmacro_rules! table { () => { permdock::define_operations! { mod t for App in p; } } }\ntable!();\n";
    let fault = refused(simple(made).path());
    assert_eq!(
        fault,
        "error: a table made by another macro cannot be read from source
 --> src/operations.rs:3:1
  |
3 | macro_rules! table { () => { permdock::define_operations! { mod t for App in p; } } }
  | ^^^^^^^^^^^
  = help: write `define_permissions!` and `define_operations!` out where the table is declared"
    );
    let fault = refused(simple("    include!(\"table.rs\");\n").path());
    assert!(
        fault.contains("src/operations.rs:1:5") && fault.contains("#[path"),
        "{fault}"
    );
    let computed = TABLE.replace("\"report.run-daily\" as", "concat!(\"a\", \"b\") as");
    let fault = refused(simple(&computed).path());
    assert!(fault.contains("src/operations.rs:7:11"), "{fault}");
}

#[test]
fn faults_of_the_table_are_those_of_the_macro() {
    let fault = refused(simple(&TABLE.replace("risk: high", "risk: hihg")).path());
    assert!(
        fault.contains("unknown risk `hihg`: did you mean `high`?")
            && fault.contains("src/operations.rs:6:23\n")
            && fault.contains("  ^^^^"),
        "{fault}"
    );
    let fault = refused(simple("pub fn broken( {}\n").path());
    assert!(fault.contains("src/operations.rs:1:"), "{fault}");
    let fault = refused(simple("permdock::define_operations! { pub mod t }").path());
    assert!(fault.contains("src/operations.rs:1:42"), "{fault}");
    let fault = refused(simple("mod missing;").path());
    assert!(
        fault.contains("cannot read `src/operations/missing.rs`")
            && fault.contains("src/operations.rs:1:5"),
        "{fault}"
    );
    let fault = refused(simple("fn nothing() {}").path());
    assert!(
        fault.contains("there is no `define_operations!`"),
        "{fault}"
    );
}

/// catalog.md, Command line: PD067.
#[test]
fn a_leaf_of_another_tree_is_refused() {
    let fault = refused(simple(&TABLE.replace("report::run", "report::walk")).path());
    assert!(
        fault.contains("PD067: the permission `report.walk` of `report.run-daily`")
            && fault.contains("src/operations.rs:7:50"),
        "{fault}"
    );
}

#[test]
fn two_tables_with_one_name_are_refused() {
    let twice = format!("{TABLE}mod second {{ {TABLE} }}");
    let fault = refused(simple(&twice).path());
    assert!(
        fault.contains("two operations are named `sendInvoice`"),
        "{fault}"
    );
}

#[test]
fn the_configuration_is_checked() {
    let with =
        |line: &str| refused(package(&[("Cargo.toml", &format!("{MANIFEST}{line}\n"))]).path());
    let fault = with("operation = \"src/operations.rs\"");
    assert!(fault.contains("did you mean `operations`?"), "{fault}");
    let fault = with("catalog = \"../catalog.json\"");
    assert!(fault.contains("leads out of the package"), "{fault}");
    let fault = with("catalog = \"/etc/catalog.json\"");
    assert!(fault.contains("leads out of the package"), "{fault}");
    let fault = with("operations = 1");
    assert!(
        fault.contains("`operations` is a path in quotes"),
        "{fault}"
    );
    let fault = with("");
    assert!(
        fault.contains("cannot read `src/permissions.rs`"),
        "{fault}"
    );
    assert!(fault.contains("cannot read `src/operations.rs`"), "{fault}");
}

mod compiled {
    use permdock::NoInput;

    pub(crate) struct Invoice;
    pub(crate) struct App;

    include!("catalog/table.rs");
}

/// One file is compiled here and read there.
#[test]
fn the_compiled_table_and_its_source_say_the_same() {
    let folder = package(&[
        (
            "Cargo.toml",
            &format!("{MANIFEST}permissions = \"table.rs\"\noperations = \"table.rs\"\n"),
        ),
        ("table.rs", include_str!("catalog/table.rs")),
    ]);
    let features: &[&str] = if cfg!(feature = "tracing") {
        &["tracing"]
    } else {
        &[]
    };
    let source = read(folder.path(), features).unwrap();
    let compiled = Catalog::of(&compiled::operations::OPERATIONS);
    assert_eq!(compiled.comparable_to(&source), source.unconditional());
    assert_eq!(names(&source).len(), 6 + features.len());
    let conditional = source.operations().iter().filter(|one| one.cfg.is_some());
    assert_eq!(conditional.count(), 2);
}

/// A table as text, and what it says.
fn any_table() -> impl Strategy<Value = String> {
    let entry = (
        "[a-z][a-z0-9]{0,6}",
        0..3_usize,
        any::<bool>(),
        proptest::option::of(0..4_usize),
        proptest::sample::subsequence(vec!["read", "write", "delete", "send"], 0..4),
        proptest::option::of("[A-Za-z][A-Za-z \"\\\\é]{0,10}"),
    );
    proptest::collection::vec(entry, 0..12).prop_map(|entries| {
        let mut text = String::from(
            "permdock::define_operations! { pub mod operations for App in permissions;\n",
        );
        for (place, (name, leaf, results, risk, effects, title)) in entries.into_iter().enumerate()
        {
            let leaf = [
                "billing::invoice::read",
                "billing::invoice::submit",
                "report::run",
            ][leaf];
            text.push_str(&format!(
                "\"{name}.{place}\" as h{place} {{ permission: {leaf}, "
            ));
            if results {
                text.push_str("results: billing::invoice::read, ");
            }
            text.push_str("meta: { ");
            if let Some(risk) = risk {
                let risk = ["low", "medium", "high", "critical"][risk];
                text.push_str(&format!("risk: {risk}, "));
            }
            text.push_str(&format!("effects: [{}], ", effects.join(", ")));
            if let Some(title) = title {
                text.push_str(&format!("title: {title:?}, "));
            }
            text.push_str("} }\n");
        }
        text + "}\n"
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// What the collector reads is what the macro's core reads.
    #[test]
    fn the_collector_reads_what_the_macro_reads(table in any_table()) {
        use permdock_macros_core::{check, errors::Errors, parse};
        use syn::parse::Parser as _;

        let catalog = read(simple(&table).path(), &[]).unwrap();
        let file = syn::parse_file(&table).unwrap();
        let syn::Item::Macro(item) = &file.items[0] else { panic!("a macro") };
        let model = parse::operations.parse2(item.mac.tokens.clone()).unwrap();
        let mut errors = Errors::default();
        let checked = check::operations(&model, &mut errors);
        prop_assert!(errors.finish().is_none());
        prop_assert_eq!(checked.entries.len(), catalog.operations().len());
        for entry in &checked.entries {
            let found = catalog.operations().iter().find(|one| one.name == entry.name).unwrap();
            let key = |path: &syn::Path| {
                let words: Vec<_> = path.segments.iter().map(|one| one.ident.to_string()).collect();
                words.join(".")
            };
            prop_assert_eq!(entry.permission.map(key), Some(found.permission.clone()));
            prop_assert_eq!(entry.results.map(key), found.results.clone());
            let risk = entry.meta.risk.map(ToString::to_string);
            prop_assert_eq!(risk, found.meta.risk.map(|risk| risk.to_string()));
            let effects: Vec<_> = entry.meta.effects.iter().map(ToString::to_string).collect();
            let found_effects: Vec<_> = found.meta.effects.iter().map(ToString::to_string).collect();
            prop_assert_eq!(effects, found_effects);
            prop_assert_eq!(entry.meta.title.map(syn::LitStr::value), found.meta.title.clone());
        }
        Catalog::read(catalog.to_json().as_bytes()).unwrap();
    }
}
