//! Runs the program as its users do.

#![allow(
    dead_code,
    clippy::expect_used,
    reason = "shared by several test programs, each of which uses a part"
)]

use std::process::{Command, Output, Stdio};

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs it in a pipe.
pub(crate) fn billing(arguments: &[&str]) -> Run {
    with(arguments, &[])
}

/// Runs it in a pipe with these variables set.
pub(crate) fn with(arguments: &[&str], variables: &[(&str, &str)]) -> Run {
    let output = command(arguments).envs(variables.iter().copied()).output();
    run(output.expect("the program starts"))
}

/// Runs it with standard output closed by its reader.
pub(crate) fn unread(arguments: &[&str]) -> Run {
    let (reader, writer) = std::io::pipe().expect("there are pipes");
    drop(reader);
    let child = command(arguments)
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn();
    let output = child.expect("the program starts").wait_with_output();
    run(output.expect("the program ends"))
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_billing"));
    command.args(arguments);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

fn run(output: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run {
        code: output.status.code().expect("no signal ended it"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}
