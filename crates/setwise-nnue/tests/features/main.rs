//! Feature sets against an oracle that is written from the definitions, square by square.

#[cfg(feature = "bulletformat")]
mod bullet;
mod changes;
mod describe;
mod exhaustive;
mod golden;
mod inputs;
mod interface;
mod marlinformat;
mod padded;
#[cfg(feature = "rayon")]
mod parallel;
mod random;
mod vectors;
mod wrong;

use setwise_conformance::nnue as oracle;
