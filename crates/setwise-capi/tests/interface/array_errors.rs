//! Wrong calls for arrays of positions.

use crate::common::arrays::{FILLS, fill};
use crate::common::calls::{valid, written};
use crate::common::{Array, assert_fails, games};
use setwise_capi::*;
use std::ffi::c_char;
use std::ptr::{null, null_mut, without_provenance_mut};

const N: usize = 3;

/// A pointer that is not aligned.
fn odd<T>() -> *mut T {
    without_provenance_mut(0x1001)
}

fn array() -> Array {
    Array::new(&games()[..N])
}

/// Where the positions of an array lie.
fn inside(array: &Array) -> *mut u64 {
    // SAFETY: the array is one of the library.
    unsafe { setwise_positions_at(array.0, 0) }
        .cast_mut()
        .cast()
}

#[test]
fn entries() {
    let array = array();
    let (moves, mut out) = ([0_u16; N], [7_u64; 2 * N]);
    for name in FILLS {
        let bytes = name == "is_legal" || name == "move_effects";
        let takes_moves = bytes || name == "exchange_values";
        let fails =
            |array: *const Positions, moves: *const u16, out, n, expected, message: &str| {
                // SAFETY: one of the arguments is refused, the others have `N` entries.
                let status = unsafe { fill(name, array, moves, out, n) };
                assert_fails(status, expected, message);
            };
        let (good, from, to) = (array.0, moves.as_ptr(), out.as_mut_ptr());
        let (bad, length) = (Status::BadPointer, Status::WrongLength);
        fails(null(), from, to, N, bad, "the positions");
        fails(odd(), from, to, N, bad, "the positions");
        fails(good, from, null_mut(), N, bad, "null or not aligned");
        if !bytes {
            fails(good, from, odd(), N, bad, "null or not aligned");
        }
        if takes_moves {
            fails(good, null(), to, N, bad, "the moves");
            fails(good, odd(), to, N, bad, "the moves");
            let same = from.cast_mut().cast();
            fails(good, from, same, N, Status::Overlap, "overlaps the moves");
        }
        fails(
            good,
            from,
            inside(&array),
            N,
            Status::Overlap,
            "overlaps the positions",
        );
        for n in [0, N - 1, N + 1, usize::MAX] {
            fails(
                good,
                from,
                to,
                n,
                length,
                &format!("{n} entries instead of 3"),
            );
        }
    }
    for values in [null_mut(), odd()] {
        let won = out.as_mut_ptr().cast();
        // SAFETY: the pointer to the values is refused.
        let status =
            unsafe { setwise_positions_exchange_values(array.0, moves.as_ptr(), values, won, N) };
        assert_fails(status, Status::BadPointer, "the values");
    }
    assert_eq!((out, moves), ([7; 2 * N], [0; N]));
}

#[test]
fn moves_and_offsets() {
    let array = array();
    let (mut offsets, mut moves) = ([7_usize; N + 1], [7_u16; 100]);
    let (to, list) = (offsets.as_mut_ptr(), moves.as_mut_ptr());
    let fails = |array: *const Positions, offsets, moves, n, expected, message| {
        // SAFETY: one of the arguments is refused, the others have room.
        let status = unsafe { setwise_positions_legal_moves(array, offsets, moves, 100, n) };
        assert_fails(status, expected, message);
    };
    let (bad, overlap) = (Status::BadPointer, Status::Overlap);
    fails(null(), to, list, N, bad, "the positions");
    fails(array.0, null_mut(), list, N, bad, "the offsets");
    fails(array.0, odd(), list, N, bad, "the offsets");
    fails(array.0, to, null_mut(), N, bad, "the moves");
    fails(array.0, to, odd(), N, bad, "the moves");
    fails(
        array.0,
        to,
        to.cast(),
        N,
        overlap,
        "the offsets overlaps the moves",
    );
    fails(
        array.0,
        inside(&array).cast(),
        list,
        N,
        overlap,
        "overlaps the positions",
    );
    fails(
        array.0,
        to,
        inside(&array).cast(),
        N,
        overlap,
        "overlaps the positions",
    );
    fails(
        array.0,
        to,
        list,
        N + 1,
        Status::WrongLength,
        "4 entries instead of 3",
    );
    fails(
        array.0,
        to,
        list,
        usize::MAX,
        Status::WrongLength,
        "instead of 3",
    );
    // SAFETY: as above.
    unsafe {
        let play = setwise_positions_play;
        let none = [0; N];
        assert_fails(play(null_mut(), none.as_ptr(), N), bad, "the positions");
        assert_fails(play(odd(), none.as_ptr(), N), bad, "the positions");
        assert_fails(play(array.0, null(), N), bad, "the moves");
        assert_fails(play(array.0, odd(), N), bad, "the moves");
        let status = play(array.0, none.as_ptr(), N - 1);
        assert_fails(
            status,
            Status::WrongLength,
            "the moves: 2 entries instead of 3",
        );
    }
    assert_eq!((offsets, moves), ([7; N + 1], [7; 100]));
}

