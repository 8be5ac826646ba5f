//! The calls for one position: each against the call of `setwise_moves` on up to 100,000
//! positions, and with any words.

use crate::common::calls::{
    E2E4, NO_MOVES, NONE, from_fen, from_setup, text, to_setup, valid, written,
};
use crate::common::{VALUES, assert_fails, games, moves, status, string};
use crate::pointers::{self, Answer, Call, Kind};
use crate::table::Given;
use setwise_capi::*;
use setwise_conformance::Rng;
use setwise_conformance::suite::{one_in, seed};
use setwise_moves::{Color, Move, MoveKind, Role, Square};
use std::ffi::CString;
use std::ptr::{from_ref, null, without_provenance_mut};

/// The calls whose first argument is the position: those with an answer, and those with a status.
fn calls() -> [Vec<Call>; 2] {
    let mut calls = pointers::calls(&Given::new());
    calls.retain(|call| {
        let first = call.row.arguments[0];
        first.what == "the position" && first.kind == Kind::Input
    });
    let start = Position::from(setwise_moves::Position::startpos());
    let is_answer = |call: &Call| matches!(answer(call, &start, E2E4), Answer::Value(_));
    let (answers, others) = calls.into_iter().partition(is_answer);
    [answers, others]
}

/// The name of a call without the beginning that all have.
fn name(call: &Call) -> &'static str {
    call.row
        .name
        .strip_prefix("setwise_position_")
        .expect("a call for a position")
}

/// Calls a function with a position and a move, from which a square and the occupied squares
/// follow.
fn answer(call: &Call, position: &Position, bits: u16) -> Answer {
    let (square, occupied) = squares(bits);
    call.answer(&call.raws(|one| match one.what {
        "the position" => from_ref(position).cast_mut().cast(),
        "a move" => without_provenance_mut(bits.into()),
        "a square" => without_provenance_mut(square.index()),
        "the occupied" => without_provenance_mut(occupied as usize),
        _ => one.raw,
    }))
}

fn squares(bits: u16) -> (Square, u64) {
    (Square::wrapping(bits.into()), 0x5bd1_e995 * u64::from(bits))
}

/// The answer of the Rust call of a name.
fn right(name: &str, position: &setwise_moves::Position, bits: u16) -> u64 {
    let (square, occupied) = squares(bits);
    let of_move = |answer: &dyn Fn(Move) -> bool| Move::from_bits(bits).is_some_and(answer) as u64;
    match name {
        "count_legal_moves" => position.count_legal().into(),
        "is_legal" => of_move(&|found| position.is_legal(found)),
        "checkers" => position.checkers(),
        "pinned" => position.pinned(),
        "attackers_to" => position.attackers_to(square, occupied),
        "gives_check" => of_move(&|found| position.gives_check(found)),
        "status" => status(position).into(),
        "key" => position.key(),
        "pawn_key" => position.pawn_key(),
        "material_key" => position.material_key(),
        "polyglot_key" => position.polyglot_key(),
        "exchange_reaches" => of_move(&|found| position.exchange_reaches(found, &VALUES, 1)),
        other => panic!("{other} is not called here"),
    }
}

#[test]
fn answers() {
    let [calls, _] = calls();
    let mut seen = [0; 12];
    assert_eq!(calls.len(), seen.len());
    for (position, bits) in games().iter().zip(moves()) {
        let given = Position::from(*position);
        for (call, seen) in calls.iter().zip(&mut seen) {
            let (name, Answer::Value(found)) = (name(call), answer(call, &given, bits)) else {
                panic!("{} has a status", name(call));
            };
            let right = right(name, position, bits);
            assert_eq!(found, right, "{name} {position} {bits:#x}");
            *seen |= found;
        }
    }
    assert!(!seen.contains(&0), "{seen:x?}");
}

#[test]
fn lists_of_moves() {
    for position in games() {
        let given = Position::from(*position);
        // SAFETY: the position and the list are variables.
        let [all, captures] = unsafe {
            [
                written(NO_MOVES, |out| setwise_position_legal_moves(&given, out)),
                written(NO_MOVES, |out| setwise_position_captures(&given, out)),
            ]
        };
        for ((status, list), expected) in [
            (all, position.legal_moves()),
            (captures, position.captures()),
        ] {
            assert_eq!((status, list.count), (0, expected.len()), "{position}");
            let found = list.moves[..list.count].iter().copied();
            assert!(
                found.eq(expected.iter().map(|found| found.bits())),
                "{position}"
            );
        }
    }
}

