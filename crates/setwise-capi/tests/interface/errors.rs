//! Wrong calls for one position, whose pointers are right.

use crate::common::calls::{
    NO_MOVES, NO_SETUP, NONE, START, from_fen, from_setup, text, to_setup, valid, written,
};
use crate::common::{Array, assert_fails, string};
use setwise_capi::*;
use std::ffi::CStr;
use std::ptr::{null, null_mut};

fn startpos() -> Position {
    setwise_moves::Position::startpos().into()
}

#[test]
fn texts_and_values() {
    let start = startpos();
    // SAFETY: the pointers are null for no bytes, or those of variables.
    unsafe {
        for parse in [setwise_position_parse_uci_n, setwise_position_parse_san_n] {
            for (text, length, message) in [(null(), 0, "\"\""), (c"e2e4".as_ptr(), 3, "\"e2e\"")] {
                let (status, found) = written(7, |out| parse(&start, text, length, out));
                assert_fails(status, Status::BadMove, message);
                assert_eq!(found, 7);
            }
        }
        let fen_n = |length| {
            written(NONE, |out| {
                setwise_position_from_fen_n(START.as_ptr(), length, out)
            })
        };
        let length = START.count_bytes();
        assert_fails(
            fen_n(length - 1).0,
            Status::BadFen,
            "(move number): missing",
        );
        assert_eq!(fen_n(length - 4), (0, start));
        assert_eq!(setwise_position_attackers_to(&start, 64, 0), 0);
        let unknown = Status::UnknownValue;
        assert_fails(unknown as i32, unknown, "no square has the number 64");
        assert_eq!(setwise_position_attackers_to(&start, u32::MAX, 0), 0);
    }
}

#[test]
fn wrong_moves_in_text() {
    let start = startpos();
    let two_rooks = valid("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    let refused = |is_san: bool, position: &Position, name: &CStr, message: &str| {
        let parse = [setwise_position_parse_uci, setwise_position_parse_san][usize::from(is_san)];
        // SAFETY: the pointers are those of variables and of a text.
        let (status, found) = written(7, |out| unsafe { parse(position, name.as_ptr(), out) });
        assert_fails(status, Status::BadMove, message);
        assert_eq!(found, 7, "{name:?}");
    };
    for (name, message) in [
        (c"", "a move is two squares"),
        (
            c"e2e5",
            "\"e2e5\": the pawn on e2 has no such legal move to e5",
        ),
        (c"e2e4k", "\"e2e4k\": 'k' stands for no promotion"),
        (c"e7e5", "has no piece on e7"),
        (c"0000", "a move is two squares"),
        (c"\xff\xfe", "a move is two squares"),
    ] {
        refused(false, &start, name, message);
    }
    for (name, message) in [
        (c"", "is not a move"),
        (c"--", "is not a move"),
        (c"\xff", "is not a move"),
        (c"e5", "\"e5\" is no legal move"),
        (c"Nd2", "is no legal move"),
        (c"O-O", "is no legal move"),
    ] {
        refused(true, &start, name, message);
    }
    refused(true, &two_rooks, c"Rd1", "fits several legal moves");
}

#[test]
fn texts_need_room() {
    // No FEN is longer.
    let longest = "rnbqkbnr/1ppppppp/1nnnnnnn/pnnnnnnn/NNNNNNNN/NNNNNNNN/PPPPPPPP/RNBQKBNR w KQkq a6 65535 65535";
    let position = valid(longest);
    assert_eq!(longest.len(), 93);
    let to_fen = |capacity| {
        let mut fen = [7_u8; 100];
        let out = fen.as_mut_ptr().cast();
        // SAFETY: no capacity is larger than the buffer.
        let status = unsafe { setwise_position_to_fen(&position, out, capacity) };
        (status, fen)
    };
    for capacity in [94, SETWISE_FEN_SIZE] {
        let (status, fen) = to_fen(capacity);
        assert_eq!((status, &fen[..93]), (0, longest.as_bytes()));
        assert_eq!(fen[93..], [0, 7, 7, 7, 7, 7, 7]);
    }
    for capacity in [0, 1, 93] {
        let (status, fen) = to_fen(capacity);
        assert_fails(status, Status::NoRoom, "the FEN: 94 bytes");
        assert_eq!(fen, [7; 100]);
    }
    let promotes = valid("3rn1k1/4P3/8/8/8/8/8/4K3 w - - 0 1");
    let bits = 52 << 6 | 59 | 14 << 12;
    for (capacity, expected) in [(8, "exd8=Q"), (7, "exd8=Q"), (6, ""), (0, "")] {
        // SAFETY: the text has room for the capacity.
        let (status, san) =
            text(|out, _| unsafe { setwise_position_san(&promotes, bits, out, capacity) });
        assert_eq!((status == 0, &*san), (!expected.is_empty(), expected));
    }
    assert_fails(
        Status::NoRoom as i32,
        Status::NoRoom,
        "the move: 7 bytes need room; there is some for 0",
    );
    // SAFETY: the text has room for the capacity.
    let (status, _) = text(|out, _| unsafe { setwise_move_uci(bits, 0, out, 5) });
    assert_fails(status, Status::NoRoom, "the move: 6 bytes");
}