#[test]
fn new_arrays() {
    let (array, positions) = (array(), [valid("4k3/8/8/8/8/8/8/4K3 w - - 0 1"); N]);
    let fen = c"4k3/8/8/8/8/8/8/4K3 w - - 0 1".as_ptr();
    let bad = Status::BadPointer;
    let refused = |expected, message: &str, make: &dyn Fn(*mut *mut Positions) -> i32| {
        let (status, found) = written(odd(), make);
        assert_fails(status, expected, message);
        assert_eq!(found, odd());
    };
    // SAFETY: one of the arguments is refused, the others are variables.
    unsafe {
        for wrong in [null_mut(), odd()] {
            let new = "the new array";
            assert_fails(
                setwise_positions_new(positions.as_ptr(), N, wrong),
                bad,
                new,
            );
            assert_fails(setwise_positions_from_fens(&fen, 1, wrong), bad, new);
            assert_fails(setwise_positions_from_setups(null(), 0, wrong), bad, new);
            assert_fails(setwise_positions_copy(array.0, wrong), bad, new);
            refused(bad, "the positions", &|out| {
                setwise_positions_new(wrong.cast(), N, out)
            });
            refused(bad, "the FENs", &|out| {
                setwise_positions_from_fens(wrong.cast(), N, out)
            });
            refused(bad, "the setups", &|out| {
                setwise_positions_from_setups(wrong.cast(), N, out)
            });
            refused(bad, "the positions", &|out| {
                setwise_positions_copy(wrong.cast(), out)
            });
        }
        let (large, most) = (Status::TooLarge, usize::MAX / 8);
        let text = "do not fit the address space";
        refused(large, text, &|out| {
            setwise_positions_new(positions.as_ptr(), most, out)
        });
        refused(large, text, &|out| {
            setwise_positions_from_fens(&fen, most + 1, out)
        });
        let size = [size_of::<Setup>() as u64];
        refused(large, text, &|out| {
            setwise_positions_from_setups(size.as_ptr().cast(), most, out)
        });
    }
}

/// The message names the FEN, and where it is wrong.
#[test]
fn fens() {
    let good = c"4k3/8/8/8/8/8/8/4K3 w - - 0 1".as_ptr();
    let (king, letter) = (
        c"8/8/8/8/8/8/8/K7 w - - 0 1",
        c"8/8/8/8/8/8/8/K7x w - - 0 1",
    );
    let cases: [([*const c_char; 3], _, _); 4] = [
        ([good, good, king.as_ptr()], Status::BadPosition, "FEN 2: "),
        (
            [good, king.as_ptr(), null()],
            Status::BadPosition,
            "Black has 0 kings",
        ),
        (
            [letter.as_ptr(), good, good],
            Status::BadFen,
            "FEN 0: FEN, character 17",
        ),
        (
            [good, null(), good],
            Status::BadPointer,
            "FEN 1: the text: a null pointer",
        ),
    ];
    for (fens, expected, message) in cases {
        let (status, array) = written(odd(), |out| {
            // SAFETY: there are three pointers, null or to texts.
            unsafe { setwise_positions_from_fens(fens.as_ptr(), 3, out) }
        });
        assert_fails(status, expected, message);
        assert_eq!(array, odd());
    }
}

