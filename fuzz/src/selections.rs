//! Selection files: any text, and any rows, which are written and read again if they are accepted.

use crate::input::Input;
use setwise::selection::TunedSelection;
use setwise::{EntryPoint, kernels};

pub(crate) fn run(data: &[u8]) {
    let _ = TunedSelection::parse(&String::from_utf8_lossy(data));
    let mut input = Input::new(data);
    let all = kernels();
    // A row for each call, and some more.
    let name = |input: &mut Input<'_>| all[input.below(all.len())].name();
    let calls = EntryPoint::ALL.iter();
    let mut rows: Vec<_> = calls.map(|&call| (call, 1, name(&mut input))).collect();
    for _ in 0..input.below(8) {
        let call = input.of(EntryPoint::ALL);
        rows.push((call, input.below(100), name(&mut input)));
    }
    match TunedSelection::new(rows) {
        Ok(selection) => {
            let text = selection.to_string();
            let again = TunedSelection::parse(&text).expect("its own text");
            assert_eq!(again.to_string(), text);
            let at = input.below(text.len());
            let mut changed = text.into_bytes();
            let byte = input.byte();
            let is_same = changed[at] == byte;
            changed[at] = byte;
            // Every change is noticed, except at the end, where white space is ignored.
            if let Ok(changed) = String::from_utf8(changed)
                && !is_same
                && at + 1 < changed.len()
            {
                assert!(TunedSelection::parse(&changed).is_err(), "{changed}");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
