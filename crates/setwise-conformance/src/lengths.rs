//! Slices of every length at every place, and slices of different lengths.

use crate::arena::{Arena, GUARD, PLACES};
use crate::check::{Samples, columns, directions, output_name, words};
use crate::{failure::Failure, noise::Noise, suite::Subject};
use itertools::iproduct;
use setwise_core::{Direction, EntryArguments, EntryPoint, LengthMismatch};

/// Fills take four packs at once, of up to eight boards; the rest of a batch takes narrow packs.
const LONGEST: usize = 130;

/// Tests every length from 0 to [`LONGEST`] boards, or to three packs and one board. Slices start
/// at each of the eight words of a cache line, and at different ones, with guards around the
/// outputs. Slices without guards follow, so that a sanitizer detects reads beyond them.
pub(crate) fn every_length(subject: &Subject) -> Result<(), Failure> {
    let longest = (3 * subject.boards_per_pack + 1).max(LONGEST);
    let words = words(longest as u64, longest);
    for &entry in subject.entries.iter().filter(|entry| entry.is_batch()) {
        let samples = Samples::all(entry, &words);
        let spreads = 0..entry.outputs().min(2);
        for (len, place, spread) in iproduct!(0..=longest, 0..PLACES, spreads) {
            // Each length and place has one direction; the directions take turns.
            let samples = &samples[(place + len) % samples.len()];
            let input = |i: usize, boards: &[u64]| Arena::with(place + (i + 1) * len, boards);
            let output = |i: usize| Arena::new(place + spread * i, len);
            let what = format!("{len} boards, {place} words from alignment");
            compare(subject, samples, len, &input, &output)
                .map_err(|failure| failure.during(what))?;
        }
        for (len, samples) in iproduct!(0..=longest, &samples) {
            without_guards(subject, samples, len)
                .map_err(|failure| failure.during(format!("{len} boards")))?;
        }
    }
    Ok(())
}

/// Tests one call: boards of positions, each as two sets of sliders, occupied squares and another
/// set. The slices start `place` words from a multiple of 64 bytes, outputs `spread` words apart.
/// The same call with slices without guards follows.
///
/// # Errors
/// The first wrong board, or a word that was written outside the slices.
pub fn one_call(
    subject: &Subject,
    (entry, direction): (EntryPoint, Direction),
    words: &[[u64; 4]],
    place: usize,
    spread: usize,
) -> Result<(), Failure> {
    let inputs = columns(entry, direction.line(), words);
    let samples = Samples::by_oracle(entry, direction, inputs);
    samples.check(&subject.functions)?;
    if !entry.is_batch() {
        return Ok(());
    }
    let len = words.len();
    let input = |i: usize, boards: &[u64]| Arena::with(place + i * spread, boards);
    let output = |i: usize| Arena::new(place + i * spread, len);
    compare(subject, &samples, len, &input, &output)?;
    without_guards(subject, &samples, len)
}

fn without_guards(subject: &Subject, samples: &Samples, len: usize) -> Result<(), Failure> {
    let input = |_: usize, boards: &[u64]| Arena::exact(boards);
    let output = |_: usize| Arena::exact(&vec![GUARD; len]);
    compare(subject, samples, len, &input, &output)
}

/// Compares the first `len` positions. `input` and `output` make the slices.
fn compare(
    subject: &Subject,
    samples: &Samples,
    len: usize,
    input: &dyn Fn(usize, &[u64]) -> Arena,
    output: &dyn Fn(usize) -> Arena,
) -> Result<(), Failure> {
    let entry = samples.entry;
    let inputs = samples.inputs.iter().enumerate();
    let inputs: Vec<Arena> = inputs.map(|(i, boards)| input(i, &boards[..len])).collect();
    let mut out: Vec<Arena> = (0..entry.outputs()).map(output).collect();
    call(subject, entry, samples.direction, &inputs, &mut out)
        .map_err(|error| format!("{entry}: {error}"))?;
    let mut pairs = out.iter().zip(&samples.expected).enumerate();
    pairs.try_for_each(|(i, (out, expected))| {
        let name = output_name(entry, i);
        out.check(&expected[..len], format_args!("{entry}, {name}"))
    })
}