/// Every legal move of every position: whether it is legal, gives check, and what follows.
#[test]
fn moves_are_played() {
    for position in games() {
        let given = Position::from(*position);
        for &found in &*position.legal_moves() {
            let (bits, expected) = (found.bits(), position.play(found).expect("legal"));
            let mut same = given;
            // SAFETY: the pointers are those of variables.
            let (next, trusted) = unsafe {
                assert_eq!(setwise_position_is_legal(&given, bits), 1);
                let checks = setwise_position_gives_check(&given, bits);
                assert_eq!(checks != 0, expected.is_check(), "{position} {found}");
                let same = &raw mut same;
                assert_eq!(setwise_position_play(same, bits, same), 0);
                (
                    written(NONE, |out| setwise_position_play(&given, bits, out)),
                    written(NONE, |out| {
                        setwise_position_play_unchecked(&given, bits, out)
                    }),
                )
            };
            let expected = (0, expected.into());
            assert_eq!((next, trusted), (expected, expected), "{position} {found}");
            assert_eq!(same, expected.1);
        }
    }
}

#[test]
fn moves_that_are_not_legal() {
    let mut rng = Rng::new(2);
    let mut illegal = 0;
    for position in games() {
        let given = Position::from(*position);
        for _ in 0..10 {
            let bits = rng.next_u64() as u16;
            let is_legal = Move::from_bits(bits).is_some_and(|found| position.is_legal(found));
            // SAFETY: the pointers are those of variables.
            let (found, (status, next)) = unsafe {
                (
                    setwise_position_is_legal(&given, bits),
                    written(NONE, |out| setwise_position_play(&given, bits, out)),
                )
            };
            assert_eq!((found != 0, status == 0), (is_legal, is_legal));
            if !is_legal {
                assert_eq!((status, next), (Status::IllegalMove as i32, NONE));
                illegal += 1;
            }
        }
    }
    assert!(illegal > games().len());
    let start = Position::from(setwise_moves::Position::startpos());
    let king = Move::from_bits(4 << 6 | 12 | 5 << 12)
        .expect("a step of the king")
        .bits();
    let calls = pointers::calls(&Given::new());
    for (wanted, takes_null) in [
        ("setwise_position_play", true),
        ("setwise_position_san", true),
        ("setwise_position_exchange_value", true),
        ("setwise_position_play_unchecked", false),
    ] {
        let call = calls
            .iter()
            .find(|call| call.row.name == wanted)
            .expect("a call");
        for (bits, message) in [
            (0, "0x0000"),
            (0xf000, "0xf000"),
            (king, "e1e2 is not legal"),
        ] {
            if takes_null || bits != king {
                let Answer::Status(status) = answer(call, &start, bits) else {
                    panic!("{wanted} has no status");
                };
                assert_fails(status, Status::IllegalMove, message);
            }
        }
        assert!(call.is_untouched(), "{wanted}");
    }
}

#[test]
fn null_moves_and_mirrors() {
    for position in games() {
        let given = Position::from(*position);
        // SAFETY: the pointers are those of variables.
        let (passed, mirrored) = unsafe {
            (
                written(NONE, |out| setwise_position_null_move(&given, out)),
                written(NONE, |out| setwise_position_mirror(&given, out)),
            )
        };
        assert_eq!(mirrored, (0, position.mirror().into()));
        match position.null_move() {
            Some(next) => assert_eq!(passed, (0, next.into())),
            None => {
                assert_eq!(passed, (Status::IllegalMove as i32, NONE));
                assert_fails(passed.0, Status::IllegalMove, "a null move in check");
            }
        }
    }
}

#[test]
fn exchanges() {
    for position in games() {
        let given = Position::from(*position);
        for &found in &*position.captures() {
            let bits = found.bits();
            let value = position.exchange_value(found, &VALUES).expect("legal");
            // SAFETY: the pointers are those of variables.
            unsafe {
                let found = written(7, |out| {
                    setwise_position_exchange_value(&given, bits, VALUES.as_ptr(), out)
                });
                assert_eq!(found, (0, value));
                let reaches = [value, value + 1].map(|threshold| {
                    setwise_position_exchange_reaches(&given, bits, VALUES.as_ptr(), threshold)
                });
                assert_eq!(reaches, [1, 0], "{position} {found:?}");
            }
        }
    }
}

