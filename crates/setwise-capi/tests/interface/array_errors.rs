//! Wrong calls for arrays of positions, whose pointers and lengths are right.

use crate::common::calls::{NO_ARRAYS, valid, written};
use crate::common::{Array, assert_fails, games};
use setwise_capi::*;
use std::ffi::c_char;
use std::ptr::{null, without_provenance_mut};

const N: usize = 3;

/// A pointer that is not aligned.
fn odd<T>() -> *mut T {
    without_provenance_mut(0x1001)
}

fn array() -> Array {
    Array::new(&games()[..N])
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

#[test]
fn size_of_the_arrays() {
    let positions: [Position; N] = std::array::from_fn(|index| games()[index].into());
    let size = size_of::<AnalysisArrays>() - size_of::<*mut u32>();
    let arrays = AnalysisArrays { size, ..NO_ARRAYS };
    let message = "the arrays: size 56 instead of 64";
    // SAFETY: no more than the size of the structure is read.
    unsafe {
        let status = setwise_analyze(positions.as_ptr(), &arrays, N);
        assert_fails(status, Status::WrongSize, message);
        let status = setwise_positions_analyze(array().0, &arrays, N);
        assert_fails(status, Status::WrongSize, message);
    }
}
