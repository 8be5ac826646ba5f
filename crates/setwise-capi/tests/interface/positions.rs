//! The calls for arrays of checked positions against those of `setwise_moves`, on 100,000
//! positions.

use crate::common::{Array, VALUES, assert_fails, games, listed, moves, status};
use crate::pointers::{self, Answer, Kind};
use crate::table::Given;
use setwise_capi::*;
use setwise_moves::{Analysis, Color, Move, MoveEffect, MoveKindCounts, Role};
use std::ffi::{CString, c_char};
use std::ptr::{null, null_mut, without_provenance_mut};

/// Numbers of positions around those of packs and blocks.
const LENGTHS: [usize; 6] = [0, 1, 63, 64, 65, 100_000];

/// The bytes of numbers in memory.
macro_rules! bytes {
    ($numbers:expr) => {
        $numbers
            .into_iter()
            .flat_map(|number| number.to_ne_bytes())
            .collect()
    };
}

/// What the Rust calls write, as bytes.
fn right(name: &str, positions: &[setwise_moves::Position], moves: &[u16]) -> Option<Vec<u8>> {
    let n = positions.len();
    let moves: Vec<Option<Move>> = moves.iter().map(|&bits| Move::from_bits(bits)).collect();
    let each = || positions.iter().zip(&moves);
    Some(match name {
        "setwise_positions_count_legal_moves" => {
            bytes!(positions.iter().map(|position| position.count_legal()))
        }
        "setwise_positions_count_captures" => {
            let mut counts = vec![0; n];
            setwise_moves::count_captures(positions, &mut counts).expect("lengths");
            bytes!(counts)
        }
        "setwise_positions_count_move_kinds" => {
            let mut kinds = vec![MoveKindCounts::default(); n];
            setwise_moves::count_move_kinds(positions, &mut kinds).expect("lengths");
            let of = |kinds: MoveKindCounts| [kinds.captures(), kinds.promotions(), kinds.checks()];
            bytes!(kinds.into_iter().flat_map(of))
        }
        "setwise_positions_keys" => bytes!(positions.iter().map(|position| position.key())),
        "setwise_positions_checkers" => {
            bytes!(positions.iter().map(|position| position.checkers()))
        }
        "setwise_positions_status" => bytes!(positions.iter().map(status)),
        "setwise_positions_attack_maps" => {
            let mut maps = vec![[0; 2]; n];
            setwise_moves::attack_maps(positions, &mut maps).expect("lengths");
            bytes!(maps.into_iter().flatten())
        }
        "setwise_positions_is_legal" => each()
            .map(|(position, found)| found.is_some_and(|found| position.is_legal(found)).into())
            .collect(),
        "setwise_positions_exchange_values" => bytes!(each().map(|(position, found)| {
            let value = found.and_then(|found| position.exchange_value(found, &VALUES));
            value.unwrap_or(i32::MIN)
        })),
        "setwise_positions_move_effects" => {
            let mut effects = vec![None; n];
            setwise_moves::move_effects(positions, &moves, &mut effects).expect("lengths");
            let of = |effect: MoveEffect| {
                u8::from(effect.is_capture())
                    | u8::from(effect.is_promotion()) << 1
                    | u8::from(effect.is_check()) << 2
            };
            effects
                .into_iter()
                .map(|effect| effect.map_or(128, of))
                .collect()
        }
        _ => return None,
    })
}

/// The calls that write an entry for each position.
#[test]
fn fills() {
    let moves = moves();
    let calls = pointers::calls(&Given::new());
    for n in LENGTHS {
        let (positions, moves) = (&games()[..n], &moves[..n]);
        let array = Array::new(positions);
        let mut found = 0;
        for call in &calls {
            let name = call.row.name;
            let Some(expected) = right(name, positions, moves) else {
                continue;
            };
            let mut out = vec![u64::MAX; 2 * n + 1];
            let to = out.as_mut_ptr();
            let answer = call.answer(&call.raws(|one| match (one.kind, one.what) {
                (Kind::Length, _) => without_provenance_mut(n),
                (Kind::Output(_), _) => to.cast(),
                (_, "the positions") => array.0.cast(),
                (_, "the moves") => moves.as_ptr().cast_mut().cast(),
                _ => one.raw,
            }));
            assert!(matches!(answer, Answer::Status(0)), "{name}");
            let bytes: Vec<u8> = bytes!(out);
            let (written, rest) = bytes.split_at(expected.len());
            assert!(written == expected, "{name} of {n}");
            assert!(rest.iter().all(|&byte| byte == 0xff), "{name} of {n}");
            found += 1;
        }
        assert_eq!(found, 10);
    }
}

