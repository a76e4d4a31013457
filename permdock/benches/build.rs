//! Writes the tables of the look-up benchmark: 100, 1,000 and 10,000 operations with the kind of
//! names that applications give them.

use std::fmt::Write as _;
use std::path::Path;

const VERBS: [&str; 10] = [
    "list", "get", "create", "update", "delete", "send", "approve", "export", "archive", "restore",
];
const NOUNS: [&str; 20] = [
    "Invoice",
    "Customer",
    "Payment",
    "Report",
    "User",
    "Order",
    "Product",
    "Shipment",
    "Contract",
    "Ticket",
    "Comment",
    "Webhook",
    "Subscription",
    "Refund",
    "Quote",
    "Budget",
    "Account",
    "Team",
    "Project",
    "Document",
];

fn name(place: usize) -> String {
    let (verb, noun) = (VERBS[place % 10], NOUNS[place / 10 % 20]);
    match place / 200 {
        0 => format!("{verb}{noun}"),
        round => format!("{verb}{noun}{round}"),
    }
}

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = std::env::var("OUT_DIR").map_err(std::io::Error::other)?;
    let mut tables = String::new();
    for size in [100, 1_000, 10_000] {
        let _ = writeln!(
            tables,
            "permdock::define_operations! {{\n    /// {size} operations.\n    pub mod names_{size} for () in permissions;\n"
        );
        for place in 0..size {
            let _ = writeln!(tables, "    {} {{ permission: thing::read }}", name(place));
        }
        tables.push_str("}\n");
    }
    std::fs::write(Path::new(&out).join("names.rs"), tables)
}
