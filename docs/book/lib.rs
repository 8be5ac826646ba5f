#![forbid(unsafe_code)]
//! The reader of documents, which other tests use; and tests of the book.
//!
//! `cargo test -p setwise-book` runs the book's Rust code, and that of README.md. `.ci/capi book`
//! runs the C and C++ code and the commands, and the tests of the Python package run the Python
//! code.

pub mod commands;
pub mod markdown;

/// Defines the list of chapters, and makes a doc test of each piece of Rust code in them.
macro_rules! chapters {
    ($($name:ident)*) => {
        #[cfg(test)]
        const CHAPTERS: &[(&str, &str)] = &[$((stringify!($name), include_str!(concat!("src/", stringify!($name), ".md")))),*];

        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("src/", stringify!($name), ".md"))]
            mod $name {}
        )*
    };
}

chapters! {
    introduction fills layouts dispatch algorithms matrix instruction_sets entry_points position searcher magic alpha_beta threats hour tuner training loader nnue_pytorch games month lenient rust c python systems features
}

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
mod readme {}

#[cfg(test)]
mod tests {
    use super::CHAPTERS;
    use std::path::Path;

    /// Returns the targets of the links of a text, without its code.
    fn links(text: &str) -> impl Iterator<Item = &str> {
        let prose = text.split("```").step_by(2);
        let rests = prose.flat_map(|prose| prose.split("](").skip(1));
        rests.filter_map(|rest| rest.split(')').next())
    }

    #[test]
    fn the_summary_has_all_chapters_in_order() {
        let summary: Vec<&str> = links(include_str!("src/SUMMARY.md")).collect();
        let chapters: Vec<String> = CHAPTERS
            .iter()
            .map(|(name, _)| format!("{name}.md"))
            .collect();
        assert_eq!(summary, chapters);
    }

    #[test]
    fn links_lead_to_chapters() {
        for (chapter, text) in CHAPTERS {
            for link in links(text).filter(|link| !link.starts_with("https://")) {
                let file = link.split('#').next().unwrap_or_default();
                let mut names = CHAPTERS.iter().map(|(name, _)| format!("{name}.md"));
                let is_known = file.is_empty() || names.any(|name| file == name);
                assert!(is_known, "{chapter}: {link}");
            }
        }
    }

    /// Files that the text names by their path, such as `docs/performance.md`.
    #[test]
    fn named_files_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folders = ["crates/", "docs/", "examples/", "python/", ".ci/"];
        for (chapter, text) in CHAPTERS {
            for code in text.split('`').skip(1).step_by(2) {
                let word = code.split(' ').next().unwrap_or_default();
                if folders.iter().any(|folder| word.starts_with(folder)) {
                    assert!(root.join(word).exists(), "{chapter}: {word}");
                }
            }
        }
    }

    /// Code that stands in a chapter as in a file, which a comment before the block names: all of
    /// it, or the lines between `ANCHOR` and `ANCHOR_END`.
    #[test]
    fn code_of_files_is_equal() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut compared = 0;
        for (chapter, text) in CHAPTERS {
            assert!(
                !text.contains("{{#"),
                "{chapter}: a reader of the source sees no code"
            );
            for place in text.split("<!--file:").skip(1) {
                let (name, rest) = place.split_once("-->\n\n```").unwrap();
                let shown = rest.split("\n```").next().unwrap();
                let (_, shown) = shown.split_once('\n').unwrap();
                let (path, anchor) = name.split_once(':').unwrap_or((name, ""));
                let file = std::fs::read_to_string(root.join(path)).unwrap();
                let lines = file.lines().map(str::trim_end);
                let is_mark = |line: &str, mark: &str| line.ends_with(&format!("{mark}: {anchor}"));
                let lines: Vec<_> = match anchor {
                    "" => lines.collect(),
                    _ => lines
                        .skip_while(|line| !is_mark(line, "ANCHOR"))
                        .skip(1)
                        .take_while(|line| !is_mark(line, "ANCHOR_END"))
                        .collect(),
                };
                assert!(lines.join("\n") == shown, "{chapter}: copy {name} again");
                compared += 1;
            }
        }
        assert_eq!(compared, 10, "chapters with code of files");
    }
}
