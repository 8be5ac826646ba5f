//! The program `setwise-measure`, run as its users run it.

mod common;
mod compare;
mod report;
mod run;
