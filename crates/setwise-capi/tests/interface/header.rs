//! The committed headers are those that cbindgen writes.

use std::collections::BTreeSet;
use std::fs::{read_dir, read_to_string, write};
use std::path::Path;

/// Compares the header of an interface, whose status codes have names that begin with `prefix`.
/// The codes are those of `setwise-ffi` that the sources of these crates name.
fn check(name: &str, prefix: &str, crates: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = folder.parent().expect("the folder of the crates");
    let root = folder.join(crates[0]);
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("a configuration");
    let builder = cbindgen::Builder::new().with_config(config);
    let builder = builder.with_src(folder.join("setwise-ffi/src/status.rs"));
    let bindings = builder.with_crate(&root).generate().expect("bindings");
    let mut text = Vec::new();
    bindings.write(&mut text);
    let text = String::from_utf8(text).expect("UTF-8");
    let mut named = BTreeSet::new();
    for name in crates {
        add_statuses(&folder.join(name).join("src"), &mut named);
    }
    // The headings of rustdoc.
    let text = subset(&text.replace("// # Safety\n", ""), prefix, &named);
    let path = root.join("include").join(name);
    if std::env::var_os("UPDATE_HEADER").is_some() {
        write(&path, &text).expect("the header can be written");
    }
    assert_eq!(
        read_to_string(&path).expect("a header"),
        text,
        "UPDATE_HEADER=1 cargo test -p setwise-capi header"
    );
}

/// Adds what follows `Status::` in the sources of a folder.
fn add_statuses(folder: &Path, named: &mut BTreeSet<String>) {
    for entry in read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            add_statuses(&path, named);
        } else {
            let text = read_to_string(path).expect("a source");
            let names = text.split("Status::").skip(1);
            let end = |c: char| !c.is_alphanumeric();
            named.extend(names.map(|name| name.split(end).next().unwrap_or_default().to_owned()));
        }
    }
}

/// Keeps the named codes, which are variants of an enumeration, and gives them their prefix.
fn subset(header: &str, prefix: &str, named: &BTreeSet<String>) -> String {
    let (mut kept, mut comments) = (String::new(), String::new());
    for line in header.split_inclusive('\n') {
        let code = line.split_once("STATUS_").filter(|_| line.contains(" = "));
        let code = code.and_then(|(_, code)| code.split_once(" = "));
        let is_named = |code: &str| named.iter().any(|name| name.to_uppercase() == code);
        if line.starts_with("  // ") {
            comments += line;
        } else if code.is_some_and(|(code, _)| !is_named(&code.replace('_', ""))) {
            comments.clear();
        } else {
            kept += &std::mem::take(&mut comments);
            match code {
                Some((code, number)) => kept += &format!("  {prefix}{code} = {number}"),
                None => kept += line,
            }
        }
    }
    kept
}

#[test]
fn header_of_setwise() {
    let crates = ["setwise-capi", "setwise-ffi"];
    check("setwise.h", "SETWISE_STATUS_", &crates);
}

/// `find_package` compares with the version of the crate.
#[test]
fn version_of_the_cmake_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = read_to_string(root.join("cmake/setwise-config-version.cmake"));
    let line = concat!("set(PACKAGE_VERSION \"", env!("CARGO_PKG_VERSION"), "\")\n");
    assert!(file.expect("a file").contains(line), "{line}");
}
