//! The width of comments, which rustfmt leaves as it is.

use crate::workspace::output;
use anyhow::{Result, ensure};
use std::fs;
use std::path::Path;

/// The width of code.
const WIDTH: usize = 100;

/// Checks that no line of a comment is wider than code. Tables, code and single words may be.
pub(crate) fn check(root: &Path) -> Result<()> {
    let mut wide = 0;
    for file in output(root, "git ls-files *.rs")?.lines() {
        let mut is_code = false;
        for (number, line) in fs::read_to_string(root.join(file))?.lines().enumerate() {
            let Some(comment) = line.trim_start().strip_prefix("//") else {
                is_code = false;
                continue;
            };
            let text = comment.trim_start_matches(['/', '!']);
            is_code ^= text.trim_start().starts_with("```");
            let is_free = is_code
                || text.starts_with("     ")
                || text.trim_start().starts_with(['|', '#'])
                || text.trim().split(' ').count() == 1;
            if !is_free && line.chars().count() > WIDTH {
                println!("{file}:{}: {} columns", number + 1, line.chars().count());
                wide += 1;
            }
        }
    }
    ensure!(wide == 0, "{wide} wide lines of comments");
    Ok(())
}
