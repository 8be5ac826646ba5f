//! Gives the shared library its name for the dynamic linker, so that programs do not record the
//! path that they were linked with. cargo-c, which turns on the feature `capi`, sets a name with a
//! version; a plain build leaves a file without one.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_CAPI").is_some() {
        return;
    }
    let os = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let name = match os.as_str() {
        "linux" | "android" | "freebsd" | "netbsd" | "openbsd" | "dragonfly" => {
            "-Wl,-soname,libsetwise_loader_capi.so".to_owned()
        }
        "macos" => {
            format!(
                "-Wl,-install_name,@rpath/libsetwise_loader_capi.dylib,-current_version,{version}"
            )
        }
        _ => return,
    };
    println!("cargo::rustc-cdylib-link-arg={name}");
}
