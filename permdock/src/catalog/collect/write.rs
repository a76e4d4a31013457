//! Writing a file as a whole: whoever reads it sees the old one or the new one.

use std::io;
use std::path::Path;

/// Writes to a temporary file beside the target, then renames it. What is the same is left alone.
pub(crate) fn write_whole(target: &Path, text: &str) -> io::Result<bool> {
    if std::fs::read(target).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(false);
    }
    // A rename would replace a file that may not be written.
    if std::fs::metadata(target).is_ok_and(|old| old.permissions().readonly()) {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the file is read-only",
        ));
    }
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = target.with_file_name(name);
    let written =
        std::fs::write(&temporary, text).and_then(|()| std::fs::rename(&temporary, target));
    if written.is_err() {
        // What went wrong first is what counts.
        let _ = std::fs::remove_file(&temporary);
    }
    written.map(|()| true)
}
