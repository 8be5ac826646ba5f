//! Positions, legal moves and analysis through the C interface.

mod common;

use common::assert_fails;
use setwise_capi::*;
use setwise_moves::{Analysis, Color, Role};
use std::ffi::CString;
use std::ptr::{null, null_mut};

const EMPTY: Position = Position {
    size: size_of::<Position>() as u32,
    turn: 0,
    colors: [0; 2],
    roles: [0; 6],
    castling: 0,
    en_passant: 0,
    halfmoves: 0,
    fullmove: 0,
};

/// Positions of random games, and some with castling in Chess960.
fn games() -> Vec<setwise_moves::Position> {
    let mut random = 1_u64;
    let mut positions = Vec::new();
    for start in 0..4 {
        let mut position = setwise_moves::Position::chess960(518 + 100 * start).expect("a number");
        for _ in 0..60 {
            positions.push(position);
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let Some(&chosen) = moves.get((random >> 33) as usize % moves.len().max(1)) else {
                break;
            };
            position = position.play(chosen).expect("legal");
        }
    }
    positions
}

fn from_fen(fen: &str) -> (i32, Position) {
    let text = CString::new(fen).expect("no zero");
    let mut position = EMPTY;
    // SAFETY: the text ends in 0, and the position begins with its size.
    let status = unsafe { setwise_position_from_fen(text.as_ptr(), &mut position) };
    (status, position)
}

#[test]
fn structures_are_the_positions() {
    assert_eq!(size_of::<Position>(), 88);
    for position in games() {
        let (status, read) = from_fen(&position.to_shredder_fen());
        assert_eq!((status, read), (0, Position::from(position)), "{position}");
    }
    let (status, start) = from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9");
    assert_eq!(status, 0);
    assert_eq!(start.colors, [0xffff, 0xffff << 48]);
    assert_eq!(start.roles[5], 1 << 4 | 1 << 60);
    assert_eq!(start.castling, 0x81 | 0x81 << 56);
    assert_eq!((start.halfmoves, start.fullmove, start.turn), (3, 9, 0));
    let (_, passed) = from_fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    assert_eq!((passed.en_passant, passed.turn), (20, 1));
}

/// Calls `setwise_position_to_fen` with a buffer that is full of 7.
fn to_fen(position: &Position, capacity: usize) -> (i32, [u8; 100]) {
    let mut fen = [7; 100];
    // SAFETY: the position has its size, and no capacity here is larger than the buffer.
    let status = unsafe { setwise_position_to_fen(position, fen.as_mut_ptr().cast(), capacity) };
    (status, fen)
}

#[test]
fn fens_are_written() {
    for position in games() {
        let given = Position::from(position);
        let expected = position.to_fen();
        let n = expected.len();
        for capacity in [n + 1, 96] {
            let (status, fen) = to_fen(&given, capacity);
            assert_eq!(status, 0);
            assert_eq!(&fen[..n], expected.as_bytes());
            assert_eq!((fen[n], &fen[n + 1..]), (0, &[7; 100][n + 1..]));
        }
        assert_eq!(from_fen(&expected), (0, given), "{expected}");
    }
}

#[test]
fn fens_need_room() {
    // No FEN is longer.
    let longest = "rnbqkbnr/1ppppppp/1nnnnnnn/pnnnnnnn/NNNNNNNN/NNNNNNNN/PPPPPPPP/RNBQKBNR w KQkq a6 65535 65535";
    let (status, position) = from_fen(longest);
    assert_eq!((status, longest.len()), (0, 93));
    assert_eq!(to_fen(&position, 96).0, 0);
    for capacity in [0, 1, 93] {
        let (status, fen) = to_fen(&position, capacity);
        assert_fails(status, Status::NoRoom, "94 bytes");
        assert_eq!(fen, [7; 100]);
    }
    // SAFETY: null pointers are errors.
    unsafe {
        let mut fen = [0; 96];
        assert_fails(
            setwise_position_to_fen(&position, null_mut(), 96),
            Status::BadPointer,
            "the FEN",
        );
        assert_fails(
            setwise_position_to_fen(null(), fen.as_mut_ptr(), 96),
            Status::BadPointer,
            "the positions",
        );
    }
    let (status, fen) = to_fen(
        &Position {
            size: 80,
            ..position
        },
        96,
    );
    assert_fails(status, Status::WrongSize, "position 0");
    assert_eq!(fen, [7; 100]);
    assert_fails(to_fen(&EMPTY, 96).0, Status::BadPosition, "position 0");
}

