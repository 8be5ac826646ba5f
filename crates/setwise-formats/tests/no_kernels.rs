//! A program that reads records links no kernel of attacks.

use setwise_formats::{Format, ReadOptions, Reader};

/// This program reads marlinformat. A program with kernels has their names
/// (`crates/setwise/src/registry.rs`).
#[test]
fn reading_records() {
    let mut record = [0; 32];
    record[..8].copy_from_slice(&(1_u64 | 1 << 63).to_le_bytes());
    (record[8], record[24], record[30]) = (5 | (5 + 8) << 4, 64, 1);
    let bytes = record.repeat(300);
    let mut reader = Reader::new(&bytes[..], Format::Marlinformat, ReadOptions::default());
    let mut records = Vec::new();
    while reader.read_batch(&mut records, 1000).unwrap() > 0 {}
    assert_eq!(records.len(), 300);

    let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
    // Put together here, since the program has its own texts.
    let name = ["scalar", "kogge-stone"].join("/");
    assert!(memchr::memmem::find(&program, name.as_bytes()).is_none());
}
