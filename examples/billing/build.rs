//! Writes the catalog of the table while building, and ends the build on a fault in it.

fn main() {
    permdock::build::catalog();
}
