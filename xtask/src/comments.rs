//! The width of comments, which rustfmt leaves as it is.

use crate::workspace::output;
use anyhow::{Result, ensure};
use std::{fs, path::Path};

/// Checks that no line of a comment is wider than code, which has 100 columns. Tables, code and
/// single words may be.
pub(crate) fn check(root: &Path) -> Result<()> {
    let mut wide = 0;
    for file in output(root, "git ls-files *.rs")?.lines() {
        let mut is_code = false;
        for (line, number) in fs::read_to_string(root.join(file))?.lines().zip(1..) {
            let is_comment = line.trim_start().starts_with("//");
            let text = line.trim_start().trim_start_matches(['/', '!']);
            is_code = is_comment && is_code ^ text.trim_start().starts_with("```");
            let is_free = is_code
                || text.starts_with("     ")
                || text.trim_start().starts_with(['|', '#'])
                || text.trim().split(' ').count() == 1;
            if is_comment && !is_free && line.chars().count() > 100 {
                println!("{file}:{number}: {} columns", line.chars().count());
                wide += 1;
            }
        }
    }
    ensure!(wide == 0, "{wide} wide lines of comments");
    Ok(())
}
