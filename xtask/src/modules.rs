//! Which modules of a package use which, with names followed through re-exports: circles, uses
//! against the map of the source, and names taken from the root that a module declares. Modules and
//! what they declare have paths such as `crate::rays::Direction`.

use crate::workspace::{folder_of, folders, output};
use anyhow::{Result, anyhow};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::{fs, iter::successors, path::Path};

/// The tokens of a source.
type Words<'a> = &'a [&'a str];

/// A path in a module, as it is written; the name that it has in the module, empty for a path in an
/// expression or a type; and whether it is public.
struct Use(String, String, bool);

/// The modules of a package, and which of them use which.
pub(crate) struct Graph {
    modules: BTreeSet<String>,
    uses: BTreeSet<(String, String)>,
    /// The uses of names that the root only has from one of its modules.
    pub(crate) through_root: BTreeSet<String>,
}

impl Graph {
    /// Reads the sources of a package, without further programs.
    pub(crate) fn of(folder: &Path) -> Result<Self> {
        let list = "git ls-files --cached --others --exclude-standard src/*.rs :!src/bin";
        let list = output(folder, list)?;
        let list = list.lines().filter(|file| folder.join(file).exists());
        let read = |file| Ok((file, fs::read_to_string(folder.join(file))?));
        let mut sources: BTreeMap<_, _> = list.map(read).collect::<Result<_>>()?;
        if sources.contains_key("src/lib.rs") {
            sources.remove("src/main.rs");
        }
        Self::of_sources(&sources)
    }

    /// Tests use what they like, but not through the root. A parent that declares a child, or
    /// exports what it has, does not use it.
    fn of_sources(sources: &BTreeMap<&str, String>) -> Result<Self> {
        let list = sources.iter().filter(|(file, _)| !is_test(file));
        let modules: BTreeSet<_> = list.clone().map(|(file, _)| module(file)).collect();
        // By the path of a name that a `use` declares, the path that it stands for.
        let mut names = BTreeMap::new();
        let mut targets = Vec::new();
        for (file, text) in list {
            for Use(path, name, is_public) in uses(file, without_tests(text))? {
                if let Some(target) = absolute(&modules, &module(file), &path) {
                    if !name.is_empty() {
                        names.insert(format!("{}::{name}", module(file)), target.clone());
                    }
                    targets.push((module(file), target, is_public));
                }
            }
        }
        let mut through_root = BTreeSet::new();
        for (file, text) in sources {
            // The macros that it exports have no other way to its names.
            for Use(path, ..) in uses(file, &text.replace("$crate", ""))? {
                let end = path.match_indices("::").nth(1);
                let path = &path[..end.map_or(path.len(), |(at, _)| at)];
                if let Some(target) = names.get(path).filter(|_| !modules.contains(path)) {
                    through_root.insert(format!("{file} uses {path}, which is {target}"));
                }
            }
        }
        let mut uses = BTreeSet::new();
        for (module, target, is_public) in targets {
            let target = defined_in(&modules, &names, target);
            let is_export = is_public && prefixes(target).any(|prefix| prefix == module);
            // What the root declares is for other crates.
            if module != "crate" && target != "crate" && target != module && !is_export {
                uses.insert((module, target.to_owned()));
            }
        }
        Ok(Self {
            modules,
            uses,
            through_root,
        })
    }

    /// Returns the circles of modules that use each other.
    pub(crate) fn circles(&self) -> Vec<String> {
        let uses = self.uses.iter();
        let graph = DiGraphMap::<_, ()>::from_edges(uses.map(|(from, to)| (&**from, &**to)));
        let mut circles = tarjan_scc(&graph);
        circles.retain(|circle| circle.len() > 1);
        let line = |circle: &Vec<&str>| format!("{} use each other", circle.join(", "));
        circles.iter().map(line).collect()
    }

    /// Returns what does not fit the map in the documentation of a crate, a table with modules in
    /// its first column: each row uses those above it only, and each module has a row.
    pub(crate) fn off_the_map(&self, lib: &str) -> Vec<String> {
        let mut parts = lib.split("\n//! # ");
        let map = parts.find(|part| part.starts_with("Map of the source\n"));
        let lines = map.into_iter().flat_map(str::lines);
        let cells = lines.filter_map(|line| line.strip_prefix("//! |")?.split('|').next());
        let mut rows = BTreeMap::new();
        for (row, cell) in cells.enumerate() {
            // A name in a cell is every second part.
            let names = cell.split('`').skip(1).step_by(2);
            rows.extend(names.map(|name| (module(&format!("src/{name}")), row)));
        }
        let row = |module| prefixes(module).find_map(|prefix| rows.get(prefix));
        let mut found = Vec::new();
        for module in &self.modules {
            if module != "crate" && row(module).is_none() {
                found.push(format!("{module} is not on the map"));
            }
        }
        for name in rows.keys().filter(|name| !self.modules.contains(*name)) {
            found.push(format!("{name} of the map is no module"));
        }
        for (from, to) in &self.uses {
            if row(from) < row(to) {
                found.push(format!("{from} uses {to}, which is below it on the map"));
            }
        }
        found
    }
}

/// Returns the files that a package compiles but that belong to another one.
pub(crate) fn foreign_files(root: &Path) -> Result<Vec<String>> {
    let (root, folders) = (&root.canonicalize()?, folders(root)?);
    let mut found = Vec::new();
    let list = "git ls-files --cached --others --exclude-standard *.rs";
    for file in output(root, list)?.lines() {
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        let after = |begin| text.split(begin).skip(1);
        let ends = after("path = \"").chain(after("include!(\""));
        for name in ends.filter_map(|end| end.split('"').next()) {
            let path = root.join(file).with_file_name(name).canonicalize();
            let path = path.unwrap_or_default();
            let inside = path.strip_prefix(root);
            let is_foreign = |path| folder_of(&folders, path) != folder_of(&folders, file);
            if name.ends_with(".rs") && inside.is_ok_and(is_foreign) {
                found.push(format!("{file} compiles {name} of another package"));
            }
        }
    }
    Ok(found)
}

fn module(file: &str) -> String {
    let path = file.trim_end_matches('/').replace("src/", "crate/");
    let path = path.replace('/', "::");
    let ends = ["::lib.rs", "::main.rs", "::mod.rs", ".rs"];
    ends.iter().fold(path, |path, end| path.replace(end, ""))
}

pub(crate) fn is_test(file: &str) -> bool {
    file.contains("tests/") || file.ends_with("tests.rs")
}

/// The text of a source without its tests, which are its end if they are in it.
pub(crate) fn without_tests(text: &str) -> &str {
    text.split("\n#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or("")
}

/// Appends all tokens, with the delimiters of groups among them.
fn flatten(tokens: TokenStream, words: &mut Vec<String>) {
    for token in tokens {
        if let TokenTree::Group(group) = token {
            words.push("{".to_owned());
            flatten(group.stream(), words);
            words.push("}".to_owned());
        } else {
            words.push(token.to_string());
        }
    }
}

/// Returns the declarations `use` of a source, and the paths elsewhere that begin with `crate`.
fn uses(file: &str, text: &str) -> Result<Vec<Use>> {
    let tokens = text.parse().map_err(|error| anyhow!("{file}: {error}"))?;
    let (mut words, mut found) = (Vec::new(), Vec::new());
    flatten(tokens, &mut words);
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    let mut words = &*words;
    let mut before = "";
    while let [word, rest @ ..] = words {
        words = rest;
        if *word == "use" && rest.first() != Some(&"<") {
            // `pub(crate)` is for this crate only.
            words = tree(rest, "", before == "pub", &mut found);
        } else if *word == "crate" {
            let mut path = "crate".to_owned();
            while let [":", ":", name, rest @ ..] = words {
                path = path + "::" + name;
                words = rest;
            }
            found.push(Use(path, String::new(), false));
        }
        before = word;
    }
    Ok(found)
}

/// Reads the branches of a tree such as `a::{b, c as d}`, and returns what comes after its end.
fn tree<'a>(mut words: Words<'a>, before: &str, public: bool, found: &mut Vec<Use>) -> Words<'a> {
    let mut path = before.to_owned();
    let mut alias = None;
    while let [word, rest @ ..] = words {
        words = rest;
        match *word {
            "{" => {
                words = tree(rest, &path, public, found);
                path.clear();
            }
            "as" => (alias, words) = (rest.first(), &rest[1..]),
            "," | "}" | ";" => {
                let whole = path.trim_end_matches("::self").trim_end_matches("::*");
                let name = alias.take().copied().or(whole.rsplit("::").next());
                if let Some(name) = name.filter(|_| !whole.is_empty() && whole != before) {
                    found.push(Use(whole.to_owned(), name.to_owned(), public));
                }
                if *word != "," {
                    break;
                }
                path = before.to_owned();
            }
            part => path += part,
        }
    }
    words
}

