//! What documents name: links, paths and commands; and the number of their words.

use crate::USAGE;
use crate::workspace::{Package, output, packages};
use anyhow::{Result, ensure};
use setwise_book::markdown::{self, Code};
use std::collections::{BTreeMap, BTreeSet};
use std::{fs, path::Path};

/// More words than this nobody reads.
const MOST_WORDS: usize = 31_350;

/// What setwise-measure and `.ci/weight` write or render, and records of the past.
const NOT_COUNTED: &str = "CHANGELOG.md docs/aside.md docs/formats.md docs/nnue.md docs/notes/ \
    docs/perft.md docs/performance.md docs/piecewise.md docs/weight.md tools/measure/ /tests/data/";

/// Pages of other revisions: their files and commands may be gone.
const RECORDS: [&str; 3] = ["CHANGELOG.md", "docs/aside.md", "docs/notes/"];

const FILES: [&str; 14] = [
    "c", "cpp", "csv", "h", "hpp", "json", "md", "py", "rs", "sh", "svg", "toml", "txt", "yml",
];

/// Prints each fault of each document, and the number of words.
pub(crate) fn check(root: &Path) -> Result<()> {
    let files = output(root, "git ls-files --cached --others --exclude-standard")?;
    let mut tree = Tree::default();
    for file in files.lines().filter(|file| root.join(file).exists()) {
        let is_read = [".md", "report.html", "Cargo.toml"].iter();
        let mut text = String::new();
        if is_read.clone().any(|end| file.ends_with(end)) || file.starts_with(".ci/") {
            text = fs::read_to_string(root.join(file))?;
        }
        if file.ends_with("Cargo.toml") && text.contains("[workspace]") {
            let folder = root.join(file);
            let found = packages(folder.parent().unwrap_or(root))?;
            tree.packages.extend(found);
        } else if text.contains("\nparts \"$@\"") {
            let parts = output(root, &format!("bash {file} --list"))?;
            tree.parts.insert(
                file.into(),
                parts.split_whitespace().map(str::to_owned).collect(),
            );
        }
        tree.texts.insert(file.into(), text);
    }
    let mut faults = 0;
    // What setwise-measure renders is checked where it is a page.
    let is_page = |file: &str| file.ends_with(".md") && !file.starts_with("tools/measure/");
    for file in tree.texts.keys() {
        if is_page(file) || file.ends_with("report.html") {
            for fault in tree.faults(file) {
                println!("{file}:{fault}");
                faults += 1;
            }
        }
    }
    let words = tree.words();
    println!("{words} words in documents");
    ensure!(faults == 0, "{faults} faults in documents");
    ensure!(words <= MOST_WORDS, "more than {MOST_WORDS} words");
    Ok(())
}

/// The files of the repository, with the text of some, and what commands name.
#[derive(Default)]
struct Tree {
    texts: BTreeMap<String, String>,
    packages: Vec<Package>,
    /// The parts of the scripts that have some.
    parts: BTreeMap<String, Vec<String>>,
}

impl Tree {
    fn words(&self) -> usize {
        let is_left_out = |file: &str| NOT_COUNTED.split(' ').any(|part| file.contains(part));
        let is_counted = |file: &str| file.ends_with(".md") && !is_left_out(file);
        let texts = self.texts.iter().filter(|(file, _)| is_counted(file));
        let lines = texts.flat_map(|(_, text)| markdown::read(text).1);
        lines.map(|line| line.split_whitespace().count()).sum()
    }

    /// Returns the faults of a document, each behind its line.
    fn faults(&self, file: &str) -> Vec<String> {
        let mut faults = Vec::new();
        let (code, lines) = markdown::read(&self.texts[file]);
        for (line, number) in lines.iter().zip(1..) {
            for target in links(line, file.ends_with(".md")) {
                let fault = self.fault_of_link(file, target);
                faults.extend(fault.map(|fault| format!("{number}: {target}: {fault}")));
            }
        }
        if !RECORDS.iter().any(|part| file.starts_with(part)) && file.ends_with(".md") {
            for one in &code {
                let found = self.missing_paths(&one.text).chain(self.of_commands(one));
                faults.extend(found.map(|fault| format!("{}: {fault}", one.line)));
            }
        }
        faults
    }

