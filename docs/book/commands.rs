//! The commands in documents that run a program.

use crate::markdown::{self, Code};
use std::{fs, path::Path};

/// A command in a document that runs a program.
#[derive(Debug)]
pub struct Documented {
    /// The file and its line.
    pub place: String,
    /// Text may name a command without its arguments.
    pub is_text: bool,
    /// The program and its arguments.
    pub words: Vec<String>,
}

/// Returns all commands in documents that run a program, by name or by `cargo run` of its package.
pub fn documented(name: &str, package: &str) -> Vec<Documented> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ". docs docs/book/src python crates/setwise-cli examples/engine".split(' ') {
        for entry in root.join(folder).read_dir().expect("a folder") {
            let file = entry.expect("an entry").path();
            // Its commands are of other revisions.
            if file.extension() != Some("md".as_ref()) || file.ends_with("aside.md") {
                continue;
            }
            let text = fs::read_to_string(&file).expect("a document");
            let (all, lines) = markdown::read(&text);
            // So the report quotes commands of other revisions.
            let is_of_today = |code: &Code| !lines[code.line - 1].contains("as run then");
            for code in all.into_iter().filter(is_of_today) {
                for mut words in code.commands() {
                    let by_cargo = words.starts_with(&["cargo".into(), "run".into()])
                        && words.iter().any(|word| word == package);
                    if by_cargo {
                        let arguments = words.iter().position(|word| word == "--");
                        words.drain(..arguments.unwrap_or(words.len() - 1));
                        words[0] = name.into();
                    }
                    if words[0] == name && (by_cargo || words.len() > 1) {
                        found.push(Documented {
                            place: format!("{}:{}", file.display(), code.line),
                            is_text: code.language.is_none(),
                            words,
                        });
                    }
                }
            }
        }
    }
    found
}
