//! Several threads against one.

use crate::inputs::{equal, padded, random_piles};
use setwise_moves::Position;
use setwise_nnue::{
    Boards, Csr, Error, Extractor, FullThreats, FullThreats79856, Padded, PawnPairs, Perspectives,
    PositionError,
};

/// Positions of many parts.
fn positions() -> Vec<Boards> {
    let mut positions = random_piles(31, 1000);
    while positions.len() < 66_000 {
        positions.extend_from_within(..1000);
    }
    positions.truncate(65_907);
    positions
}

#[test]
fn equal_to_one_thread() {
    let all = positions();
    for perspectives in [Perspectives::WhiteBlack, Perspectives::MoverOther] {
        let extractor = Extractor::new(PawnPairs).perspectives(perspectives);
        for positions in [&all[..], &all[..4097], &all[..1], &[]] {
            let (mut one, mut several) = (Csr::<u16>::new(), Csr::<u16>::new());
            for _ in 0..2 {
                extractor.append(positions, &mut one).unwrap();
                extractor
                    .threads(9)
                    .append(positions, &mut several)
                    .unwrap();
            }
            equal(&one, &several);
        }
        let (mut one, mut several) = (vec![0; all.len()], vec![0; all.len()]);
        extractor.count(&all, &mut one).unwrap();
        extractor.threads(9).count(&all, &mut several).unwrap();
        assert_eq!(one, several);
    }
}

/// Any number of threads, in a pool of more and of fewer of them.
#[test]
fn numbers_of_threads() {
    let positions = &positions()[..7000];
    let extractor = Extractor::new(PawnPairs);
    let mut expected = Csr::<u16>::new();
    extractor.append(positions, &mut expected).unwrap();
    for size in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(size);
        let pool = pool.build().unwrap();
        for threads in [0, 1, 2, 3, 4, usize::MAX] {
            let (mut rows, mut counts) = (Csr::<u16>::new(), vec![0; positions.len()]);
            let extractor = extractor.threads(threads);
            pool.install(|| extractor.append(positions, &mut rows))
                .unwrap();
            pool.install(|| extractor.count(positions, &mut counts))
                .unwrap();
            equal(&rows, &expected);
            let sum: u32 = counts.iter().sum();
            assert_eq!(sum as usize, rows.first().len());
        }
    }
}

/// The first parts, from which the room for all is estimated, have no features.
#[test]
fn few_features_before_many() {
    let kings = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    let mut positions = vec![Boards::from(&kings); 5000];
    positions.extend_from_slice(&self::positions()[..50_000]);
    let extractor = Extractor::new(PawnPairs);
    let (mut one, mut several) = (Csr::<u32>::new(), Csr::<u32>::new());
    extractor.append(&positions, &mut one).unwrap();
    let extractor = extractor.threads(2);
    extractor.append(&positions, &mut several).unwrap();
    equal(&one, &several);
}

#[test]
fn padded_rows() {
    let positions = &positions()[..9000];
    let extractor = Extractor::new(FullThreats79856::new());
    let stride = 300;
    let mut memory = [0; 4].map(|_| vec![7_i32; stride * positions.len()]);
    let [first, second, several_first, several_second] = &mut memory;
    let one = padded([first, second], stride, -1);
    let several = padded([several_first, several_second], stride, -1);
    extractor.pad(positions, one).unwrap();
    extractor.threads(2).pad(positions, several).unwrap();
    assert!(memory[0] == memory[2] && memory[1] == memory[3]);
    let nothing = padded([&mut [], &mut []], 0, -1);
    assert_eq!(extractor.threads(2).pad(&positions[..0], nothing), Ok(()));
}

/// The first error counts, and the output stays as it was unless rows are too short.
#[test]
fn errors() {
    let mut positions = positions();
    let extractor = Extractor::new(FullThreats::new());
    let mut rows = Csr::<u16>::new();
    extractor.append(&positions[..3], &mut rows).unwrap();
    let before = rows.clone();
    for index in [65_000, 61_000, 5000] {
        positions[index].roles = [0; 6];
        positions[index].colors = [1, 0];
        let reason = PositionError::Overlap;
        let expected = Err(Error::Position { index, reason });
        let several = extractor.threads(2);
        assert_eq!(several.append(&positions, &mut rows), expected);
        assert_eq!(
            (rows.offsets(), rows.first()),
            (before.offsets(), before.first())
        );
        let mut counts = vec![7; positions.len()];
        assert_eq!(several.count(&positions, &mut counts), expected);
        assert!(counts.iter().all(|&count| count == 7));
    }
    let positions = &positions[..5000];
    let (mut first, mut second) = (vec![7_u16; 5000], vec![7; 5000]);
    let mut pad = |first: &mut [u16], pad: &dyn Fn(Padded<'_, u16>) -> Result<(), Error>| {
        pad(padded([first, &mut second], 1, 0))
    };
    let one = pad(&mut first, &|rows| extractor.pad(positions, rows));
    let several = extractor.threads(2);
    let several = pad(&mut first, &|rows| several.pad(positions, rows));
    assert!(matches!(one, Err(Error::RowTooShort { .. })));
    assert_eq!(one, several);
}
