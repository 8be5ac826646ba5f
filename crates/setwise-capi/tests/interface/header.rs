//! The committed headers are those that cbindgen writes.

use std::collections::BTreeSet;
use std::fs::{read_dir, read_to_string, write};
use std::path::Path;

/// Compares the header `name` of a crate. Its status codes are those of `setwise-ffi` that the
/// sources name. `prefixes` are what cbindgen begins their names with, and the header.
fn check(package: &str, name: &str, prefixes: [&str; 2], sources: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = folder.parent().expect("the folder of the crates");
    let root = folder.join(package);
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("a configuration");
    let builder = cbindgen::Builder::new().with_config(config);
    let builder = builder.with_src(folder.join("setwise-ffi/src/status.rs"));
    let bindings = builder.with_crate(&root).generate().expect("bindings");
    let mut text = Vec::new();
    bindings.write(&mut text);
    // The headings of rustdoc.
    let text = String::from_utf8(text).expect("UTF-8").replace("// # Safety\n", "");
    let mut named = BTreeSet::new();
    for source in sources {
        add_statuses(&folder.join(source), &mut named);
    }
    let text = subset(&text, prefixes, &named);
    let path = root.join("include").join(name);
    if std::env::var_os("UPDATE_HEADER").is_some() {
        write(&path, &text).expect("the header can be written");
    }
    let committed = read_to_string(&path).expect("a header");
    assert_eq!(committed, text, "UPDATE_HEADER=1 cargo test -p setwise-capi header");
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

const POINTERS: [&str; 2] = ["setwise-ffi/src/failure.rs", "setwise-ffi/src/memory.rs"];

#[test]
fn header_of_setwise() {
    let prefixes = ["SETWISE_STATUS_"; 2];
    let sources = ["setwise-capi/src", POINTERS[0], POINTERS[1]];
    check("setwise-capi", "setwise.h", prefixes, &sources);
}

#[test]
fn header_of_the_loader() {
    let prefixes = ["SETWISE_LOADER_STATUS_", "SETWISE_LOADER_"];
    let sources = ["setwise-loader-capi/src", POINTERS[0], POINTERS[1]];
    check("setwise-loader-capi", "setwise_loader.h", prefixes, &sources);
}

/// `find_package` compares with the version of the crate.
#[test]
fn version_of_the_cmake_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = read_to_string(root.join("cmake/setwise-config-version.cmake"));
    let line = concat!("set(PACKAGE_VERSION \"", env!("CARGO_PKG_VERSION"), "\")\n");
    assert!(file.expect("a file").contains(line), "{line}");
}
