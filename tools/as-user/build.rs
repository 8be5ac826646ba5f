//! Tells the tests how the program is optimized.

fn main() {
    let level = std::env::var("OPT_LEVEL").unwrap_or_default();
    println!("cargo::rustc-env=OPT_LEVEL={level}");
}