    fn fault_of_link(&self, file: &str, target: &str) -> Option<&str> {
        if target.contains(':') {
            let is_placeholder = target.split('/').nth(2)?.ends_with(".example");
            return is_placeholder.then_some("a placeholder");
        }
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let mut found: Vec<_> = file.split('/').collect();
        if !path.is_empty() {
            found.pop();
        }
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(found.pop()),
                _ => found.push(part),
            }
        }
        let found = found.join("/");
        // mdbook makes it.
        if found == "docs/book/index.html" {
            return None;
        }
        let book = "docs/book/src/";
        if file.starts_with(book) && !found.starts_with(book) {
            return Some("not in the book");
        }
        let folder = format!("{found}/");
        let mut files = self.texts.keys();
        if !files.any(|file| *file == found || file.starts_with(&folder) || found.is_empty()) {
            return Some("no such file");
        }
        let is_there = anchor.is_empty()
            || !found.ends_with(".md")
            || anchors(&self.texts[&found]).contains(anchor);
        (!is_there).then_some("no such heading")
    }

    /// The paths in code that look like those of the repository but are not.
    fn missing_paths<'a>(&'a self, text: &'a str) -> impl Iterator<Item = String> + 'a {
        let is_part = |c: char| c.is_alphanumeric() || "_-./".contains(c);
        let tokens = text.split_inclusive(move |c| !is_part(c));
        tokens.filter_map(move |token| {
            let path = token.trim_end_matches(|c| !is_part(c));
            // What a pattern says before its first free part.
            let is_pattern = token.ends_with(['*', '<', '{', '[', '$', '…']);
            let path = if is_pattern {
                path.rsplit_once('/')?.0
            } else {
                path.trim_end_matches(['.', '/'])
            };
            let outside = ["..", ".", "path", "to", "setwise"];
            let parts = path.split('/').skip_while(|part| outside.contains(part));
            let path = parts.collect::<Vec<_>>().join("/");
            let (first, _) = path.split_once('/')?;
            let first = format!("{first}/");
            let is_file = FILES.contains(&path.rsplit_once('.').map_or("", |(_, end)| end));
            let mut files = self.texts.keys();
            let is_ours = is_file || files.any(|file| file.starts_with(&first));
            if first == "/" || first == "target/" || !is_ours {
                return None;
            }
            let path = format!("/{path}/");
            let mut files = self.texts.keys();
            let is_there = files.any(|file| format!("/{file}/").contains(&path));
            (!is_there).then(|| format!("{}: no such path", path.trim_matches('/')))
        })
    }

    fn of_commands(&self, code: &Code) -> Vec<String> {
        let mut faults = Vec::new();
        let first = |line: &'static str| line.split(' ').next();
        let is_task =
            |task: &str| is_free(task) || USAGE.lines().any(|line| first(line) == Some(task));
        for words in code.commands() {
            let words = words.iter().map(String::as_str);
            let words = words.filter(|word| !word.starts_with('+'));
            let words: Vec<_> = words.take_while(|word| *word != "--").collect();
            match words.as_slice() {
                ["cargo", "xtask", task, ..] if !is_task(task) => {
                    faults.push(format!("{task}: no such task"));
                }
                ["cargo", words @ ..] if !words.is_empty() => faults.extend(self.of_cargo(words)),
                [script, parts @ ..] => {
                    if let Some(known) = self.parts.get(*script) {
                        let is_named = |part: &&&str| !part.starts_with('-') && !is_free(part);
                        let parts = parts.iter().filter(is_named);
                        let unknown = parts.filter(|part| !known.contains(&(**part).to_owned()));
                        faults.extend(unknown.map(|part| format!("{part}: no part of {script}")));
                    }
                }
                _ => {}
            }
        }
        faults
    }

    fn of_cargo(&self, words: &[&str]) -> Vec<String> {
        let words: Vec<_> = words.iter().flat_map(|word| word.split('=')).collect();
        let of = |options: &[&str]| -> Vec<&str> {
            let pairs = words.windows(2).filter(|pair| options.contains(&pair[0]));
            let values = pairs.map(|pair| pair[1]);
            values.filter(|value| !is_free(value)).collect()
        };
        let mut named = of(&["-p", "--package"]);
        if words[0] == "add" || words[0] == "install" {
            let is_own = |word: &&&str| word.starts_with("setwise-") && !word.contains('/');
            named.extend(words[1..].iter().filter(is_own));
        }
        let known = |name: &str| self.packages.iter().find(|package| package.name == name);
        let unknown = named.iter().filter(|name| known(name).is_none());
        let unknown = unknown.map(|name| format!("{name}: no such package"));
        let mut faults: Vec<_> = unknown.collect();
        let is_named = |one: &&Package| named.is_empty() || named.contains(&&*one.name);
        let scope: Vec<_> = self.packages.iter().filter(is_named).collect();
        let features = of(&["-F", "--features"]);
        for feature in features.iter().flat_map(|all| all.split(',')) {
            let has = match feature.split_once('/') {
                Some((name, feature)) => {
                    known(name).is_some_and(|one| one.features.contains_key(feature))
                }
                None => scope.iter().any(|one| one.features.contains_key(feature)),
            };
            if !has {
                faults.push(format!("{feature}: no such feature"));
            }
        }
        for kind in ["bench", "bin", "example", "test"] {
            for name in of(&[&format!("--{kind}")]) {
                let mut targets = scope.iter().flat_map(|one| &one.targets);
                if !targets.any(|one| one.name == name && one.kind.iter().any(|is| is == kind)) {
                    faults.push(format!("{name}: no such {kind}"));
                }
            }
        }
        faults
    }
}

