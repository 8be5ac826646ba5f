//! Prints the levels of this build, best first: whether the host has them, name, CPU features.
//!
//! ```sh
//! cargo run -p setwise --example levels
//! ```

use setwise::Level;

fn main() {
    for (name, features) in Level::of_build() {
        let has = Level::named(name).is_some();
        let mark = if has { "yes" } else { "no" };
        println!("{mark} {name} {}", features.join(" "));
    }
}
