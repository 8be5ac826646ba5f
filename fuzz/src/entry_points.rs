//! Any call of any kernel, and of the free functions: any boards at any place in memory, and slices
//! of different lengths.

use crate::input::Input;
use setwise::{Direction, EntryPoint, kernels};
use setwise_conformance::{Subject, lengths, rows};

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let runners = kernels().iter().filter_map(|kernel| kernel.runner());
    let runners: Vec<_> = runners.collect();
    let subject: Subject = match input.below(runners.len() + 1) {
        0 => rows::selected(EntryPoint::ALL),
        row => rows::row(runners[row - 1]),
    };
    let entry = input.of(EntryPoint::ALL);
    let direction = input.of(&Direction::ALL);
    let outcome = if input.flag() || !entry.is_batch() {
        let (place, spread) = (input.below(8), input.below(8));
        let count = input.below(3 * subject.boards_per_pack + 10);
        let words: Vec<[u64; 4]> = input.boards(4 * count).as_chunks().0.to_vec();
        lengths::one_call(&subject, (entry, direction), &words, place, spread)
    } else {
        let lengths = [input.below(200), input.below(200)];
        let wrong = [entry.inputs().len(), entry.outputs()].map(|n| input.below(1 << n));
        match lengths[0] == lengths[1] {
            true => Ok(()),
            false => lengths::refused(&subject, (entry, direction), lengths, wrong.into()),
        }
    };
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}
