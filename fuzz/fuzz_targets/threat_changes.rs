//! The fuzz target `threat_changes`, for cargo-fuzz.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| setwise_fuzz::threat_changes(data));
