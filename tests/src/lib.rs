//! What crosses crates lives in the tests folder of this package.
