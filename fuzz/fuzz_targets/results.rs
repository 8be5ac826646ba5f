//! The fuzz target `results`, for cargo-fuzz.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| setwise_fuzz::results(data));