#[test]
fn positions_have_their_layout() {
    assert_eq!(size_of::<Position>(), 64);
    for position in games() {
        let given = Position::from(*position);
        let [a, b, c, d, state, key] = position.words();
        assert_eq!(given.planes, [a, b, c, d]);
        assert_eq!((given.state, given.key), (state, key));
        assert_eq!(state >> 24 & 1, position.turn() as u64);
        assert_eq!(state & 0xff | state >> 8 << 56, position.castling());
        let passed = position
            .en_passant()
            .map_or(0, |square| square.index() as u64);
        assert_eq!(state >> 16 & 63, passed);
        assert_eq!(state >> 32 & 0xffff, u64::from(position.halfmoves()));
        assert_eq!(state >> 48, u64::from(position.fullmove()));
        assert_eq!(a | b | c, position.occupied());
        assert_eq!(d, position.by_color(Color::Black));
        let roles = [
            a & !(b | c),
            a & b,
            b & !(a | c),
            c & !(a | b),
            b & c,
            a & c,
        ];
        assert_eq!(roles, Role::ALL.map(|role| position.by_role(role)));
    }
    // SAFETY: the position is a variable.
    let start = written(NONE, |out| unsafe { setwise_position_startpos(out) });
    assert_eq!(start, (0, setwise_moves::Position::startpos().into()));
}

