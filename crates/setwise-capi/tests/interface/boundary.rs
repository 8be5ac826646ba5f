//! The interface as C sees it, called from Rust.

use crate::common::{Array, assert_fails, string};
use setwise_capi::{
    EightBoards, NnuePositions, Set, Status, TwelveBoards, setwise_last_error, setwise_nnue_count,
    setwise_nnue_csr, setwise_nnue_level, setwise_nnue_max_active, setwise_nnue_pad,
    setwise_nnue_set_named, setwise_nnue_size, setwise_strerror, setwise_version,
};
use setwise_moves::{Color, Position, Role};
use setwise_nnue::{Boards, Chess768, Csr, Extractor, FullThreats, Perspectives};
use std::mem::MaybeUninit;
use std::ptr::null;

const FULL: u32 = Set::FullThreats as u32;

fn positions() -> Vec<Position> {
    let mut position = Position::startpos();
    let mut positions = vec![position];
    for name in ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3"] {
        let played = position.parse_move(name).expect("a move");
        position = position.play(played).expect("legal");
        positions.push(position);
    }
    positions
}

fn eight(position: &Position) -> EightBoards {
    let boards = Boards::from(position);
    EightBoards {
        colors: boards.colors,
        roles: boards.roles,
        turn: boards.turn as u32,
        reserved: 77,
    }
}

fn twelve(position: &Position) -> TwelveBoards {
    TwelveBoards {
        pieces: Color::ALL.map(|color| Role::ALL.map(|role| position.pieces(color, role))),
        turn: position.turn() as u32,
        reserved: 0,
    }
}

fn of_eight(boards: &[EightBoards]) -> NnuePositions {
    NnuePositions {
        size: size_of::<NnuePositions>(),
        count: boards.len(),
        eight: boards.as_ptr(),
        twelve: null(),
        checked: null(),
        perspectives: 0,
        reserved: 0,
    }
}

/// Padded rows.
fn pad(set: u32, positions: &NnuePositions, stride: usize) -> (i32, Vec<i32>, Vec<i32>) {
    let count = positions.count.min(1000);
    let (mut first, mut second) = (vec![-7; count * stride], vec![-7; count * stride]);
    // SAFETY: the vectors have room for the rows, and the positions are vectors of tests.
    let status = unsafe {
        setwise_nnue_pad(
            set,
            positions,
            first.as_mut_ptr(),
            second.as_mut_ptr(),
            stride,
        )
    };
    (status, first, second)
}

#[test]
fn rows_are_those_of_the_library() {
    let positions = positions();
    let eight: Vec<_> = positions.iter().map(eight).collect();
    let twelve: Vec<_> = positions.iter().map(twelve).collect();
    let array = Array::new(&positions);
    for (number, order) in [(0, Perspectives::WhiteBlack), (1, Perspectives::MoverOther)] {
        let mut rows = Csr::<u32>::new();
        let extractor = Extractor::new(FullThreats::new()).perspectives(order);
        extractor.append(&positions, &mut rows).expect("valid");
        let of_eight = NnuePositions {
            perspectives: number,
            ..of_eight(&eight)
        };
        let of_twelve = NnuePositions {
            eight: null(),
            twelve: twelve.as_ptr(),
            ..of_eight
        };
        let of_checked = NnuePositions {
            eight: null(),
            checked: array.0,
            ..of_eight
        };
        for input in [of_eight, of_twelve, of_checked] {
            let stride = 50;
            let (status, first, second) = pad(FULL, &input, stride);
            assert_eq!(status, 0, "{}", string(setwise_last_error()));
            for (i, (one, two)) in first.chunks(stride).zip(second.chunks(stride)).enumerate() {
                let (expected, other) = rows.row(i).expect("a row");
                for (row, expected) in [(one, expected), (two, other)] {
                    let found = row[..expected.len()].iter().map(|&index| index as u32);
                    assert!(found.eq(expected.iter().copied()));
                    assert!(row[expected.len()..].iter().all(|&index| index == -1));
                }
            }
            let n = rows.first().len();
            let mut offsets = vec![9; positions.len() + 1];
            let (mut first, mut second) = (vec![9; n], vec![9; n]);
            let mut csr = |capacity| {
                // SAFETY: the vectors have room for `capacity` entries and the offsets.
                unsafe {
                    setwise_nnue_csr(
                        FULL,
                        &input,
                        offsets.as_mut_ptr(),
                        first.as_mut_ptr(),
                        second.as_mut_ptr(),
                        capacity,
                    )
                }
            };
            assert_eq!(csr(n - 1), Status::NoRoom as i32);
            assert_eq!(csr(n), 0);
            assert_eq!((&offsets[..], &first[..]), (rows.offsets(), rows.first()));
            assert_eq!(second, rows.second());
            let mut counts = vec![0; positions.len()];
            // SAFETY: there are as many counts as positions.
            let status = unsafe { setwise_nnue_count(FULL, &input, counts.as_mut_ptr()) };
            assert_eq!(status, 0);
            let lengths = rows
                .offsets()
                .windows(2)
                .map(|ends| (ends[1] - ends[0]) as u32);
            assert!(lengths.eq(counts));
        }
    }
}

#[test]
fn sets() {
    let (mut set, mut size, mut most) = (0, 0, 0);
    // SAFETY: the pointers are those of variables and of a text.
    unsafe {
        assert_eq!(setwise_nnue_set_named(c"pawn-pairs".as_ptr(), &mut set), 0);
        assert_eq!(set, Set::PawnPairs as u32);
        assert_eq!(setwise_nnue_size(set, &mut size), 0);
        assert_eq!(setwise_nnue_max_active(set, &mut most), 0);
        assert_eq!((size, most), (4560, 372));
        let unknown = Status::UnknownName as i32;
        assert_eq!(
            setwise_nnue_set_named(c"threats".as_ptr(), &mut set),
            unknown
        );
        assert_eq!(
            setwise_nnue_size(99, &mut size),
            Status::UnknownValue as i32
        );
    }
    assert_eq!((set, size), (Set::PawnPairs as u32, 4560));
}

