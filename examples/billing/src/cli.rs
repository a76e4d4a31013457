//! The command line: one question at a time.

mod decide;
mod tables;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use permdock::{Actor, Caller, Delegation, PermDock};

use crate::Failure;
use crate::data::App;
use crate::permissions::PERMISSIONS;
use crate::show::Show;

/// The exit status of a call that is denied, and of a prompt where there is nothing to approve.
const DENIED: u8 = 1;
/// The exit status of a command that makes no sense.
pub(crate) const USAGE: u8 = 2;
/// The exit status of a call that needs an approval.
const APPROVAL: u8 = 3;

const EXAMPLES: &str = r#"Examples:
  cargo run -p billing
  cargo run -p billing -- decide sendInvoice '{"id":"inv_1"}' --as u_1
  cargo run -p billing -- decide sendInvoice '{"id":"inv_2"}' --as u_1 --json
  cargo run -p billing -- list --as u_6
  cargo run -p billing -- prompt sendInvoice '{"id":"inv_2"}' --as u_1 --format mail"#;

const DECIDE: &str = r#"Exit status:
  0  granted
  1  denied
  2  bad usage, such as an unknown user; or the answer could not be written
  3  approval required

Examples:
  billing decide sendInvoice '{"id":"inv_1"}' --as u_1
  billing decide report.run-daily --as u_5
  billing decide sendInvoice '{"id":"inv_1"}' --as u_1 \
      --agent assistant --delegate billing.invoice.submit"#;

const PROMPT: &str = r#"Exit status:
  0  the prompt was printed
  1  there is nothing to approve: the call is granted or denied
  2  bad usage

Example:
  billing prompt sendInvoice '{"id":"inv_2"}' --as u_1 --format html"#;

/// A small billing application on one table of operations.
///
/// Without a command it walks through everything: what an agent, a chat author,
/// an automation and an approver each see of the same table and policy.
#[derive(Parser)]
#[command(name = "billing", version, after_help = EXAMPLES, verbatim_doc_comment)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Decide one call, and say what came of it and why
    #[command(after_help = DECIDE)]
    Decide {
        #[command(flatten)]
        call: Call,
        /// Answer with one JSON object
        #[arg(long)]
        json: bool,
    },
    /// List what somebody may do, on some row or with an approval
    List {
        #[command(flatten)]
        who: Who,
    },
    /// Show the table: each operation with its permission, risk and effects
    Operations {
        /// Answer with JSON, as the catalog writes it
        #[arg(long)]
        json: bool,
    },
    /// Show who there is, with their roles
    Users,
    /// Show what an approver sees of a call that needs an approval
    #[command(after_help = PROMPT)]
    Prompt {
        #[command(flatten)]
        call: Call,
        /// For which channel to render it
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
}

/// One call.
#[derive(Args)]
pub(crate) struct Call {
    /// The operation's name, exactly as `operations` shows it
    operation: String,
    /// The input as JSON; leave it out where there is none
    #[arg(default_value = "", hide_default_value = true)]
    input: String,
    #[command(flatten)]
    who: Who,
}

/// Who asks.
#[derive(Args)]
pub(crate) struct Who {
    /// For whom: a user's id, or `anonymous`
    #[arg(long = "as", value_name = "USER")]
    user: String,
    /// Let an agent of this name act for the user
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Delegate a permission to the agent; can be repeated
    #[arg(long, value_name = "KEY", requires = "agent")]
    delegate: Vec<String>,
}

/// A channel.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain text
    Text,
    /// An HTML fragment
    Html,
    /// A mail: subject, text part and HTML part
    Mail,
}

/// Answers one question. `code` is what to exit with, known before anything is written.
pub(crate) async fn run(
    command: Command,
    dock: &PermDock<App>,
    show: &mut Show<'_>,
    code: &mut ExitCode,
) -> Result<(), Failure> {
    match command {
        Command::Decide { call, json } => decide::decide(&call, json, dock, show, code).await,
        Command::Prompt { call, format } => decide::prompt(&call, format, dock, show, code).await,
        Command::List { who } => tables::list(&who, dock, show),
        Command::Operations { json } => tables::operations(json, show),
        Command::Users => tables::users(dock.app(), show),
    }
}

impl Who {
    /// The caller. A real host builds it from its own sign-in, never from what a caller says.
    fn caller(&self, app: &App) -> Result<Caller, Failure> {
        let person = match app.user(&self.user) {
            Some(user) => user.caller(),
            None if self.user == "anonymous" => Caller::anonymous(),
            None => return Err(unknown_user(&self.user, app)),
        };
        let Some(agent) = &self.agent else {
            return Ok(person);
        };
        let acting = person.acting(Actor::agent(agent.clone()));
        if self.delegate.is_empty() {
            return Ok(acting);
        }
        let leaf = |key: &String| PERMISSIONS.get(key).ok_or_else(|| unknown_key(key));
        let leaves: Vec<_> = self.delegate.iter().map(leaf).collect::<Result<_, _>>()?;
        Ok(acting.delegated(Delegation::permissions(leaves)))
    }

    /// Who asks, in words that are safe to show.
    fn words(&self, app: &App) -> String {
        let person = match app.user(&self.user) {
            Some(user) => user.to_string(),
            None => "nobody in particular".to_owned(),
        };
        match &self.agent {
            None => person,
            Some(agent) => {
                let agent = permdock::text::visible(agent);
                let delegated = match self.delegate.as_slice() {
                    [] => "nothing".to_owned(),
                    keys => keys.join(", "),
                };
                format!("the agent `{agent}` for {person}; delegated: {delegated}")
            }
        }
    }
}

fn unknown_user(id: &str, app: &App) -> Failure {
    let known = app.users.iter().map(|user| {
        format!(
            "\n  {}  {}, {}",
            user.id,
            user.name,
            user.roles.join(" and ")
        )
    });
    let id = permdock::text::visible(id);
    let known: String = known.collect();
    format!("there is no user `{id}`; there are:{known}\n  anonymous").into()
}

fn unknown_key(key: &str) -> Failure {
    let known: String = PERMISSIONS
        .iter()
        .map(|leaf| format!("\n  {leaf}"))
        .collect();
    let key = permdock::text::visible(key);
    format!("there is no permission `{key}`; there are:{known}").into()
}
