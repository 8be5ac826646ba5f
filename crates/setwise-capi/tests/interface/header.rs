//! The committed headers are those that cbindgen writes.

use std::collections::BTreeSet;
use std::fs::{read_dir, read_to_string, write};
use std::path::Path;

const FAILURES: &str = "setwise-ffi/src/failure.rs";
const POINTERS: &str = "setwise-ffi/src/memory.rs";

/// Compares a header. Its status codes are those of `setwise-ffi` that the sources name. `prefixes`
/// are what their names begin with, as cbindgen writes them and in the header.
fn check(header: &str, prefixes: [&str; 2], sources: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = folder.parent().expect("the folder of the crates");
    let path = folder.join(header);
    let root = path.ancestors().nth(2).expect("the crate");
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("a configuration");
    let builder = cbindgen::Builder::new().with_config(config);
    let builder = builder.with_src(folder.join("setwise-ffi/src/status.rs"));
    let bindings = builder.with_crate(root).generate().expect("bindings");
    let mut text = Vec::new();
    bindings.write(&mut text);
    let text = String::from_utf8(text).expect("UTF-8");
    // The headings of rustdoc.
    let text = text.replace("// # Safety\n", "");
    let mut named = BTreeSet::new();
    for source in sources {
        add_statuses(&folder.join(source), &mut named);
    }
    let text = subset(&text, prefixes, &named);
    if std::env::var_os("UPDATE_HEADER").is_some() {
        write(&path, &text).expect("the header can be written");
    }
    let committed = read_to_string(&path).expect("a header");
    assert_eq!(
        committed, text,
        "UPDATE_HEADER=1 cargo test -p setwise-capi header"
    );
}

/// Adds what follows `Status::` in a source, or in those of a folder, in the case of C.
fn add_statuses(path: &Path, named: &mut BTreeSet<String>) {
    if path.is_dir() {
        for entry in read_dir(path).expect("a folder") {
            add_statuses(&entry.expect("an entry").path(), named);
        }
        return;
    }
    let text = read_to_string(path).expect("a source");
    for name in text.split("Status::").skip(1) {
        let mut code = String::new();
        for c in name.chars().take_while(|c| c.is_alphanumeric()) {
            if c.is_uppercase() && !code.is_empty() {
                code.push('_');
            }
            code.push(c.to_ascii_uppercase());
        }
        named.insert(code);
    }
}

/// Keeps the named codes among all of a header.
fn subset(header: &str, [all, prefix]: [&str; 2], named: &BTreeSet<String>) -> String {
    let (mut kept, mut comments) = (String::new(), String::new());
    for line in header.split_inclusive('\n') {
        let entry = line.trim_start().strip_prefix(all);
        match entry.and_then(|entry| entry.split_once(" = ")) {
            Some((code, number)) if named.contains(code) => {
                kept += &format!("{comments}  {prefix}{code} = {number}");
            }
            Some(_) => {}
            None if line.starts_with("  //") => {
                comments += line;
                continue;
            }
            None => kept += &format!("{comments}{line}"),
        }
        comments.clear();
    }
    kept
}

#[test]
fn header_of_setwise() {
    let (header, prefix) = ("setwise-capi/include/setwise.h", "SETWISE_STATUS_");
    let sources = ["setwise-capi/src", FAILURES, POINTERS];
    check(header, [prefix, prefix], &sources);
}

#[test]
fn header_of_the_loader() {
    let header = "setwise-loader-capi/include/setwise_loader.h";
    let prefixes = ["SETWISE_LOADER_STATUS_", "SETWISE_LOADER_"];
    let sources = ["setwise-loader-capi/src", FAILURES, POINTERS];
    check(header, prefixes, &sources);
}

#[test]
fn header_of_the_threats() {
    let header = "setwise-threats-capi/include/setwise_threats.h";
    let prefixes = ["SETWISE_THREATS_STATUS_", "SETWISE_THREATS_"];
    check(header, prefixes, &["setwise-threats-capi/src"]);
}

/// `find_package` compares with the version of the crate.
#[test]
fn version_of_the_cmake_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = read_to_string(root.join("cmake/setwise-config-version.cmake"));
    let line = concat!("set(PACKAGE_VERSION \"", env!("CARGO_PKG_VERSION"), "\")\n");
    assert!(file.expect("a file").contains(line), "{line}");
}