/// A caller need not initialize the field that is not read. (Miri finds a read.)
#[test]
fn reserved_field() {
    let boards = [eight(&Position::startpos())];
    let good = of_eight(&boards);
    let mut positions = MaybeUninit::<NnuePositions>::uninit();
    let start = positions.as_mut_ptr();
    let mut counts = [0];
    // SAFETY: `start` points to memory for the structure. Only `reserved` has no value.
    let status = unsafe {
        (&raw mut (*start).size).write(good.size);
        (&raw mut (*start).count).write(good.count);
        (&raw mut (*start).eight).write(good.eight);
        (&raw mut (*start).twelve).write(good.twelve);
        (&raw mut (*start).checked).write(good.checked);
        (&raw mut (*start).perspectives).write(good.perspectives);
        setwise_nnue_count(Set::Chess768 as u32, start, counts.as_mut_ptr())
    };
    assert_eq!((status, counts), (0, [32]));
}

/// A wrong call returns its status, has a message, and writes nothing.
#[test]
fn wrong_calls() {
    let boards: Vec<_> = positions().iter().map(eight).collect();
    let good = of_eight(&boards);
    let mut bad_turn = boards.clone();
    bad_turn[2].turn = 2;
    let mut no_king = boards.clone();
    no_king[3].roles[5] &= 0xffff;
    no_king[3].colors[1] &= !(1 << 60);
    let check = |positions: &NnuePositions, set, stride, expected: Status, text| {
        let (status, first, second) = pad(set, positions, stride);
        assert_fails(status, expected, text);
        let untouched = first.iter().chain(&second).all(|&entry| entry == -7);
        assert!(untouched || expected == Status::RowTooShort, "{text}");
    };
    let unknown = Status::UnknownValue;
    check(&good, 99, 50, unknown, "no set has the number 99");
    let text = "28 features do not fit a row of 27";
    check(&good, FULL, 27, Status::RowTooShort, text);
    check(&of_eight(&bad_turn), FULL, 50, unknown, "position 2");
    let text = "position 3: Black";
    check(&of_eight(&no_king), FULL, 50, Status::BadPosition, text);
    let (array, twelve) = (Array::new(&positions()), twelve(&Position::startpos()));
    let with_twelve = NnuePositions {
        twelve: &twelve,
        ..good
    };
    let with_checked = NnuePositions {
        checked: array.0,
        ..good
    };
    let without_eight = NnuePositions {
        eight: null(),
        checked: array.0,
        ..with_twelve
    };
    let text = "two of `eight`, `twelve` and `checked` are not null";
    for both in [with_twelve, with_checked, without_eight] {
        check(&both, FULL, 50, Status::BadPointer, text);
    }
    let with = |change: fn(&mut NnuePositions), stride, expected, text| {
        let mut changed = good;
        change(&mut changed);
        check(&changed, FULL, stride, expected, text);
    };
    with(
        |it| it.size = 40,
        50,
        Status::WrongSize,
        "size 40 instead of 48",
    );
    with(|it| it.perspectives = 2, 50, unknown, "number 2");
    let too_large = |it: &mut NnuePositions| it.count = usize::MAX / 64;
    with(too_large, 0, Status::TooLarge, "address space");
}

#[test]
fn rows_are_too_large_or_empty() {
    let boards: Vec<_> = positions().iter().map(eight).collect();
    let input = of_eight(&boards);
    let mut rows = [-7; 2];
    let [first, second] = &mut rows;
    // SAFETY: the rows do not fit the address space, which is checked.
    let status = unsafe { setwise_nnue_pad(FULL, &input, first, second, usize::MAX) };
    assert_eq!(status, Status::TooLarge as i32);
    assert_eq!(rows, [-7; 2]);
    // No positions need no memory.
    let none = NnuePositions {
        count: 0,
        eight: null(),
        ..input
    };
    let nowhere = std::ptr::null_mut();
    let mut offset = [5];
    // SAFETY: nothing is read or written through null pointers, because there are no positions.
    unsafe {
        assert_eq!(setwise_nnue_pad(FULL, &none, nowhere, nowhere, 50), 0);
        let status = setwise_nnue_csr(
            FULL,
            &none,
            offset.as_mut_ptr(),
            nowhere.cast(),
            nowhere.cast(),
            0,
        );
        assert_eq!((status, offset), (0, [0]));
    }
}

#[test]
fn texts_of_statuses() {
    let text = |status| string(setwise_strerror(status));
    assert_eq!(text(0), "no error");
    assert_eq!(
        text(Status::Overlap as i32),
        "an output overlaps another output or an input"
    );
    assert_eq!([-1, 99].map(text), ["unknown status"; 2]);
}

#[test]
fn version_and_level() {
    assert_eq!(string(setwise_version()), env!("CARGO_PKG_VERSION"));
    let extractor = Extractor::new(Chess768);
    assert_eq!(string(setwise_nnue_level()), extractor.level_name());
}

#[cfg(feature = "test-panic")]
#[test]
fn panics_end_at_the_boundary() {
    assert_eq!(setwise_capi::setwise_test_panic(), Status::Panic as i32);
    assert_eq!(string(setwise_last_error()), "asked for");
}