/// A plain array is refused if a position is wrong, whatever its words; the message names it.
#[test]
fn positions_that_are_not_valid() {
    let good = valid("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let with = |change: fn(&mut Position)| {
        let mut changed = good;
        change(&mut changed);
        changed
    };
    let (words, kings) = ("do not belong together", "kings");
    let cases = [
        (with(|position| position.key ^= 1), words),
        // Black's byte is 0 or 255.
        (with(|position| position.state ^= 2 << 24), words),
        // No square is passed.
        (with(|position| position.state |= 1 << 22), words),
        (with(|position| position.state |= 1 << 23), words),
        (
            with(|position| position.state |= 44 << 16),
            "no pawn can just have passed",
        ),
        (
            with(|position| position.state |= 2),
            "b1 has a castling right",
        ),
        // The code 7 is no piece.
        (
            with(|position| position.planes[1] |= 1 << 4),
            "two pieces stand on e1",
        ),
        // A color without a piece.
        (with(|position| position.planes[3] |= 1 << 20), words),
        (with(|position| position.planes[0] &= !(1 << 4)), kings),
        (with(|position| position.planes = [0; 4]), kings),
    ];
    let mut reserved = good;
    reserved.reserved = [5; 2];
    // SAFETY: the position is a variable.
    assert_eq!(unsafe { setwise_validate_positions(&reserved, 1) }, 0);
    for (wrong, message) in cases {
        let given = [good, wrong, good];
        let from = given.as_ptr();
        let mut counts = [77_u32; N];
        let arrays = AnalysisArrays {
            legal_moves: counts.as_mut_ptr(),
            ..NO_ARRAYS
        };
        let mut array = odd();
        // SAFETY: all arrays have three elements.
        let statuses = unsafe {
            [
                setwise_validate_positions(from, N),
                setwise_positions_new(from, N, &mut array),
                setwise_count_legal_moves(from, arrays.legal_moves, N),
                setwise_analyze(from, &arrays, N),
            ]
        };
        assert_eq!(statuses, [Status::BadPosition as i32; 4], "{wrong:x?}");
        assert_fails(statuses[3], Status::BadPosition, "position 1: ");
        assert_fails(statuses[3], Status::BadPosition, message);
        assert_eq!((counts, array), ([77; N], odd()));
    }
}

const NO_ARRAYS: AnalysisArrays = AnalysisArrays {
    size: size_of::<AnalysisArrays>(),
    checkers: null_mut(),
    pinned: null_mut(),
    danger: null_mut(),
    attacked_by_white: null_mut(),
    attacked_by_black: null_mut(),
    mobility: null_mut(),
    legal_moves: null_mut(),
};

#[test]
fn analyses() {
    let array = array();
    let positions: [Position; N] = std::array::from_fn(|index| games()[index].into());
    let mut memory = [77_u64; 8 * N];
    let out = memory.as_mut_ptr();
    let arrays = AnalysisArrays {
        size: size_of::<AnalysisArrays>(),
        checkers: out,
        pinned: out.wrapping_add(N),
        danger: out.wrapping_add(2 * N),
        attacked_by_white: out.wrapping_add(3 * N),
        attacked_by_black: null_mut(),
        mobility: out.wrapping_add(4 * N).cast(),
        legal_moves: out.wrapping_add(7 * N).cast(),
    };
    let (bad, overlap) = (Status::BadPointer, Status::Overlap);
    let fails = |arrays: *const AnalysisArrays, expected, message| {
        // SAFETY: the arrays are wrong in one place, which is checked.
        unsafe {
            assert_fails(
                setwise_analyze(positions.as_ptr(), arrays, N),
                expected,
                message,
            );
            assert_fails(
                setwise_positions_analyze(array.0, arrays, N),
                expected,
                message,
            );
        }
    };
    let changes: [fn(&mut AnalysisArrays, *mut u64); 7] = [
        |arrays, pointer| arrays.checkers = pointer,
        |arrays, pointer| arrays.pinned = pointer,
        |arrays, pointer| arrays.danger = pointer,
        |arrays, pointer| arrays.attacked_by_white = pointer,
        |arrays, pointer| arrays.attacked_by_black = pointer,
        |arrays, pointer| arrays.mobility = pointer.cast(),
        |arrays, pointer| arrays.legal_moves = pointer.cast(),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let with = |pointer| {
            let mut changed = arrays;
            change(&mut changed, pointer);
            changed
        };
        fails(&with(odd()), bad, "not aligned");
        let other = if index == 0 {
            arrays.pinned
        } else {
            arrays.checkers
        };
        fails(&with(other), overlap, "overlaps");
        let (plain, checked) = (positions.as_ptr().cast_mut().cast(), inside(&array));
        // SAFETY: as above.
        let statuses = unsafe {
            let plain = setwise_analyze(positions.as_ptr(), &with(plain), N);
            [plain, setwise_positions_analyze(array.0, &with(checked), N)]
        };
        assert_eq!(statuses, [overlap as i32; 2]);
        assert_fails(overlap as i32, overlap, "overlaps the positions");
    }
    fails(null(), bad, "the arrays");
    fails(odd(), bad, "the arrays");
    let size = arrays.size - size_of::<*mut u32>();
    fails(
        &AnalysisArrays { size, ..arrays },
        Status::WrongSize,
        "the arrays: size 56 instead of 64",
    );
    // SAFETY: the numbers are wrong, or there are no positions.
    unsafe {
        let status = setwise_analyze(positions.as_ptr(), &arrays, usize::MAX / 64);
        assert_fails(status, Status::TooLarge, "address space");
        let status = setwise_positions_analyze(array.0, &arrays, N + 1);
        assert_fails(
            status,
            Status::WrongLength,
            "the arrays: 4 entries instead of 3",
        );
        assert_eq!(setwise_analyze(null(), &arrays, 0), 0);
    }
    assert_eq!(memory, [77; 8 * N]);
}

