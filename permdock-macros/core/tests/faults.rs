//! Faults: each is found, in source order, and nothing that is written makes the parser panic.

#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a failure is the test's"
)]

use permdock_macros_core::check;
use permdock_macros_core::errors::Errors;
use permdock_macros_core::{define_operations, define_permissions, parse};
use proc_macro2::TokenStream;
use proptest::prelude::*;
use quote::quote;
use syn::parse::Parser;

fn of_operations(source: TokenStream) -> Vec<String> {
    let model = parse::operations.parse2(source).unwrap();
    let mut errors = Errors::default();
    check::operations(&model, &mut errors);
    texts(errors)
}

fn of_permissions(source: TokenStream) -> Vec<String> {
    let model = parse::permissions.parse2(source).unwrap();
    let mut errors = Errors::default();
    check::permissions(&model, &mut errors);
    texts(errors)
}

fn texts(errors: Errors) -> Vec<String> {
    let errors = errors.finish().into_iter().flatten();
    errors.map(|error| error.to_string()).collect()
}

fn in_table(entries: TokenStream) -> Vec<String> {
    of_operations(quote! { mod operations for App in permissions; #entries })
}

#[test]
fn a_good_table_has_no_fault() {
    let found = in_table(quote! {
        a { permission: b::c, data: |app, input: &I| app.get::<A, B>(input), meta: {}, }
        "x.y-z" as xyz { meta: { effects: [] }, results: b::c, permission: b::c, input: T<A, B> },
        r#type { permission: r#type::r#match }
    });
    assert_eq!(found, [""; 0]);
}

#[test]
fn faults_come_in_source_order() {
    let found = in_table(quote! {
        a { meta: { risk: severe }, permission: "a.b", unknown: 1 }
        A { permission: b::c, data: 3 }
        => {}
        b {}
    });
    let starts = [
        "unknown risk `severe`",
        "`permission` is a path",
        "unknown part of an operation `unknown`",
        "`a` and `A` are one name",
        "first declared here",
        "a loader is a closure",
        "expected the name of an operation",
        "`b` has no permission",
    ];
    assert_eq!(found.len(), starts.len(), "{found:#?}");
    for (text, start) in found.iter().zip(starts) {
        assert!(text.starts_with(start), "{text}");
    }
}

#[test]
fn a_fault_in_a_loader_ends_with_its_part() {
    let found = in_table(quote! {
        a { data: |app, input: &I| .., results: b::c, permission: b::c }
        b { data: |app: &App, input: &I| a + , permission: "b.c" }
    });
    assert!(
        found
            .iter()
            .any(|text| text.contains("`b::c` without quotes")),
        "{found:#?}"
    );
}

#[test]
fn the_nearest_word_is_offered() {
    for (written, meant) in [
        ("hgih", "high"),
        ("High", "high"),
        ("crit", "critical"),
        ("mediun", "medium"),
    ] {
        let word = quote::format_ident!("{written}");
        let found = in_table(quote!(a { permission: b::c, meta: { risk: #word } }));
        assert!(
            found[0].contains(&format!("did you mean `{meant}`?")),
            "{found:?}"
        );
    }
    let found = in_table(quote!(a { permission: b::c, meta: { risk: terrible } }));
    assert!(!found[0].contains("did you mean"), "{found:?}");
}

#[test]
fn names_under_cfg_may_repeat() {
    let found = in_table(quote! {
        #[cfg(a)] a { permission: b::c }
        #[cfg(b)] a { permission: b::c }
        #[cfg(c)] A { permission: b::c }
    });
    assert_eq!(found, [""; 0]);
}

#[test]
fn a_tree_as_deep_as_no_key_can_be_is_a_fault() {
    let mut inner = quote!(a);
    for _ in 0..200 {
        inner = quote!(a { #inner });
    }
    let found = of_permissions(quote!(mod permissions { #inner }));
    assert!(
        found.iter().any(|text| text.starts_with("nested too deep")),
        "{found:?}"
    );
}

#[test]
fn leaves_are_counted_in_source_order() {
    let source = quote!(mod permissions { a { x, b { y } z } c: Row { w } });
    let model = parse::permissions.parse2(source).unwrap();
    let mut errors = Errors::default();
    let tree = check::permissions(&model, &mut errors);
    assert!(errors.finish().is_none());
    let leaves: Vec<_> = tree
        .leaves()
        .iter()
        .map(|leaf| (leaf.index, leaf.key.clone()))
        .collect();
    let expected = [(0, "a.x"), (1, "a.b.y"), (2, "a.z"), (3, "c.w")];
    assert_eq!(leaves, expected.map(|(index, key)| (index, key.to_owned())));
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "dropped unread")]
fn errors_refuse_to_be_dropped_unread() {
    let _ = Errors::default();
}

/// Words that a table is made of, and some that it is not.
const WORDS: &[&str] = &[
    "crate",
    "=",
    ";",
    "pub",
    "mod",
    "operations",
    "for",
    "App",
    "in",
    "permissions",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "::",
    "|",
    "||",
    "&",
    "permission",
    "data",
    "input",
    "results",
    "meta",
    "risk",
    "effects",
    "title",
    "high",
    "send",
    "\"a.b\"",
    "as",
    "async",
    "move",
    "#",
    "!",
    "cfg",
    "doc",
    "deprecated",
    "r#type",
    "type",
    "_",
    "1",
    ".",
    "..",
    "->",
    "'a",
    "<",
    ">",
    "billing",
    "+",
];

fn soup() -> impl Strategy<Value = TokenStream> {
    prop::collection::vec(prop::sample::select(WORDS), 0..40)
        .prop_filter_map("braces match", |words| words.join(" ").parse().ok())
}

/// A good table with one word taken out, put in or changed.
fn nearly() -> impl Strategy<Value = TokenStream> {
    const TABLE: &str = "pub mod operations for App in permissions ; # [ doc = \"a\" ] a { permission : \
        b :: c , data : async | app : & App , input : & I | app . get ( input ) . await , meta : { risk : \
        high , effects : [ send , read ] , title : \"T\" } , } \"b.c\" as d { permission : b :: c , \
        results : b :: c , input : I }";
    let length = TABLE.split_whitespace().count();
    (0..length, prop::sample::select(WORDS), 0..3).prop_filter_map(
        "braces match",
        |(place, word, how)| {
            let mut words: Vec<_> = TABLE.split_whitespace().collect();
            match how {
                0 => drop(words.remove(place)),
                1 => words.insert(place, word),
                _ => words[place] = word,
            }
            words.join(" ").parse().ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(2_000)
    })]

    #[test]
    fn no_soup_of_tokens_makes_it_panic(tokens in soup()) {
        let _ = define_operations(tokens.clone());
        let _ = define_permissions(tokens.clone());
        let _ = define_operations(quote!(mod operations for App in permissions; #tokens));
        let _ = define_operations(quote!(mod operations for App in permissions; a { #tokens }));
        let _ = define_permissions(quote!(mod permissions { #tokens }));
    }

    #[test]
    fn a_table_that_is_nearly_good_expands_to_rust(tokens in nearly()) {
        // syn reads a statement that begins with `crate` as an item; the compiler does not.
        prop_assume!(!tokens.to_string().contains("crate"));
        let expanded = define_operations(tokens);
        prop_assert!(syn::parse2::<syn::File>(expanded).is_ok());
    }
}
