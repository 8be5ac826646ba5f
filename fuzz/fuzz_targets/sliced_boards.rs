//! The fuzz target `sliced_boards`, for cargo-fuzz.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| setwise_fuzz::sliced_boards(data));
