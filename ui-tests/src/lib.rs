//! What must not compile lives in the tests folder of this package.
