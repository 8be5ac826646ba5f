//! The modules of a crate with the paths that they use.

use crate::workspace::output;
use anyhow::{Result, anyhow};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A path in a module, as it is written; the name that it has in the module, none for a path in an
/// expression or a type; and whether it is public.
pub(crate) struct Use(pub Vec<String>, pub Option<String>, pub bool);

/// The uses of each module file, by its path; that of `lib.rs` is empty.
pub(crate) type Modules = BTreeMap<Vec<String>, Vec<Use>>;

/// Reads the sources of a package, without its programs and tests.
pub(crate) fn read(folder: &Path) -> Result<Modules> {
    let mut modules = Modules::new();
    let list = "git ls-files --cached --others --exclude-standard src/*.rs";
    for file in output(folder, list)?.lines() {
        let path = Path::new(file).with_extension("");
        let names = path.iter().skip(1);
        let mut name: Vec<_> = names
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        match name.last().map(String::as_str) {
            _ if name[0] == "bin" => continue,
            Some("main") => continue,
            Some("lib" | "mod") => drop(name.pop()),
            _ => {}
        }
        let text = fs::read_to_string(folder.join(file))?;
        // The tests of a file are its end.
        let text = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or("");
        let tokens: Result<TokenStream, _> = text.parse();
        let tokens = tokens.map_err(|error| anyhow!("{file}: {error}"))?;
        let mut uses = Vec::new();
        paths(tokens, &mut uses);
        modules.insert(name, uses);
    }
    Ok(modules)
}

fn is(token: &TokenTree, text: &str) -> bool {
    match token {
        TokenTree::Ident(ident) => ident == text,
        TokenTree::Punct(punct) => text.len() == 1 && text.starts_with(punct.as_char()),
        _ => false,
    }
}

/// Collects the declarations `use`, and the paths elsewhere that begin with `crate`.
fn paths(tokens: TokenStream, uses: &mut Vec<Use>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut i = 0;
    while i < tokens.len() {
        if is(&tokens[i], "use") {
            let end = tokens[i..].iter().position(|token| is(token, ";"));
            let end = end.map_or(tokens.len(), |end| i + end);
            // `pub(crate)` is for this crate only.
            let is_public = i > 0 && is(&tokens[i - 1], "pub");
            tree(&tokens[i + 1..end], &[], is_public, uses);
            i = end;
        } else if is(&tokens[i], "crate") {
            let mut path = vec!["crate".to_owned()];
            while let [a, b, TokenTree::Ident(name), ..] = &tokens[i + 1..]
                && is(a, ":")
                && is(b, ":")
            {
                path.push(name.to_string());
                i += 3;
            }
            uses.push(Use(path, None, false));
        } else if let TokenTree::Group(group) = &tokens[i] {
            paths(group.stream(), uses);
        }
        i += 1;
    }
}

/// Collects the paths of a tree such as `a::{b, c as d}`.
fn tree(tokens: &[TokenTree], before: &[String], is_public: bool, uses: &mut Vec<Use>) {
    for branch in tokens.split(|token| is(token, ",")) {
        let mut path = before.to_vec();
        let mut name = None;
        for (i, token) in branch.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    let inner: Vec<_> = group.stream().into_iter().collect();
                    tree(&inner, &path, is_public, uses);
                    path.clear();
                }
                TokenTree::Ident(_) if is(token, "as") => {
                    name = branch.get(i + 1).map(ToString::to_string);
                    break;
                }
                TokenTree::Ident(ident) => path.push(ident.to_string()),
                _ => {}
            }
        }
        if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
            path.pop();
        }
        if !path.is_empty() {
            let name = name.or_else(|| path.last().cloned());
            uses.push(Use(path, name, is_public));
        }
    }
}
