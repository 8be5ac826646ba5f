//! What must hold before anything is merged: known leaf counts, equality with other programs, the mistakes that
//! suites miss, and the properties of everything that is public.

mod batches;
mod common;
mod equality;
mod fen;
mod generators;
mod mistakes;
mod moves;
mod perft;
mod sets;
mod suites;
