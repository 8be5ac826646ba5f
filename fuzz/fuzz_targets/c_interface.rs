//! The fuzz target `c_interface`, for cargo-fuzz.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| setwise_fuzz::c_interface(data));