#[test]
fn setups() {
    for position in games() {
        let given = Position::from(*position);
        let setup = to_setup(&given);
        assert_eq!(setup.size, 88);
        assert_eq!(
            setup.colors,
            Color::ALL.map(|color| position.by_color(color))
        );
        assert_eq!(setup.roles, Role::ALL.map(|role| position.by_role(role)));
        assert_eq!(from_setup(&setup), (0, given), "{position}");
    }
    let start = valid("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 9");
    let setup = to_setup(&start);
    assert_eq!(setup.colors, [0xffff, 0xffff << 48]);
    assert_eq!(setup.roles[5], 1 << 4 | 1 << 60);
    assert_eq!(setup.castling, 0x81 | 0x81 << 56);
    assert_eq!((setup.halfmoves, setup.fullmove, setup.turn), (3, 9, 0));
    let passed = valid("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    let setup = to_setup(&passed);
    assert_eq!((setup.en_passant, setup.turn), (20, 1));
}

#[test]
fn fens() {
    for position in games() {
        let given = Position::from(*position);
        // SAFETY: the text has room for its capacity.
        let (status, fen) = text(|out, room| unsafe { setwise_position_to_fen(&given, out, room) });
        assert_eq!((status, &fen), (0, &position.to_fen()));
        assert_eq!(from_fen(&fen), (0, given), "{fen}");
        assert_eq!(from_fen(&position.to_shredder_fen()), (0, given), "{fen}");
    }
}

#[test]
fn moves_as_text() {
    let step = one_in("SUITE_FRACTION", 10);
    let positions = games().iter().skip(seed(0) as usize % step);
    for position in positions.step_by(step) {
        let given = Position::from(*position);
        let moves = position.legal_moves();
        for &found in &*moves {
            let bits = found.bits();
            for (chess960, expected) in [found.uci(), found.uci_chess960()].into_iter().enumerate()
            {
                // SAFETY: the text has room for its capacity.
                let written = text(|out, _| unsafe {
                    setwise_move_uci(bits, chess960 as u32, out, SETWISE_MOVE_SIZE)
                });
                assert_eq!(written, (0, expected.to_string()));
            }
            let name = CString::new(&*found.uci_chess960()).expect("no zero");
            // SAFETY: the pointers are those of variables and of a text.
            let read = written(0, |out| unsafe {
                setwise_position_parse_uci(&given, name.as_ptr(), out)
            });
            let expected = position
                .parse_move(&found.uci_chess960())
                .expect("its own name");
            assert_eq!(read, (0, expected.bits()), "{position} {found}");
            // SAFETY: the text has room for its capacity.
            let san = text(|out, _| unsafe {
                setwise_position_san(&given, bits, out, SETWISE_MOVE_SIZE)
            });
            assert_eq!(san, (0, position.san(found).to_string()));
            let name = CString::new(san.1).expect("no zero");
            // SAFETY: the pointers are those of variables and of a text.
            let read = written(0, |out| unsafe {
                setwise_position_parse_san(&given, name.as_ptr(), out)
            });
            assert_eq!(read, (0, bits), "{position} {name:?}");
        }
    }
}

/// The words of no function of the library: the answers mean nothing, but no call panics, and the
/// lists have no more moves than room.
#[test]
fn any_words() {
    const KNOWN: [Status; 4] = [
        Status::Ok,
        Status::IllegalMove,
        Status::BadMove,
        Status::NoRoom,
    ];
    let mut rng = Rng::new(seed(3));
    let calls = calls();
    let mut seen = [0; KNOWN.len()];
    let rounds = 200_000 / one_in("SUITE_FRACTION", 10);
    for index in 0..rounds {
        let mut random = || rng.next_u64() & if index % 3 == 0 { !0 } else { rng.next_u64() };
        let words = [(); 6].map(|()| random());
        let mut given = Position::from(games()[index % games().len()]);
        match index % 4 {
            // One bit of a position is wrong.
            0 => given.planes[index / 4 % 4] ^= 1 << (words[0] & 63),
            1 => given.state ^= 1 << (words[0] & 63),
            // The pieces of a position, and any state.
            2 => given.state = words[4],
            _ => {
                given.planes = [words[0], words[1], words[2], words[3]];
                (given.state, given.key) = (words[4], words[5]);
            }
        }
        // SAFETY: the pointers are those of variables.
        let (_, list) = written(NO_MOVES, |out| unsafe {
            setwise_position_legal_moves(&given, out)
        });
        assert!(list.count <= SETWISE_MOVE_LIST_ROOM);
        let bits = match list.moves[..list.count].first() {
            Some(&first) if index % 2 == 0 => first,
            _ => words[1] as u16,
        };
        // SAFETY: a failure with a known message: the pointer is null.
        unsafe { setwise_position_from_fen(null(), &mut given.clone()) };
        for call in calls.iter().flatten() {
            let answer = answer(call, &given, bits);
            let message = string(setwise_last_error());
            let known = match answer {
                Answer::Value(_) => {
                    let known = ["the FEN: a null pointer", "no move has the bits"];
                    known.iter().position(|&known| message.starts_with(known))
                }
                Answer::Status(status) => {
                    let known = KNOWN.iter().position(|&known| status == known as i32);
                    known.inspect(|&known| seen[known] += 1)
                }
            };
            assert!(
                known.is_some(),
                "{} {given:x?} {bits:#x}: {message}",
                name(call)
            );
        }
        // SAFETY: the position is a variable.
        let status = unsafe { setwise_validate_positions(&given, 1) };
        assert!(
            [0, Status::BadPosition as i32].contains(&status),
            "{given:x?}"
        );
    }
    assert!(seen.iter().all(|&times| times > rounds / 200), "{seen:?}");
}

/// The constants of the header are the numbers of the Rust crate.
#[test]
fn numbers_have_names() {
    let kinds = [
        SETWISE_MOVE_KIND_PAWN,
        SETWISE_MOVE_KIND_BISHOP,
        SETWISE_MOVE_KIND_KNIGHT,
        SETWISE_MOVE_KIND_ROOK,
        SETWISE_MOVE_KIND_KING,
        SETWISE_MOVE_KIND_QUEEN,
        SETWISE_MOVE_KIND_DOUBLE_PUSH,
        SETWISE_MOVE_KIND_EN_PASSANT,
        SETWISE_MOVE_KIND_BISHOP_PROMOTION,
        SETWISE_MOVE_KIND_KNIGHT_PROMOTION,
        SETWISE_MOVE_KIND_ROOK_PROMOTION,
        SETWISE_MOVE_KIND_CASTLING,
        SETWISE_MOVE_KIND_QUEEN_PROMOTION,
    ];
    assert_eq!(kinds, MoveKind::ALL.map(|kind| kind as u32));
    use setwise_capi::{Color as C, Role as R};
    let roles = [R::Pawn, R::Knight, R::Bishop, R::Rook, R::Queen, R::King];
    assert_eq!(
        roles.map(|role| role as usize),
        Role::ALL.map(|role| role.index())
    );
    assert_eq!(
        [C::White, C::Black].map(|color| color as usize),
        Color::ALL.map(|color| color.index())
    );
}