#[test]
fn plain_arrays() {
    let positions: [Position; N] = std::array::from_fn(|index| games()[index].into());
    let given = positions.as_ptr();
    let mut counts = [77_u32; N];
    let out = counts.as_mut_ptr();
    let fails = |positions: *const Position, counts, n, expected, message| {
        // SAFETY: one of the arguments is refused, the others have `N` entries.
        let status = unsafe { setwise_count_legal_moves(positions, counts, n) };
        assert_fails(status, expected, message);
    };
    let bad = Status::BadPointer;
    fails(null(), out, N, bad, "the positions");
    fails(odd(), out, N, bad, "the positions");
    fails(given, null_mut(), N, bad, "the counts");
    fails(given, odd(), N, bad, "the counts");
    fails(
        given,
        given.cast_mut().cast(),
        N,
        Status::Overlap,
        "overlaps the positions",
    );
    fails(
        given,
        out,
        usize::MAX / 64,
        Status::TooLarge,
        "address space",
    );
    // SAFETY: the pointers are refused, or there are no positions.
    unsafe {
        assert_fails(setwise_validate_positions(null(), N), bad, "the positions");
        assert_fails(setwise_validate_positions(odd(), N), bad, "the positions");
        assert_eq!(setwise_validate_positions(null(), 0), 0);
        assert_eq!(setwise_count_legal_moves(null(), null_mut(), 0), 0);
    }
    assert_eq!(counts, [77; N]);
}

/// Checked positions whose features are wanted.
#[test]
fn features() {
    let array = array();
    let good = NnuePositions {
        size: size_of::<NnuePositions>(),
        count: N,
        eight: null(),
        twelve: null(),
        checked: array.0,
        perspectives: 0,
        reserved: 7,
    };
    let (eight, twelve) = (EightBoards::default(), TwelveBoards::default());
    let mut counts = [77; N];
    let two = "two of `eight`, `twelve` and `checked` are not null";
    let bad = Status::BadPointer;
    let short = NnuePositions {
        count: N - 1,
        ..good
    };
    let both = NnuePositions {
        eight: &eight,
        ..good
    };
    let other = NnuePositions {
        twelve: &twelve,
        ..good
    };
    let unaligned = NnuePositions {
        checked: odd(),
        ..good
    };
    for (wrong, expected, message) in [
        (short, Status::WrongLength, "2 entries instead of 3"),
        (both, bad, two),
        (other, bad, two),
        (unaligned, bad, "the positions"),
    ] {
        // SAFETY: the structure is refused.
        let status = unsafe { setwise_nnue_count(7, &wrong, counts.as_mut_ptr()) };
        assert_fails(status, expected, message);
    }
    // SAFETY: the memory of the positions is refused as an output.
    let status = unsafe { setwise_nnue_count(7, &good, inside(&array).cast()) };
    assert_fails(status, Status::Overlap, "overlaps the positions");
    assert_eq!(counts, [77; N]);
}