fn call(
    subject: &Subject,
    entry: EntryPoint,
    direction: Direction,
    inputs: &[Arena],
    out: &mut [Arena],
) -> Result<(), LengthMismatch> {
    let inputs: Vec<&[u64]> = inputs.iter().map(Arena::slice).collect();
    let mut out: Vec<&mut [u64]> = out.iter_mut().map(Arena::slice_mut).collect();
    let columns = EntryArguments::new(&inputs, direction);
    subject.functions.call_columns(entry, &columns, &mut out)
}

/// Tests slices of two lengths: every set of wrong inputs, and every set of wrong outputs. The call
/// must write nothing, and return an error that names a wrong slice and both lengths.
pub(crate) fn mismatches(subject: &Subject) -> Result<(), Failure> {
    let pack = subject.boards_per_pack;
    let lengths = [0, 1, 2, pack, pack + 1, 2 * pack + 1];
    for &entry in subject.entries.iter().filter(|entry| entry.is_batch()) {
        let (inputs, outputs) = (entry.inputs().len(), entry.outputs());
        let all_outputs = (1_usize << outputs) - 1;
        let wrong_inputs = (1..1 << inputs).flat_map(|set| [(set, 0), (set, all_outputs)]);
        let wrong_outputs = (1..=all_outputs).map(|set| (0, set));
        let wrong: Vec<_> = wrong_outputs.chain(wrong_inputs).collect();
        let pairs = iproduct!(lengths, lengths).filter(|(expected, found)| expected != found);
        for ((expected, found), &direction, &wrong) in iproduct!(pairs, directions(entry), &wrong) {
            refused(subject, (entry, direction), [expected, found], wrong)?;
        }
    }
    Ok(())
}

/// Makes a call with slices of two lengths. The slices in `wrong_inputs` and `wrong_outputs`, which
/// are sets of bits, have the second length, all others the first.
///
/// # Errors
/// The call accepts the slices, writes to one, or returns an error with a wrong name or length.
pub fn refused(
    subject: &Subject,
    (entry, direction): (EntryPoint, Direction),
    lengths: [usize; 2],
    (wrong_inputs, wrong_outputs): (usize, usize),
) -> Result<(), Failure> {
    let len = |set: usize, i: usize| lengths[set >> i & 1];
    let names = entry.inputs();
    let boards = Noise::new(5).boards(lengths[0].max(lengths[1]) + names.len());
    let input = |i| Arena::with(i, &boards[i..][..len(wrong_inputs, i)]);
    let inputs: Vec<Arena> = (0..names.len()).map(input).collect();
    let output = |i| Arena::new(i + 1, len(wrong_outputs, i));
    let mut out: Vec<Arena> = (0..entry.outputs()).map(output).collect();

    // The first input gives the expected length. Inputs are checked before outputs.
    let right = inputs[0].slice().len();
    let input_names = names.iter().copied().zip(&inputs);
    let output_names = (0..out.len()).map(|i| output_name(entry, i)).zip(&out);
    let of_wrong = |(name, arena): (_, &Arena)| (arena.slice().len() != right).then_some(name);
    let mut wrong: Vec<&str> = input_names.filter_map(of_wrong).collect();
    if wrong.is_empty() {
        wrong = output_names.filter_map(of_wrong).collect();
    }
    let outcome = call(subject, entry, direction, &inputs, &mut out);
    if wrong.is_empty() {
        return Ok(());
    }
    let Err(error) = outcome else {
        return Err(format!("{entry} took {wrong:?} with lengths {lengths:?}").into());
    };
    let found = lengths[0] + lengths[1] - right;
    let text = error.to_string();
    let told = [error.what.to_string(), found.to_string(), right.to_string()];
    if !wrong.contains(&error.what)
        || (error.found, error.expected) != (found, right)
        || told.iter().any(|part| !text.contains(part))
    {
        let wanted = format!("should name one of {wrong:?}, {found}, {right}");
        return Err(format!("{entry}: the error `{text}` {wanted}").into());
    }
    out.iter().try_for_each(|out| out.check(&[], "refused"))
}
