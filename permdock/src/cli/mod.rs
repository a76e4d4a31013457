//! The command `permdock`: a thin shell around [`crate::catalog`]. Not part of the library's
//! interface.

mod args;
mod collect;
mod diff;
mod doctor;
mod out;
mod packages;
mod show;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use args::{Args, Command};
use out::Out;

/// Why a command ends with status 2.
pub(crate) type Refused = String;

/// How a command ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// Status 0.
    Good,
    /// Status 1.
    Differs,
}

/// Runs the command with the process's arguments.
pub fn main() -> ExitCode {
    let args = Args::parse();
    let mut out = Out::default();
    let end = match &args.command {
        Command::Collect(args) => collect::run(args, &mut out),
        Command::Doctor(args) => doctor::run(args, &mut out),
        Command::Diff(args) => diff::run(args, &mut out),
        Command::Show(args) => show::run(args, &mut out),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Args::command(), "permdock", &mut script);
            out.text(&String::from_utf8_lossy(&script));
            Ok(End::Good)
        }
    };
    out.flush();
    match end {
        Ok(End::Good) => ExitCode::SUCCESS,
        Ok(End::Differs) => ExitCode::from(1),
        Err(refused) => {
            out::error(&refused);
            ExitCode::from(2)
        }
    }
}
