//! The name of a shared library for the dynamic linker.

use std::env::{var, var_os};

/// Gives the shared library of a package its name, so that programs do not record the path that
/// they were linked with. A build script calls it.
///
/// cargo-c, which turns on the feature `capi`, sets a name with a version; a plain build leaves a
/// file without one.
pub fn name_library() {
    println!("cargo::rerun-if-changed=build.rs");
    if var_os("CARGO_FEATURE_CAPI").is_some() {
        return;
    }
    let var = |name| var(name).unwrap_or_default();
    let (name, version) = (var("CARGO_PKG_NAME"), var("CARGO_PKG_VERSION"));
    let name = name.replace('-', "_");
    let argument = match &*var("CARGO_CFG_TARGET_OS") {
        "linux" | "android" | "freebsd" | "netbsd" | "openbsd" | "dragonfly" => {
            format!("-soname,lib{name}.so")
        }
        "macos" => {
            format!("-install_name,@rpath/lib{name}.dylib,-current_version,{version}")
        }
        _ => return,
    };
    println!("cargo::rustc-cdylib-link-arg=-Wl,{argument}");
}
