//! What can be written on the command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// Reads, checks and compares the catalog of an application's permissions and operations.
#[derive(Debug, Parser)]
#[command(name = "permdock", version, propagate_version = true)]
#[command(
    after_help = "Exit status: 0 when all is well, 1 when something differs or was found, 2 on a fault.

Configuration, in the application's Cargo.toml:
  [package.metadata.permdock]
  permissions = \"src/permissions.rs\"
  operations = \"src/operations.rs\"
  catalog = \"permdock.catalog.json\""
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Writes the catalog of the sources.
    Collect(Collect),
    /// Finds what is wrong with tables and catalog; changes nothing.
    Doctor(Doctor),
    /// Tells what changed between two catalogs; status 1 when something breaks.
    Diff(Diff),
    /// Prints the table for people.
    Show(Show),
    /// Prints a shell's completions.
    #[command(
        after_help = "Example:\n  permdock completions bash > ~/.local/share/bash-completion/completions/permdock"
    )]
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
}

/// Which packages, and which of their features.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Selection {
    /// The package; else the one of this folder, else all that are configured.
    #[arg(short, long, value_name = "NAME")]
    pub(crate) package: Vec<String>,
    /// Every configured package of the workspace.
    #[arg(long, conflicts_with = "package")]
    pub(crate) workspace: bool,
    /// Another manifest than that of this folder.
    #[arg(long, value_name = "PATH")]
    pub(crate) manifest_path: Option<PathBuf>,
    /// Features in force, besides the default ones.
    #[arg(short = 'F', long, value_delimiter = ',', value_name = "FEATURES")]
    pub(crate) features: Vec<String>,
    /// Every feature.
    #[arg(long)]
    pub(crate) all_features: bool,
    /// Without the default features.
    #[arg(long)]
    pub(crate) no_default_features: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  permdock collect
  permdock collect --check --workspace    # in CI
  permdock collect -p billing --stdout")]
pub(crate) struct Collect {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Compares with the catalog that is there, prints what differs, and writes nothing.
    #[arg(long)]
    pub(crate) check: bool,
    /// Prints the catalog instead of writing it.
    #[arg(long, conflicts_with = "check")]
    pub(crate) stdout: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  permdock doctor
  permdock doctor --strict -p billing
  permdock doctor --json | jq '.findings[] | select(.severity == \"error\")'")]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Prints JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Warnings count as errors.
    #[arg(long)]
    pub(crate) strict: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  git show main:permdock.catalog.json > old.json
  permdock diff old.json permdock.catalog.json")]
pub(crate) struct Diff {
    /// The catalog before.
    pub(crate) old: PathBuf,
    /// The catalog after.
    pub(crate) new: PathBuf,
    /// Prints JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  permdock show --risk high,critical
  permdock show --effect send --format markdown
  permdock show --catalog old.json")]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// A catalog to read instead of the sources; it has no descriptions.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["package", "workspace"])]
    pub(crate) catalog: Option<PathBuf>,
    /// How.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
    /// Only operations of one of these risks.
    #[arg(long, value_delimiter = ',', value_name = "RISK")]
    pub(crate) risk: Vec<crate::Risk>,
    /// Only operations with one of these effects.
    #[arg(long, value_delimiter = ',', value_name = "EFFECT")]
    pub(crate) effect: Vec<crate::Effect>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Table,
    Markdown,
    Json,
}