#[test]
fn arrays_have_their_positions() {
    for n in LENGTHS {
        let positions = &games()[..n];
        let array = Array::new(positions);
        // SAFETY: the array is one of the library. A position has six words and then two more.
        unsafe {
            assert_eq!(setwise_positions_len(array.0), n);
            for (index, position) in positions.iter().enumerate() {
                let words = setwise_positions_at(array.0, index).cast::<[u64; 6]>();
                assert_eq!(*words, position.words());
            }
            assert!(setwise_positions_at(array.0, n).is_null());
        }
        let message = format!("position {n} of {n}");
        assert_fails(Status::UnknownValue as i32, Status::UnknownValue, &message);
    }
    // SAFETY: null is nothing to free.
    unsafe { setwise_positions_free(null_mut()) };
}

/// The positions of an array are valid for the calls for one position.
#[test]
fn positions_of_arrays_are_positions() {
    let positions = &games()[..1000];
    let array = Array::new(positions);
    for (index, position) in positions.iter().enumerate() {
        // SAFETY: the array is one of the library, and has this position.
        let (key, count) = unsafe {
            let found = setwise_positions_at(array.0, index);
            (
                setwise_position_key(found),
                setwise_position_count_legal_moves(found),
            )
        };
        assert_eq!((key, count), (position.key(), position.count_legal()));
    }
}

/// An array that a call makes.
fn made(make: impl FnOnce(*mut *mut Positions) -> i32) -> Array {
    let mut array = null_mut();
    assert_eq!(make(&mut array), 0);
    Array(array)
}

#[test]
fn arrays_of_fens_setups_and_copies() {
    let words: Vec<_> = games().iter().map(|position| position.words()).collect();
    let texts = games()
        .iter()
        .map(|position| CString::new(position.to_fen()));
    let texts: Vec<CString> = texts.collect::<Result<_, _>>().expect("no zero");
    let fens: Vec<*const c_char> = texts.iter().map(|fen| fen.as_ptr()).collect();
    let setups: Vec<Setup> = games()
        .iter()
        .map(|&position| Setup::from(position))
        .collect();
    for n in LENGTHS {
        // SAFETY: the vectors have at least `n` elements.
        let arrays = unsafe {
            [
                made(|out| setwise_positions_from_fens(fens.as_ptr(), n, out)),
                made(|out| setwise_positions_from_setups(setups.as_ptr(), n, out)),
                made(|out| setwise_positions_copy(Array::new(&games()[..n]).0, out)),
            ]
        };
        for array in &arrays {
            assert!(listed(array) == words[..n]);
        }
    }
}

#[test]
fn moves_are_played() {
    let all = moves();
    for n in LENGTHS {
        let positions = &games()[..n];
        let is_legal = |position: &setwise_moves::Position, bits: u16| {
            Move::from_bits(bits).is_some_and(|found| position.is_legal(found))
        };
        // 0 leaves a position as it is.
        let mut moves: Vec<u16> = positions
            .iter()
            .zip(&all)
            .map(|(position, &bits)| if is_legal(position, bits) { bits } else { 0 })
            .collect();
        let expected: Vec<_> = positions
            .iter()
            .zip(&moves)
            .map(|(position, &bits)| match Move::from_bits(bits) {
                Some(found) => position.play(found).expect("legal").words(),
                None => position.words(),
            })
            .collect();
        let array = Array::new(positions);
        // SAFETY: the array is one of the library, and there are as many moves.
        let copy = made(|out| unsafe { setwise_positions_copy(array.0, out) });
        // SAFETY: as above.
        let status = unsafe { setwise_positions_play(array.0, moves.as_ptr(), n) };
        assert_eq!(status, 0);
        assert!(listed(&array) == expected);
        // A move that is not legal changes nothing, not even in positions before it.
        let before: Vec<_> = positions.iter().map(|position| position.words()).collect();
        assert!(listed(&copy) == before);
        for (bits, message) in [
            (5 << 12 | 1, "the move a1b1 is not legal"),
            (0xf000, "0xf000"),
        ] {
            let Some(index) = (0..n)
                .rev()
                .find(|&index| !is_legal(&positions[index], bits))
            else {
                continue;
            };
            let kept = std::mem::replace(&mut moves[index], bits);
            // SAFETY: as above.
            let status = unsafe { setwise_positions_play(copy.0, moves.as_ptr(), n) };
            assert_fails(status, Status::IllegalMove, &format!("position {index}: "));
            assert_fails(status, Status::IllegalMove, message);
            assert!(listed(&copy) == before);
            moves[index] = kept;
        }
    }
}

