//! Sets the configuration `unoptimized` in builds with `opt-level` 0 or 1. There, forced inlining
//! makes builds take minutes and frames overflow the stack: every temporary has a separate place.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(unoptimized)");
    if std::env::var_os("OPT_LEVEL").is_some_and(|level| level == "0" || level == "1") {
        println!("cargo::rustc-cfg=unoptimized");
    }
}
