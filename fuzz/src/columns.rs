//! Parquet and Arrow files with changed bytes. What can be read is legal; nothing panics.

use crate::input::Input;
use setwise_formats::{
    Format, OnDamage, PositionEncoding, ReadOptions, Reader, WriteOptions, Writer,
};
use std::panic::{self, AssertUnwindSafe};

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let format = input.of(&[Format::Parquet, Format::Arrow]);
    let encoding = input.of(&PositionEncoding::ALL);
    let mut records = input.records(6);
    let options = WriteOptions::default().encoding(encoding);
    let mut writer = Writer::new(Vec::new(), format, options);
    records.retain(|record| writer.write(record).is_ok());
    let mut bytes = writer.finish().expect("memory");
    let changes = input.below(8);
    for _ in 0..changes {
        let at = input.below(bytes.len());
        bytes[at] = input.byte();
    }
    let cut = input.flag();
    if cut {
        bytes.truncate(input.below(bytes.len()));
    }
    let options = ReadOptions::default().on_damage(OnDamage::Skip);
    let mut reader = Reader::new(&bytes[..], format, options);
    let mut again = Vec::new();
    // The reader turns panics of the crates of Arrow and Parquet into errors. Their messages, and
    // the hook of the fuzzer, which ends the program, would be in the way.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
        while let Ok(1..) = reader.read_batch(&mut again, 100) {}
    }));
    panic::set_hook(hook);
    outcome.expect("errors, no panics");
    for record in &again {
        if let Some(played) = record.played {
            assert!(record.position.is_legal(played), "{record:?}");
        }
    }
    if changes == 0 && !cut {
        assert_eq!(again, records);
    }
}