#[test]
fn lists_of_moves() {
    for n in LENGTHS {
        let positions = &games()[..n];
        let array = Array::new(positions);
        let mut ends = vec![0];
        let mut expected: Vec<u16> = Vec::new();
        for position in positions {
            expected.extend(position.legal_moves().iter().map(|found| found.bits()));
            ends.push(expected.len());
        }
        let needed = expected.len();
        let (mut offsets, mut moves) = (vec![7; n + 2], vec![7; needed + 1]);
        let mut list = |capacity| {
            // SAFETY: the vectors have room for the capacity and the offsets.
            unsafe {
                setwise_positions_legal_moves(
                    array.0,
                    offsets.as_mut_ptr(),
                    moves.as_mut_ptr(),
                    capacity,
                    n,
                )
            }
        };
        if needed > 0 {
            let message = format!("{needed} moves need room; there is some for {}", needed - 1);
            assert_fails(list(needed - 1), Status::NoRoom, &message);
        }
        assert_eq!(list(needed), 0);
        assert!(offsets[..n + 1] == ends && moves[..needed] == expected);
        assert_eq!((offsets[n + 1], moves[needed]), (7, 7));
    }
}

/// The outputs of an analysis, each with one entry more than it needs.
struct Columns {
    boards: [Vec<u64>; 5],
    mobility: Vec<u32>,
    legal_moves: Vec<u32>,
}

impl Columns {
    fn new(n: usize) -> Self {
        Self {
            boards: std::array::from_fn(|_| vec![77; n + 1]),
            mobility: vec![77; 6 * n + 1],
            legal_moves: vec![77; n + 1],
        }
    }

    fn arrays(&mut self) -> AnalysisArrays {
        let [checkers, pinned, danger, white, black] =
            self.boards.each_mut().map(|board| board.as_mut_ptr());
        AnalysisArrays {
            size: size_of::<AnalysisArrays>(),
            checkers,
            pinned,
            danger,
            attacked_by_white: white,
            attacked_by_black: black,
            mobility: self.mobility.as_mut_ptr(),
            legal_moves: self.legal_moves.as_mut_ptr(),
        }
    }

    /// Asserts that the columns have these analyses, and nothing after them.
    fn check(&self, analyses: &[Analysis]) {
        let n = analyses.len();
        for (at, analysis) in analyses.iter().enumerate() {
            let expected = [
                analysis.checkers(),
                analysis.pinned(),
                analysis.danger(),
                analysis.attacked_by(Color::White),
                analysis.attacked_by(Color::Black),
            ];
            assert!(self.boards.iter().map(|column| column[at]).eq(expected));
            let mobility = Role::ALL.map(|role| analysis.mobility(role));
            assert_eq!(self.mobility[6 * at..6 * at + 6], mobility);
            assert_eq!(self.legal_moves[at], analysis.legal_moves());
        }
        assert!(self.boards.iter().all(|column| column[n] == 77));
        assert_eq!((self.mobility[6 * n], self.legal_moves[n]), (77, 77));
    }
}

/// Of checked and of plain arrays.
#[test]
fn analyses_and_counts_of_plain_arrays() {
    for n in LENGTHS {
        let positions = &games()[..n];
        let given: Vec<Position> = positions.iter().map(|&position| position.into()).collect();
        let array = Array::new(positions);
        let mut analyses = vec![Analysis::default(); n];
        setwise_moves::analyze(positions, &mut analyses).expect("lengths");
        let (mut checked, mut plain) = (Columns::new(n), Columns::new(n));
        let mut counts = vec![77; n + 1];
        // SAFETY: all arrays have room for `n` positions.
        unsafe {
            assert_eq!(setwise_validate_positions(given.as_ptr(), n), 0);
            let status = setwise_count_legal_moves(given.as_ptr(), counts.as_mut_ptr(), n);
            assert_eq!(status, 0);
            assert_eq!(setwise_positions_analyze(array.0, &checked.arrays(), n), 0);
            assert_eq!(setwise_analyze(given.as_ptr(), &plain.arrays(), n), 0);
        }
        checked.check(&analyses);
        plain.check(&analyses);
        assert_eq!(counts, checked.legal_moves);
    }
}

