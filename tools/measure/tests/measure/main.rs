//! The program `setwise-measure`, run as its users run it.

mod common;
mod report;
mod run;