/// The path from the root; nothing for another crate.
fn absolute(modules: &BTreeSet<String>, mut module: &str, path: &str) -> Option<String> {
    let path = format!("{path}::");
    let mut rest = path.trim_start_matches("self::");
    while let Some(after) = rest.strip_prefix("super::") {
        (rest, module) = (after, module.rsplit_once("::")?.0);
    }
    let own = format!("{module}::{rest}");
    let child = format!("{module}::{}", rest.split("::").next()?);
    let is_own = rest != path || modules.contains(&child);
    let path = if is_own { own } else { path };
    let is_here = path.starts_with("crate::");
    is_here.then(|| path.trim_end_matches("::").to_owned())
}

/// A path, and the paths of its parents.
fn prefixes(path: &str) -> impl Iterator<Item = &str> {
    successors(Some(path), |path| Some(path.rsplit_once("::")?.0))
}

/// The module that declares what a path from the root names.
fn defined_in<'a>(
    modules: &'a BTreeSet<String>,
    names: &BTreeMap<String, String>,
    mut path: String,
) -> &'a str {
    // As many steps as there are modules end every chain that is no circle.
    for _ in modules {
        let found = prefixes(&path).find_map(|prefix| Some((prefix.len(), names.get(prefix)?)));
        match found {
            Some((length, target)) if *target != path[..length] => {
                path.replace_range(..length, target);
            }
            _ => break,
        }
    }
    let module = prefixes(&path).find_map(|prefix| modules.get(prefix));
    module.map_or("crate", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_through_the_root() {
        let graph = |inner: &str| {
            let lib = "pub use a::{A, a, b::B as C}; mod a; mod d; pub struct D; use d::E;";
            let files = ["src/a/mod.rs", "src/a/b.rs", "src/d.rs"].map(|file| (file, ""));
            let files = files
                .into_iter()
                .chain([("src/lib.rs", lib), ("src/c.rs", inner)]);
            let files = files.map(|(file, text)| (file, text.to_owned())).collect();
            Graph::of_sources(&files)
                .expect("sources of Rust")
                .through_root
        };
        for right in [
            "use crate::a::{A, b::B}; use crate::{a::A as X, d, D};",
            "fn f() -> crate::D { crate::a::a() }",
            "macro_rules! m { () => { $crate::A } }",
        ] {
            assert_eq!(graph(right), BTreeSet::new(), "{right}");
        }
        for wrong in [
            "use crate::{d::X, A};",
            "fn f() { use crate::A; }",
            "pub(crate) use crate::A as X;",
            "fn f() { crate::A::new() }",
            "\n#[cfg(test)]\nmod tests { use crate::A; }",
        ] {
            let found = ["src/c.rs uses crate::A, which is crate::a::A".to_owned()];
            assert_eq!(graph(wrong), found.into(), "{wrong}");
        }
        for name in ["C", "E"] {
            assert_eq!(graph(&format!("use crate::{name};")).len(), 1, "{name}");
        }
    }
}