/// Each output may be left out; the others are written.
#[test]
fn outputs_that_are_left_out() {
    const N: usize = 70;
    let array = Array::new(&games()[..N]);
    let mut whole = Columns::new(N);
    // SAFETY: all arrays have room for the positions.
    let status = unsafe { setwise_positions_analyze(array.0, &whole.arrays(), N) };
    assert_eq!(status, 0);
    let leave_out: [fn(&mut AnalysisArrays); 7] = [
        |arrays| arrays.checkers = null_mut(),
        |arrays| arrays.pinned = null_mut(),
        |arrays| arrays.danger = null_mut(),
        |arrays| arrays.attacked_by_white = null_mut(),
        |arrays| arrays.attacked_by_black = null_mut(),
        |arrays| arrays.mobility = null_mut(),
        |arrays| arrays.legal_moves = null_mut(),
    ];
    for (out, leave_out) in leave_out.into_iter().enumerate() {
        let mut found = Columns::new(N);
        let mut arrays = found.arrays();
        leave_out(&mut arrays);
        // SAFETY: as above.
        assert_eq!(unsafe { setwise_positions_analyze(array.0, &arrays, N) }, 0);
        for (column, (found, whole)) in found.boards.iter().zip(&whole.boards).enumerate() {
            match column == out {
                true => assert_eq!(*found, [77; N + 1]),
                false => assert_eq!(found, whole),
            }
        }
        assert_eq!(found.mobility == whole.mobility, out != 5);
        assert_eq!(found.legal_moves == whole.legal_moves, out != 6);
    }
}

/// The features of checked positions are those of their eight boards.
#[test]
fn features() {
    let n = 20_000;
    let positions = &games()[..n];
    let array = Array::new(positions);
    let eight: Vec<EightBoards> = positions
        .iter()
        .map(|position| EightBoards {
            colors: Color::ALL.map(|color| position.by_color(color)),
            roles: Role::ALL.map(|role| position.by_role(role)),
            turn: position.turn() as u32,
            reserved: 7,
        })
        .collect();
    for set in 1..=10 {
        let rows = |eight: *const EightBoards, checked: *const Positions, perspectives: u32| {
            let given = NnuePositions {
                size: size_of::<NnuePositions>(),
                count: n,
                eight,
                twelve: null(),
                checked,
                perspectives,
                reserved: 7,
            };
            let (mut counts, mut offsets) = (vec![0; n], vec![0; n + 1]);
            // SAFETY: the vectors have room for the positions, and then for their features.
            unsafe {
                assert_eq!(setwise_nnue_count(set, &given, counts.as_mut_ptr()), 0);
                let capacity = counts.iter().sum::<u32>() as usize;
                let (mut first, mut second) = (vec![0; capacity], vec![0; capacity]);
                let status = setwise_nnue_csr(
                    set,
                    &given,
                    offsets.as_mut_ptr(),
                    first.as_mut_ptr(),
                    second.as_mut_ptr(),
                    capacity,
                );
                assert_eq!(status, 0);
                (counts, offsets, first, second)
            }
        };
        for perspectives in [0, 1] {
            let expected = rows(eight.as_ptr(), null(), perspectives);
            assert!(expected.1[n] > n);
            assert!(rows(null(), array.0, perspectives) == expected, "set {set}");
        }
    }
}

/// Several threads read one array at once.
#[test]
fn threads_share_an_array() {
    let positions = &games()[..10_000];
    let array = Array::new(positions);
    let address = array.0.expose_provenance();
    let expected = right("setwise_positions_count_legal_moves", positions, &[]);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut counts = vec![0_u32; positions.len()];
                let array = std::ptr::with_exposed_provenance(address);
                // SAFETY: the array lives until the threads have ended, and nothing writes to it.
                let status = unsafe {
                    setwise_positions_count_legal_moves(array, counts.as_mut_ptr(), positions.len())
                };
                assert_eq!(status, 0);
                let found: Vec<u8> = bytes!(counts);
                assert!(Some(found) == expected);
            });
        }
    });
}
