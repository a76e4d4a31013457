//! Reading a table: entry by entry, going on after a fault.

mod head;
mod meta;
mod operations;
mod permissions;
mod recover;
mod words;

pub use self::operations::operations;
pub use self::permissions::permissions;
