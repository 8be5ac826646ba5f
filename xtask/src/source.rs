//! The modules of a crate with the paths that they use.

use anyhow::{Context, Result, anyhow};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A path in a module, as it is written; the name that it has in the module, none for a path in an
/// expression or a type; and whether it is public.
pub(crate) struct Use(pub Vec<String>, pub Option<String>, pub bool);

/// The uses of each module file, by its path; that of `lib.rs` is empty.
pub(crate) type Modules = BTreeMap<Vec<String>, Vec<Use>>;

/// Reads the files of a folder `src`, without programs.
pub(crate) fn read(folder: &Path) -> Result<Modules> {
    let mut modules = Modules::new();
    visit(folder, &mut Vec::new(), &mut modules)?;
    Ok(modules)
}

fn visit(folder: &Path, module: &mut Vec<String>, modules: &mut Modules) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().context("a name")?.to_string_lossy();
        if path.is_dir() {
            if stem != "bin" {
                module.push(stem.into_owned());
                visit(&path, module, modules)?;
                module.pop();
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") && stem != "main" {
            let text = fs::read_to_string(&path)?;
            let tokens: Result<TokenStream, _> = text.parse();
            let tokens = tokens.map_err(|error| anyhow!("{}: {error}", path.display()))?;
            let mut name = module.clone();
            if stem != "mod" && stem != "lib" {
                name.push(stem.into_owned());
            }
            let mut uses = Vec::new();
            paths(&without_tests(tokens), &mut uses);
            modules.insert(name, uses);
        }
    }
    Ok(())
}

/// Leaves out modules that are compiled for tests only.
fn without_tests(tokens: TokenStream) -> Vec<TokenTree> {
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let is_module = matches!(&token, TokenTree::Group(_))
            && kept.len() >= 4
            && is(&kept[kept.len() - 2], "mod")
            && kept[kept.len() - 3].to_string().replace(' ', "") == "[cfg(test)]";
        if is_module {
            kept.truncate(kept.len() - 4);
        } else {
            kept.push(token);
        }
    }
    kept
}

fn is(token: &TokenTree, text: &str) -> bool {
    match token {
        TokenTree::Ident(ident) => ident == text,
        TokenTree::Punct(punct) => text.len() == 1 && text.starts_with(punct.as_char()),
        _ => false,
    }
}

/// Collects the declarations `use`, and the paths elsewhere that begin with `crate`.
fn paths(tokens: &[TokenTree], uses: &mut Vec<Use>) {
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
            paths(&group.stream().into_iter().collect::<Vec<_>>(), uses);
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
