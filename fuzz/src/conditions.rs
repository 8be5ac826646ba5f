//! Any text as a condition on records.

use crate::input::Input;
use setwise_values::{Analyses, Condition, Seen};

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let mut records = input.records(4);
    let Ok(text) = std::str::from_utf8(input.rest()) else {
        return;
    };
    let Ok(condition) = Condition::parse(text) else {
        return;
    };
    let mut analyses = Analyses::default();
    analyses.load(&records);
    let holds = |(i, record)| condition.holds(&Seen::new(record, &analyses, i));
    let expected: Vec<bool> = records.iter().enumerate().map(holds).collect();
    // The same for a batch, for each record alone, and for the contrary.
    let mut kept = records.clone();
    condition.retain(&mut kept, &mut Analyses::default());
    match Condition::parse(&format!("!({text})")) {
        Ok(contrary) => {
            for (i, record) in records.iter().enumerate() {
                let seen = Seen::new(record, &analyses, i);
                assert_eq!(contrary.holds(&seen), !expected[i], "{text}");
            }
        }
        // The text itself may be as deep as it can be.
        Err(error) => assert!(
            error.to_string().contains("fewer nested"),
            "{error}: {text}"
        ),
    }
    let mut hold = expected.iter().copied();
    records.retain(|_| hold.next() == Some(true));
    assert_eq!(kept, records, "{text}");
}
