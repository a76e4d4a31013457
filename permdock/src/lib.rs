//! permdock

#[cfg(test)]
extern crate self as permdock;

mod canon;
pub mod operation;
mod permission;
pub mod text;

pub use operation::{
    AppOf, Effect, Handle, Input, LoadError, LoadResult, LoaderOutput, Meta, NoInput,
    OPERATION_EFFECTS, OPERATION_RISKS, Operation, OperationInput, OperationMap, ResultOf, Risk,
    RowOf, Schema, Table, UnknownWord, WithData, WithResults, is_operation_risk,
};
#[cfg(feature = "macros")]
pub use permdock_macros::{define_operations, define_permissions};
pub use permission::{Leaf, NoRow, Permission, PermissionSet, RowLeaf};

/// What the macros emit. Nothing here is part of the public interface.
#[doc(hidden)]
pub mod __private;
