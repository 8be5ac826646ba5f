//! The fuzz targets of setwise. Each is a function of any bytes that compares what the library does
//! with an oracle, and panics where they differ. `fuzz_targets/` has a program for each, for
//! cargo-fuzz; the test `replay` runs all of them on the inputs in `corpus/`.

mod batches;
mod binpack;
mod c_interface;
mod columns;
mod conditions;
mod entry_points;
mod features;
mod fens;
mod input;
mod loader;
mod pgn;
mod positions;
mod records;
mod results;
mod selections;
mod sliced_boards;
mod threat_changes;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name: of the program, and of the file in `corpus/`.
    pub name: &'static str,
    /// Tries an input. Panics at a finding.
    pub run: fn(&[u8]),
}

macro_rules! targets {
    ($($name:ident)*) => {
        /// All targets.
        pub const TARGETS: &[Target] = &[$(Target { name: stringify!($name), run: $name::run }),*];
        $(
            #[doc = concat!("Runs the target `", stringify!($name), "`.")]
            pub fn $name(data: &[u8]) {
                $name::run(data);
            }
        )*
    };
}

targets! {
    batches binpack c_interface columns conditions entry_points features fens loader pgn positions records results
    selections sliced_boards threat_changes
}
