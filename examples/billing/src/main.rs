//! billing
fn main() {}
