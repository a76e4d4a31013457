//! The fixed words of a prompt, and who asks for whom in words.

use crate::caller::{Actor, Principal};
use crate::text::quoted;

/// The heading of the terms.
pub(super) const TERMS: &str = "Terms";
/// The words before, or on, the link.
pub(super) const DECIDE: &str = "Open to decide";
/// What is said beside the link.
pub(super) const OPENING: &str = "Opening the page approves nothing by itself.";

/// Who asks and for whom: `the agent "assistant", for the user "u_3"`. Ids come from outside: in
/// quotes, none of them can pass for these words.
pub(super) fn asks(principal: &Principal, actor: Option<&Actor>) -> String {
    let whom = match principal {
        Principal::User(identity) | Principal::Service(identity) => {
            let issuer = identity
                .issuer()
                .map_or_else(String::new, |issuer| format!(" of {}", quoted(issuer)));
            format!("the {} {}{issuer}", principal.kind(), quoted(identity.id()))
        }
        Principal::Anonymous => "nobody in particular".to_owned(),
    };
    match actor {
        Some(actor) => format!("the {} {}, for {whom}", actor.kind(), quoted(actor.id())),
        None => whom,
    }
}
