//! Calls an entry point and compares every board of the answer.

use crate::{failure::Failure, noise::Noise};
use setwise_core::entry::Functions;
use setwise_core::{Direction, EntryArguments, EntryPoint, Line, OUT_NAMES};

/// Random boards of one position: two sets of sliders, occupied squares, and another set.
pub(crate) type Words = [u64; 4];

/// Positions of an entry point in columns, with the right answers.
#[derive(Clone, Debug)]
pub(crate) struct Samples {
    pub(crate) entry: EntryPoint,
    pub(crate) direction: Direction,
    pub(crate) inputs: Vec<Vec<u64>>,
    pub(crate) expected: Vec<Vec<u64>>,
}

impl Samples {
    pub(crate) fn by_oracle(
        entry: EntryPoint,
        direction: Direction,
        inputs: Vec<Vec<u64>>,
    ) -> Self {
        let mut expected = vec![Vec::new(); entry.outputs()];
        for i in 0..inputs[0].len() {
            let boards: Vec<u64> = inputs.iter().map(|column| column[i]).collect();
            for (to, board) in expected.iter_mut().zip(entry.oracle(&boards, direction)) {
                to.push(board);
            }
        }
        Self {
            entry,
            direction,
            inputs,
            expected,
        }
    }

    /// Returns samples for each direction if the entry point takes one, else one set of samples.
    pub(crate) fn all(entry: EntryPoint, words: &[Words]) -> Vec<Self> {
        let inputs = columns(entry, Line::File, words);
        let samples = |&direction| Self::by_oracle(entry, direction, inputs.clone());
        directions(entry).iter().map(samples).collect()
    }

    pub(crate) fn repeated(&self, boards: usize) -> Self {
        let repeat = |columns: &[Vec<u64>]| {
            let column = |from: &Vec<u64>| {
                let mut column = from.repeat(boards.div_ceil(from.len()));
                column.truncate(boards);
                column
            };
            columns.iter().map(column).collect()
        };
        Self {
            inputs: repeat(&self.inputs),
            expected: repeat(&self.expected),
            ..*self
        }
    }

    pub(crate) fn check(&self, functions: &Functions) -> Result<(), Failure> {
        let (entry, direction) = (self.entry, self.direction);
        // Before the call every board differs from the right answer.
        let spoiled = |expected: &Vec<u64>| expected.iter().map(|board| !board).collect();
        let mut found: Vec<Vec<u64>> = self.expected.iter().map(spoiled).collect();
        let mut out: Vec<&mut [u64]> = found.iter_mut().map(Vec::as_mut_slice).collect();
        let inputs: Vec<&[u64]> = self.inputs.iter().map(Vec::as_slice).collect();
        functions
            .call_columns(entry, &EntryArguments::new(&inputs, direction), &mut out)
            .map_err(|error| format!("{entry} refused slices of equal lengths: {error}"))?;
        for (output, (found, expected)) in found.iter().zip(&self.expected).enumerate() {
            if found != expected
                && let Some(i) = found.iter().zip(expected).position(|(a, b)| a != b)
            {
                let (n, name) = (expected.len(), output_name(entry, output));
                let mut what = format!("{entry}, board {i} of {n}, {name}");
                if entry.is_directed() {
                    what = format!("{what}, {direction}");
                }
                let names = entry.inputs().iter().zip(inputs);
                let arguments: Vec<_> = names.map(|(&name, column)| (name, column[i])).collect();
                return Err(Failure::new(what, &arguments, expected[i], found[i]));
            }
        }
        Ok(())
    }
}

/// Returns the inputs of an entry point for positions whose generators move along one kind of line.
pub(crate) fn columns(entry: EntryPoint, line: Line, words: &[Words]) -> Vec<Vec<u64>> {
    let boards = |name: &&str| words.iter().map(|words| board(name, line, words)).collect();
    entry.inputs().iter().map(boards).collect()
}

/// Returns the board of a column. Generators are sliders along the line, propagators empty.
fn board(column: &str, line: Line, words: &Words) -> u64 {
    let [orthogonal, diagonal, occupied, other] = *words;
    match column {
        "generators" if line.is_diagonal() => diagonal,
        "orthogonal" | "generators" => orthogonal,
        "diagonal" => diagonal,
        "occupied" => occupied,
        "propagators" => !occupied,
        _ => other,
    }
}

/// Returns boards of all densities, the same in every run.
pub(crate) fn words(seed: u64, boards: usize) -> Vec<Words> {
    let mut noise = Noise::new(seed);
    let words = (0..boards).map(|_| [0; 4].map(|_| noise.board()));
    words.collect()
}

/// Returns the directions to try: all, or one if the entry point takes none.
pub(crate) fn directions(entry: EntryPoint) -> &'static [Direction] {
    &Direction::ALL[..if entry.is_directed() { 8 } else { 1 }]
}

pub(crate) fn output_name(entry: EntryPoint, output: usize) -> &'static str {
    match entry.outputs() {
        1 => "out",
        _ => OUT_NAMES[output],
    }
}
