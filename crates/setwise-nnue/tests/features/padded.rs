//! Padded rows against rows without gaps.

use crate::inputs::padded;
use crate::random::POSITIONS;
use setwise_nnue::{
    Boards, Csr, Error, Extractor, FeatureSet, FullThreats, HalfKaV2HmTraining, Joined, Level,
    PaddedInt, PawnPairs, Perspectives, Positions,
};

/// Writes padded rows to memory with another number in it.
fn pad<S: FeatureSet, E: PaddedInt>(
    extractor: &Extractor<S>,
    positions: &dyn Positions,
    stride: usize,
    filler: E,
) -> Result<[Vec<E>; 2], Error> {
    let mut memory = [0; 2].map(|_| vec![E::from_index(12_345); positions.len() * stride]);
    let [first, second] = &mut memory;
    let padded = padded([first, second], stride, filler);
    extractor.pad(positions, padded).map(|()| memory)
}

fn compare<S: FeatureSet, E: PaddedInt>(
    extractor: &Extractor<S>,
    positions: &[Boards],
    stride: usize,
    filler: E,
    expected: &Csr<u32>,
) {
    let rows = pad(extractor, &positions, stride, filler).expect("long rows");
    for i in 0..positions.len() {
        let (one, two) = expected.row(i).expect("a row");
        for (row, features) in rows.iter().zip([one, two]) {
            let features = features.iter().map(|&index| E::from_index(index));
            let features = features.chain(std::iter::repeat(filler)).take(stride);
            let found = row[i * stride..][..stride].iter().copied();
            assert!(found.eq(features), "{extractor:?}, row {i}");
        }
    }
}

/// Compares rows of several lengths and types on every instruction set of the host.
fn check<S: FeatureSet>(set: S) {
    let positions = &POSITIONS[..1500];
    for level in Level::all() {
        let extractor = Extractor::new(set.clone()).on(level);
        let mut expected = Csr::new();
        extractor.append(positions, &mut expected).expect("valid");
        let lengths = expected.offsets().windows(2).map(|ends| ends[1] - ends[0]);
        let longest = lengths.clone().max().expect("positions");
        for stride in [longest, longest + 37, 700] {
            compare(&extractor, positions, stride, -1_i32, &expected);
        }
        compare(&extractor, positions, longest + 3, -1_i64, &expected);
        for few in [0, 1, 9] {
            compare(&extractor, &positions[..few], longest, u32::MAX, &expected);
        }
        for stride in [0, longest - 1] {
            let mut too_long = lengths.clone().enumerate().filter(|row| row.1 > stride);
            let (index, features) = too_long.next().expect("a long row");
            let error = Error::RowTooShort {
                index,
                features,
                stride,
            };
            assert_eq!(pad(&extractor, &positions, stride, 0_i32), Err(error));
        }
    }
}

#[test]
fn all_sets() {
    check(FullThreats::new());
    check(PawnPairs);
    check(HalfKaV2HmTraining);
    let threats_and_pairs = Joined::new(FullThreats::new(), PawnPairs);
    check(Joined::new(threats_and_pairs, HalfKaV2HmTraining));
}

/// Compares the rows of the same positions in two formats on every instruction set of the host.
pub(crate) fn same_rows<S: FeatureSet>(
    set: S,
    perspectives: [Perspectives; 2],
    positions: [&dyn Positions; 2],
) {
    for level in Level::all() {
        let [one, other] = [0, 1].map(|i| {
            let extractor = Extractor::new(set.clone()).on(level);
            let extractor = extractor.perspectives(perspectives[i]);
            let mut rows = Csr::<u32>::new();
            let result = extractor.append(positions[i], &mut rows);
            let padded = pad(&extractor, positions[i], set.max_active(), -1_i32);
            assert_eq!(padded.as_ref().err(), result.as_ref().err());
            (format!("{rows:?}"), padded)
        });
        assert!(one == other, "{} on {level}", set.name());
    }
}
