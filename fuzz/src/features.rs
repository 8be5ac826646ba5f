//! Features of any boards, on each instruction set: rows, counts and padded rows against the
//! definition of the set, errors for boards that have none, and the change of features by a move.

use crate::input::{Input, sorted_row};
use setwise::Level;
use setwise_conformance::nnue::{
    self as oracle, full_threats, full_threats_60144, full_threats_79856,
};
use setwise_moves::{Color, Role};
use setwise_nnue::{
    Boards, Change, Changes, Chess768, Csr, Extractor, FeatureSet, FullThreats, FullThreats60144,
    FullThreats79856, HalfKaV2Hm, Incremental, Padded, PawnPairs,
};
use std::sync::LazyLock;

type Rows = Vec<(u32, u32)>;

static THREATS: LazyLock<[oracle::Threats; 3]> =
    LazyLock::new(|| [full_threats(), full_threats_60144(), full_threats_79856()]);

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let threats = |set: usize| move |boards: &Boards| THREATS[set].rows(boards);
    match input.below(6) {
        0 => check(&mut input, FullThreats::new(), threats(0)),
        1 => check(&mut input, FullThreats60144::new(), threats(1)),
        2 => check(&mut input, FullThreats79856::new(), threats(2)),
        3 => check(&mut input, PawnPairs, oracle::pawn_pairs),
        4 => check(&mut input, Chess768, |boards| {
            oracle::piece_squares(boards, |_| (0, false), oracle::own_first)
        }),
        _ => check(&mut input, HalfKaV2Hm, |boards| {
            let bucket = |king: usize| (7 - king / 8) * 4 + (king % 8).min(7 - king % 8);
            let place = |king: usize| ((bucket(king) * 704) as u32, king % 8 < 4);
            oracle::piece_squares(boards, place, |piece| oracle::colors_in_turn(piece).min(10))
        }),
    }
}

fn check<S: FeatureSet + Incremental>(
    input: &mut Input<'_>,
    set: S,
    expected: impl Fn(&Boards) -> Rows,
) {
    let mut positions = Vec::new();
    for _ in 0..input.below(40) {
        let setup = input.setup();
        let mut boards = Boards::from(&setup);
        // Rarely what no position is.
        if input.below(40) == 39 {
            boards.roles[input.below(6)] ^= input.word();
        }
        // Without kings, some sets have features and some have none; the definitions begin with the
        // kings.
        let kings = Color::ALL.map(|color| boards.pieces(color, Role::King) != 0);
        if kings != [true; 2] && set.check(&boards).is_ok() {
            continue;
        }
        positions.push(boards);
    }
    let is_wrong = |boards: &Boards| set.check(boards).is_err();
    let first_wrong = positions.iter().position(is_wrong);
    let stride = input.below(300);
    for level in Level::all() {
        let extractor = Extractor::new(set.clone()).on(level);
        let mut rows = Csr::<u32>::new();
        let outcome = extractor.append(&positions, &mut rows);
        assert_eq!(outcome.is_err(), first_wrong.is_some(), "{level}");
        if let Some(index) = first_wrong {
            let text = outcome.expect_err("a wrong position").to_string();
            assert!(text.contains(&index.to_string()), "{text}: {index}");
            assert!(rows.is_empty(), "{level}");
            continue;
        }
        let mut counts = vec![0; positions.len()];
        extractor.count(&positions, &mut counts).expect("checked");
        for (i, boards) in positions.iter().enumerate() {
            let (first, second) = rows.row(i).expect("a row");
            let found: Rows = first.iter().copied().zip(second.iter().copied()).collect();
            assert_eq!(found, expected(boards), "{level}: {boards:?}");
            assert_eq!(counts[i] as usize, found.len(), "{level}: {boards:?}");
        }
        padded(&extractor, &positions, &rows, stride);
    }
    let mut changes = Changes::new();
    for pair in positions.windows(2).filter(|_| first_wrong.is_none()) {
        changes.find(&set, &pair[0], &pair[1]);
        for perspective in Color::ALL {
            let side = perspective.index();
            if let Change::Lists { removed, added } = changes.of(perspective) {
                let before = sorted_row(&expected(&pair[0]), side, added);
                let after = sorted_row(&expected(&pair[1]), side, removed);
                assert_eq!(before, after, "{pair:?}");
            }
        }
    }
}

/// Padded rows are the rows and -1; rows that are too short are an error.
fn padded<S: FeatureSet>(
    extractor: &Extractor<S>,
    positions: &[Boards],
    rows: &Csr<u32>,
    stride: usize,
) {
    let entries = positions.len() * stride;
    let (mut first, mut second) = (vec![7_i32; entries], vec![7_i32; entries]);
    let memory = Padded {
        first: &mut first,
        second: &mut second,
        stride,
        filler: -1,
    };
    let lengths = (0..rows.len()).filter_map(|i| Some(rows.row(i)?.0.len()));
    let longest = lengths.max().unwrap_or(0);
    let outcome = extractor.pad(positions, memory);
    assert_eq!(outcome.is_ok(), longest <= stride, "{longest} {stride}");
    if outcome.is_err() {
        return;
    }
    for i in 0..positions.len() {
        let (a, b) = rows.row(i).expect("a row");
        for (found, row) in [(&first, a), (&second, b)] {
            let found = &found[i * stride..][..stride];
            let is_right =
                (0..stride).all(|j| found[j] == row.get(j).map_or(-1, |&index| index as i32));
            assert!(is_right, "{found:?} {row:?}");
        }
    }
}
