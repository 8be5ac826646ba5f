//! The committed header is the one that cbindgen writes.

use std::path::Path;

#[test]
fn header_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("a configuration");
    let bindings = cbindgen::generate_with_config(root, config).expect("bindings");
    let mut text = Vec::new();
    bindings.write(&mut text);
    let text = String::from_utf8(text).expect("UTF-8");
    // The headings of rustdoc.
    let text = text.replace("// # Safety\n", "");
    let path = root.join("include/setwise.h");
    if std::env::var_os("UPDATE_HEADER").is_some() {
        std::fs::write(&path, &text).expect("the header can be written");
    }
    let committed = std::fs::read_to_string(&path).expect("a header");
    assert_eq!(
        committed, text,
        "UPDATE_HEADER=1 cargo test -p setwise-capi header"
    );
}

/// `find_package` compares with the version of the crate.
#[test]
fn version_of_the_cmake_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::read_to_string(root.join("cmake/setwise-config-version.cmake"));
    let line = concat!("set(PACKAGE_VERSION \"", env!("CARGO_PKG_VERSION"), "\")\n");
    assert!(file.expect("a file").contains(line), "{line}");
}