#[test]
fn counts_and_analyses() {
    let positions = games();
    let given: Vec<_> = positions
        .iter()
        .map(|&position| Position::from(position))
        .collect();
    let n = given.len();
    let mut counts = vec![77; n + 1];
    let (mut boards, mut mobility) = (vec![vec![77; n + 1]; 5], vec![77; 6 * n + 1]);
    let pointers: Vec<_> = boards
        .iter_mut()
        .map(|column| column.as_mut_ptr())
        .collect();
    let mut legal = vec![77; n + 1];
    let mut arrays = AnalysisArrays {
        size: size_of::<AnalysisArrays>(),
        checkers: pointers[0],
        pinned: pointers[1],
        danger: pointers[2],
        attacked_by_white: pointers[3],
        attacked_by_black: pointers[4],
        mobility: mobility.as_mut_ptr(),
        legal_moves: legal.as_mut_ptr(),
    };
    // SAFETY: all arrays have room for `n` positions.
    unsafe {
        assert_eq!(setwise_validate_positions(given.as_ptr(), n), 0);
        assert_eq!(
            setwise_count_legal_moves(given.as_ptr(), counts.as_mut_ptr(), n),
            0
        );
        assert_eq!(setwise_analyze(given.as_ptr(), &arrays, n), 0);
    }
    let mut analyses = vec![Analysis::default(); n];
    setwise_moves::analyze(&positions, &mut analyses).expect("lengths");
    for (at, analysis) in analyses.iter().enumerate() {
        let right = [
            analysis.checkers(),
            analysis.pinned(),
            analysis.danger(),
            analysis.attacked_by(Color::White),
            analysis.attacked_by(Color::Black),
        ];
        assert!(boards.iter().map(|column| column[at]).eq(right));
        assert_eq!(
            mobility[6 * at..6 * at + 6],
            Role::ALL.map(|role| analysis.mobility(role))
        );
        let moves = positions[at].legal_moves().len();
        assert_eq!((legal[at] as usize, counts[at] as usize), (moves, moves));
    }
    assert!(boards.iter().all(|column| column[n] == 77));
    assert_eq!((mobility[6 * n], legal[n], counts[n]), (77, 77, 77));

    // Each output may be left out; the others are written.
    let all = boards.clone();
    boards.iter_mut().for_each(|column| column.fill(5));
    legal.fill(5);
    arrays.checkers = null_mut();
    arrays.mobility = null_mut();
    for (pointer, column) in [
        (&mut arrays.pinned, 1),
        (&mut arrays.danger, 2),
        (&mut arrays.attacked_by_white, 3),
        (&mut arrays.attacked_by_black, 4),
    ] {
        *pointer = boards[column].as_mut_ptr();
    }
    arrays.legal_moves = legal.as_mut_ptr();
    // SAFETY: as above.
    assert_eq!(unsafe { setwise_analyze(given.as_ptr(), &arrays, n) }, 0);
    assert!(boards[0].iter().all(|&board| board == 5));
    for column in 1..5 {
        assert_eq!(boards[column][..n], all[column][..n]);
    }
    assert_eq!(legal[..n], counts[..n]);
}

/// Every wrong position fails in all three functions, which write nothing.
#[test]
fn wrong_positions() {
    let (_, good) = from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let bad = Status::BadPosition;
    let cases = [
        (
            Position { size: 96, ..good },
            Status::WrongSize,
            "position 1: size 96 instead of 88",
        ),
        (
            Position { turn: 2, ..good },
            Status::UnknownValue,
            "no side to move has the number 2",
        ),
        (
            Position {
                en_passant: 64,
                ..good
            },
            Status::UnknownValue,
            "no square has the number 64",
        ),
        (
            Position {
                en_passant: 44,
                ..good
            },
            bad,
            "position 1: no pawn can just have passed",
        ),
        (
            Position {
                castling: 2,
                ..good
            },
            bad,
            "position 1: b1 has a castling right",
        ),
        (
            Position {
                colors: [0, good.colors[1]],
                ..good
            },
            bad,
            "a1 has a color without a role",
        ),
        (
            Position {
                roles: [0; 6],
                ..good
            },
            bad,
            "a1 has a color without a role",
        ),
        (
            Position {
                colors: [good.colors[0] | 1 << 60, good.colors[1]],
                ..good
            },
            bad,
            "two pieces stand on e8",
        ),
        (
            Position {
                roles: [0, 1, 0, good.roles[3], 0, good.roles[5]],
                ..good
            },
            bad,
            "two pieces stand on a1",
        ),
        (EMPTY, bad, "White has 0 kings"),
    ];
    let no_array = AnalysisArrays {
        size: size_of::<AnalysisArrays>(),
        checkers: null_mut(),
        pinned: null_mut(),
        danger: null_mut(),
        attacked_by_white: null_mut(),
        attacked_by_black: null_mut(),
        mobility: null_mut(),
        legal_moves: null_mut(),
    };
    for (wrong, status, message) in cases {
        let given = [good, wrong];
        let mut counts = [77; 2];
        let legal_moves = counts.as_mut_ptr();
        // SAFETY: the arrays have two elements.
        unsafe {
            assert_fails(
                setwise_validate_positions(given.as_ptr(), 2),
                status,
                message,
            );
            let found = setwise_count_legal_moves(given.as_ptr(), legal_moves, 2);
            assert_fails(found, status, message);
            let arrays = AnalysisArrays {
                legal_moves,
                ..no_array
            };
            assert_fails(setwise_analyze(given.as_ptr(), &arrays, 2), status, message);
        }
        assert_eq!(counts, [77; 2]);
    }
    // The first position has another size: nothing else is read.
    let size = [100_u32];
    // SAFETY: a position of another version begins with its size, which is all that is read.
    let status = unsafe { setwise_validate_positions(size.as_ptr().cast(), 5) };
    assert_fails(
        status,
        Status::WrongSize,
        "position 0: size 100 instead of 88",
    );
}