/// In capitals or brackets stands what the reader chooses.
fn is_free(word: &str) -> bool {
    word.contains(|c: char| c.is_uppercase() || "<[{$…".contains(c))
}

/// The targets of the links of a line that are not code.
fn links(line: &str, is_markdown: bool) -> impl Iterator<Item = &str> {
    let begins = ["](", "href=\"", "src=\""].into_iter();
    begins.flat_map(move |begin| {
        let is_used = is_markdown || begin != "](";
        let found = line.match_indices(begin).filter(move |_| is_used);
        found.filter_map(move |(at, _)| {
            let is_code = is_markdown && line[..at].matches('`').count() % 2 == 1;
            let target = line[at + begin.len()..].split([')', '"', ' ']).next()?;
            (!is_code).then_some(target)
        })
    })
}

/// The anchors of the headings, as GitHub and mdbook name them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for line in markdown::read(text).1 {
        let title = line.trim_start_matches('#');
        if title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        // Of a link the text stands.
        let mut parts = title.trim().split("](");
        let mut text = parts.next().unwrap_or_default().to_owned();
        parts.for_each(|part| text += part.split_once(')').map_or("", |(_, after)| after));
        let letters = text.chars().filter_map(|letter| match letter {
            ' ' => Some('-'),
            _ if letter.is_alphanumeric() || "-_".contains(letter) => Some(letter),
            _ => None,
        });
        let name: String = letters.collect::<String>().to_lowercase();
        let again = (1..).map(|i| format!("{name}-{i}"));
        let mut names = [name.clone()].into_iter().chain(again);
        anchors.extend(names.find(|name| !anchors.contains(name)));
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_fault_is_found() {
        let package = r#"[{"name": "setwise-cli", "manifest_path": "", "dependencies": [],
            "features": {"codecs": []}, "targets": [{"name": "cpu", "kind": ["example"]}]}]"#;
        let nnue = "# Networks\n## What `x86` limits\n## The [end](a.md): how?\n## Networks\n";
        let texts = [
            ("README.md", ""),
            ("crates/setwise/src/lib.rs", ""),
            ("docs/nnue.md", nnue),
            ("docs/book/src/c.md", ""),
            ("docs/page.md", ""),
            ("docs/report.html", ""),
            (".ci/run", ""),
        ];
        let texts = texts.map(|(file, text)| (file.to_owned(), text.to_owned()));
        let mut tree = Tree {
            texts: texts.into(),
            packages: serde_json::from_str(package).expect("packages"),
            parts: [(".ci/run".to_owned(), vec!["tests".to_owned()])].into(),
        };
        let mut faults = |file: &str, text: &str| {
            tree.texts.insert(file.into(), text.into());
            tree.faults(file).join("; ")
        };
        for right in [
            "[a](nnue.md#what-x86-limits) [b](../README.md) [c](../crates/setwise) `[d](e)`",
            "[a](nnue.md#networks-1) and [b](nnue.md#the-end-how), [c](https://example.org/#d)",
            "`crates/setwise/src/*.rs`, `src/lib.rs`, `docs/book/<cpu>/`, `target/a/b.rs`, `1/2`",
            "`cargo test -p setwise-cli --features codecs,setwise-cli/codecs -- --test no`",
            "`cargo run -p NAME --example cpu`, `.ci/run tests`, `.ci/run [PART...]`",
            "`cargo xtask layers`, `cargo install cargo-c`, `A=b cargo +nightly fuzz run x`",
            "```rust\nfn a() { cargo -p b; }\n```",
        ] {
            assert_eq!(faults("docs/page.md", right), "", "{right}");
        }
        for (wrong, fault) in [
            (
                "a\n[b](#what-limits-them)",
                "2: #what-limits-them: no such heading",
            ),
            ("[a](nnue.md#end)", "1: nnue.md#end: no such heading"),
            ("![a](b.svg)", "1: b.svg: no such file"),
            ("see `docs/gone.md`.", "1: docs/gone.md: no such path"),
            ("`src/gone.rs`", "1: src/gone.rs: no such path"),
            (
                "```sh\n\ncd ../setwise/crates/gone # a\n```",
                "3: crates/gone: no such path",
            ),
            (
                "`cargo run -p bench-perft`",
                "1: bench-perft: no such package",
            ),
            (
                "```sh\ncargo run --release \\\n  -p gone\n```",
                "2: gone: no such package",
            ),
            (
                "`(cd a && cargo add setwise-gone)`",
                "1: setwise-gone: no such package",
            ),
            ("`cargo test --features=a`", "1: a: no such feature"),
            (
                "`cargo test --features setwise-cli/a`",
                "1: setwise-cli/a: no such feature",
            ),
            ("`cargo test --test cpu`", "1: cpu: no such test"),
            ("`.ci/run tests\nlint`", "1: lint: no part of .ci/run"),
            ("`cargo xtask dance`", "1: dance: no such task"),
        ] {
            assert_eq!(faults("docs/page.md", wrong), fault, "{wrong}");
        }
        let outside = faults("docs/book/src/c.md", "[a](../../nnue.md)");
        assert_eq!(outside, "1: ../../nnue.md: not in the book");
        let page = r#"<a href="https://a.example">`cargo xtask dance`</a>"#;
        let placeholder = faults("docs/report.html", page);
        assert_eq!(placeholder, "1: https://a.example: a placeholder");
        assert_eq!(
            faults("docs/notes/a.md", "`cargo run -p gone` `docs/gone.md`"),
            ""
        );
        let words = "```sh\none two\n```\nthree `four` |";
        faults("README.md", words);
        for file in ["docs/page.md", "docs/book/src/c.md"] {
            faults(file, "");
        }
        assert_eq!(tree.words(), 3);
    }
}
