//! The fuzz target `loader`, for cargo-fuzz.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| setwise_fuzz::loader(data));