#[test]
fn wrong_pointers() {
    const N: usize = 2;
    let (_, good) = from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let given = [good; N];
    let start = given.as_ptr();
    let inside: *mut u64 = start.cast_mut().cast();
    let odd = |pointer: *const u64| pointer.cast::<u8>().wrapping_add(1);
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
    let analyze = |arrays: *const AnalysisArrays, n, status, message| {
        // SAFETY: the arrays are wrong in one place, which is checked.
        assert_fails(
            unsafe { setwise_analyze(start, arrays, n) },
            status,
            message,
        );
    };
    let with = |change: fn(&mut AnalysisArrays, *mut u64), pointer: *mut u64, status, message| {
        let mut changed = arrays;
        change(&mut changed, pointer);
        analyze(&changed, N, status, message);
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
        with(change, inside, overlap, "overlaps the positions");
        with(change, odd(out).cast_mut().cast(), bad, "not aligned");
        let other = if index == 0 {
            arrays.pinned
        } else {
            arrays.checkers
        };
        with(change, other, overlap, "overlaps");
    }
    analyze(null(), N, bad, "the arrays");
    analyze(odd(out).cast(), N, bad, "the arrays");
    let short = AnalysisArrays {
        size: arrays.size - size_of::<*mut u32>(),
        ..arrays
    };
    analyze(&short, N, Status::WrongSize, "the arrays: size");
    analyze(&arrays, usize::MAX / 80, Status::TooLarge, "address space");
    // SAFETY: the pointers are null, not aligned, or overlap, which is checked.
    unsafe {
        let counts = out.cast::<u32>();
        let unaligned = odd(start.cast()).cast::<Position>();
        assert_fails(
            setwise_count_legal_moves(null(), counts, N),
            bad,
            "positions",
        );
        assert_fails(
            setwise_count_legal_moves(unaligned, counts, N),
            bad,
            "positions",
        );
        assert_fails(
            setwise_count_legal_moves(start, null_mut(), N),
            bad,
            "counts",
        );
        let status = setwise_count_legal_moves(start, odd(out).cast_mut().cast(), N);
        assert_fails(status, bad, "counts");
        assert_fails(
            setwise_count_legal_moves(start, inside.cast(), N),
            overlap,
            "counts",
        );
        let status = setwise_count_legal_moves(start, counts, usize::MAX / 80);
        assert_fails(status, Status::TooLarge, "address space");
        assert_fails(setwise_validate_positions(null(), N), bad, "positions");
        assert_eq!(setwise_validate_positions(null(), 0), 0);
        assert_eq!(setwise_count_legal_moves(null(), null_mut(), 0), 0);
        assert_eq!(setwise_analyze(null(), &arrays, 0), 0);
    }
    assert_eq!(memory, [77; 8 * N]);
    assert_eq!(given, [good; N]);
}

#[test]
fn wrong_fens() {
    let (status, position) = from_fen("8/8/8/8/8/8/8/K7x w - - 0 1");
    assert_fails(status, Status::BadFen, "FEN, character 17");
    assert_eq!(position, EMPTY);
    let (status, position) = from_fen("8/8/8/8/8/8/8/K7 w - - 0 1");
    assert_fails(status, Status::BadPosition, "Black has 0 kings");
    assert_eq!(position, EMPTY);
    let start = c"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".as_ptr();
    let mut short = Position { size: 80, ..EMPTY };
    let odd = (&raw mut short).cast::<u8>().wrapping_add(1).cast();
    // SAFETY: the pointers are null, not aligned, or point to a position with a wrong size, which
    // is checked.
    unsafe {
        let status = setwise_position_from_fen(start, &mut short);
        assert_fails(status, Status::WrongSize, "size 80 instead of 88");
        assert_fails(
            setwise_position_from_fen(null(), &mut short),
            Status::BadPointer,
            "FEN",
        );
        let status = setwise_position_from_fen(start, null_mut());
        assert_fails(status, Status::BadPointer, "position");
        let status = setwise_position_from_fen(start, odd);
        assert_fails(status, Status::BadPointer, "position");
    }
    assert_eq!(short, Position { size: 80, ..EMPTY });
}
