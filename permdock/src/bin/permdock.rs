//! The command `permdock`.

fn main() -> std::process::ExitCode {
    permdock::cli::main()
}