#[test]
fn wrong_fens() {
    for (fen, expected, message) in [
        (
            "8/8/8/8/8/8/8/K7x w - - 0 1",
            Status::BadFen,
            "FEN, character 17",
        ),
        ("", Status::BadFen, "FEN"),
        (
            "8/8/8/8/8/8/8/K7 w - - 0 1",
            Status::BadPosition,
            "Black has 0 kings",
        ),
    ] {
        let (status, position) = from_fen(fen);
        assert_fails(status, expected, message);
        assert_eq!(position, NONE);
    }
    let mut found = NONE;
    // SAFETY: the text ends in 0; it is not UTF-8.
    let status = unsafe { setwise_position_from_fen(c"\xc3\x28/8".as_ptr(), &mut found) };
    assert_fails(status, Status::BadFen, "FEN");
    assert_eq!(found, NONE);
}

/// Wrong parts of a position, the status and the message.
fn wrong_setups() -> Vec<(Setup, Status, &'static str)> {
    let position = valid("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let good = to_setup(&position);
    assert_eq!(from_setup(&good), (0, position));
    let bad = Status::BadPosition;
    let with = |change: fn(&mut Setup)| {
        let mut changed = good;
        change(&mut changed);
        changed
    };
    vec![
        (
            with(|setup| setup.size = 96),
            Status::WrongSize,
            "size 96 instead of 88",
        ),
        (
            with(|setup| setup.turn = 2),
            Status::UnknownValue,
            "no side to move has the number 2",
        ),
        (
            with(|setup| setup.en_passant = 64),
            Status::UnknownValue,
            "no square has the number 64",
        ),
        (
            with(|setup| setup.en_passant = 44),
            bad,
            "no pawn can just have passed",
        ),
        (
            with(|setup| setup.castling = 2),
            bad,
            "b1 has a castling right",
        ),
        (
            with(|setup| setup.colors[0] = 0),
            bad,
            "a1 has a color without a role",
        ),
        (
            with(|setup| setup.roles = [0; 6]),
            bad,
            "a1 has a color without a role",
        ),
        (
            with(|setup| setup.colors[0] |= 1 << 60),
            bad,
            "two pieces stand on e8",
        ),
        (
            with(|setup| setup.roles[1] = 1),
            bad,
            "two pieces stand on a1",
        ),
        (NO_SETUP, bad, "White has 0 kings"),
    ]
}

#[test]
fn setups_that_break_a_rule() {
    let good = to_setup(&startpos());
    for (wrong, expected, message) in wrong_setups() {
        let (status, found) = from_setup(&wrong);
        assert_fails(status, expected, message);
        assert_eq!(found, NONE);
        let mut array = null_mut();
        let both = [good, wrong];
        // SAFETY: there are two setups, and the array is a variable.
        let status = unsafe { setwise_positions_from_setups(both.as_ptr(), 2, &mut array) };
        assert_fails(status, expected, &format!("setup 1: {message}"));
        assert!(array.is_null());
    }
    // The first structure has another size: nothing else is read.
    let (size, mut array) = ([100_u32], null_mut());
    // SAFETY: a setup of another version begins with its size, which is all that is read.
    let status = unsafe { setwise_positions_from_setups(size.as_ptr().cast(), 5, &mut array) };
    assert_fails(status, Status::WrongSize, "setup 0: size 100 instead of 88");
}

/// A position with more moves than a list holds, which an array has none the less.
#[test]
fn more_moves_than_a_list_holds() {
    let fen = "QQQQQQnk/Q5pp/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1";
    let rust = setwise_moves::Position::from_fen(fen).expect("a position");
    let moves = rust.legal_moves();
    assert!(moves.len() > SETWISE_MOVE_LIST_ROOM, "{}", moves.len());
    let position = Position::from(rust);
    // SAFETY: the pointers are those of variables.
    let (status, list) = written(NO_MOVES, |out| unsafe {
        setwise_position_legal_moves(&position, out)
    });
    assert_fails(status, Status::NoRoom, "more than 256 moves");
    assert_eq!(list.count, 0);
    let array = Array::new(&[rust]);
    let (mut offsets, mut found) = ([7; 2], vec![0; moves.len()]);
    // SAFETY: the vectors have room for the moves and the offsets.
    unsafe {
        assert_eq!(
            setwise_position_count_legal_moves(&position) as usize,
            moves.len()
        );
        let status = setwise_positions_legal_moves(
            array.0,
            offsets.as_mut_ptr(),
            found.as_mut_ptr(),
            moves.len(),
            1,
        );
        assert_eq!(status, 0, "{}", string(setwise_last_error()));
    }
    assert_eq!(offsets, [0, moves.len()]);
    assert!(found.into_iter().eq(moves.iter().map(|found| found.bits())));
}

/// Each thread has the message of its last error.
#[test]
fn messages_belong_to_threads() {
    assert_fails(from_fen("x").0, Status::BadFen, "FEN");
    let mine = string(setwise_last_error());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            assert_eq!(string(setwise_last_error()), "");
            assert_fails(from_setup(&NO_SETUP).0, Status::BadPosition, "0 kings");
        });
    });
    assert_eq!(string(setwise_last_error()), mine);
}
