//! Prints the levels of this build, best first: whether the host has them, the name, the CPU
//! features.
//!
//! ```sh
//! cargo run -p setwise --example levels
//! ```

use setwise::Level;

fn main() {
    for (name, features) in Level::of_build() {
        let mark = if Level::named(name).is_some() {
            "yes"
        } else {
            "no"
        };
        println!("{mark} {name} {}", features.join(" "));
    }
}
