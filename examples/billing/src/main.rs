//! A small billing application on one table of operations.
//!
//! `cargo run -p billing` walks through it; `cargo run -p billing -- --help` asks it one thing.

mod cli;
mod data;
mod inputs;
mod log;
mod operations;
mod permissions;
mod policy;
mod show;
mod walk;

use std::io::{ErrorKind, Write as _};
use std::process::ExitCode;

use clap::Parser as _;
use permdock::PermDock;

/// Why there is no answer.
type Failure = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    match run(cli).await {
        Ok(code) => code,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::from(cli::USAGE)
        }
    }
}

async fn run(cli: cli::Cli) -> Result<ExitCode, Failure> {
    let log = log::Log::default();
    let app = data::App::shipped()?;
    let dock =
        PermDock::new(&operations::OPERATIONS, policy::policy()?, app).with_sink(log.clone());
    let mut out = anstream::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    let mut show = show::Show::new(&mut out);
    let done = match cli.command {
        None => walk::walk(dock, &log, &mut show).await,
        Some(command) => cli::run(command, &dock, &mut show, &mut code).await,
    };
    match done {
        Err(error) if reader_left(&*error) => Ok(code),
        Err(error) => Err(error),
        Ok(()) => Ok(code),
    }
}

/// Says on standard error what is wrong. There is nobody to tell when that is gone.
fn complain(what: &str) {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {what}");
}

/// Whether whoever read the output closed it, as `head` does: no fault, and no news to anybody.
fn reader_left(error: &(dyn std::error::Error + 'static)) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
