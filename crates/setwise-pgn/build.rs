//! Sets the configuration `unoptimized` in builds with `opt-level` 0 or 1. There, forced inlining
//! makes builds take minutes and frames overflow the stack: every temporary has a separate place.
//! Sets `neon` for targets that have the half boards of `setwise-neon`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(unoptimized)");
    if std::env::var_os("OPT_LEVEL").is_some_and(|level| level == "0" || level == "1") {
        println!("cargo::rustc-cfg=unoptimized");
    }
    println!("cargo::rustc-check-cfg=cfg(neon)");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_ARCH", "aarch64")
        && is("CARGO_CFG_TARGET_ENDIAN", "little")
        && !is("CARGO_CFG_TARGET_ABI", "softfloat")
    {
        println!("cargo::rustc-cfg=neon");
    }
}
