//! Circles of modules that use each other, with names followed through re-exports.

use crate::source::{Modules, Use};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use std::collections::HashMap;

/// Returns the circles of a crate. A parent that declares a child, or exports what it has, does not
/// use it.
pub(crate) fn circles(modules: &Modules) -> Vec<Vec<String>> {
    let names = exports(modules);
    let mut graph = DiGraphMap::<&[String], ()>::new();
    for (module, uses) in modules {
        for Use(path, _, is_public) in uses {
            let target = absolute(modules, module, path);
            let Some(target) = target.and_then(|path| defined_in(modules, &names, path)) else {
                continue;
            };
            let is_export = *is_public && target.starts_with(module);
            // What the root declares is for other crates.
            if !module.is_empty() && !target.is_empty() && target != module && !is_export {
                graph.add_edge(module, target, ());
            }
        }
    }
    let circles = tarjan_scc(&graph)
        .into_iter()
        .filter(|found| found.len() > 1);
    circles
        .map(|mut circle| {
            circle.sort();
            circle.iter().map(|module| module.join("/")).collect()
        })
        .collect()
}

/// The path from the root; nothing for another crate.
fn absolute(modules: &Modules, module: &[String], path: &[String]) -> Option<Vec<String>> {
    let up = path.iter().take_while(|part| *part == "super").count();
    let (base, skipped) = match path.first()?.as_str() {
        "crate" => (&[][..], 1),
        "self" => (module, 1),
        "super" => (&module[..module.len() - up], up),
        _ if modules.contains_key(&[module, &path[..1]].concat()) => (module, 0),
        _ => return None,
    };
    Some([base, &path[skipped..]].concat())
}

/// By module and name, the path that a `use` gives the name to.
type Names<'a> = HashMap<(&'a [String], &'a str), Vec<String>>;

fn exports(modules: &Modules) -> Names<'_> {
    let mut names = Names::new();
    for (module, uses) in modules {
        for Use(path, name, _) in uses {
            if let (Some(name), Some(target)) = (name, absolute(modules, module, path)) {
                names.insert((module, name), target);
            }
        }
    }
    names
}

/// The module that declares what a path from the root names.
fn defined_in<'a>(
    modules: &'a Modules,
    names: &Names<'_>,
    mut path: Vec<String>,
) -> Option<&'a [String]> {
    // As many steps as there are modules end every chain that is no circle.
    for _ in 0..=modules.len() {
        let longest = (0..=path.len())
            .rev()
            .find(|&n| modules.contains_key(&path[..n]))?;
        let (module, rest) = path.split_at(longest);
        let next = rest
            .first()
            .and_then(|name| names.get(&(module, name.as_str())));
        match next {
            Some(target) if *target != path[..=longest] => {
                path = [target, &rest[1..]].concat();
            }
            _ => return modules.get_key_value(module).map(|(module, _)| &module[..]),
        }
    }
    None
}
