//! Calls of the C interface with any numbers, and with pointers that are null, not aligned or
//! overlap. Under the address sanitizer every access outside the memory is found.

use crate::input::Input;
use setwise_capi::*;
use std::ffi::CString;
use std::ptr::{null, null_mut};

/// The number of entries of the memory that calls read and write.
const ENTRIES: usize = 256;
/// What a status can be. 10 is a panic.
const STATUSES: [i32; 14] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14];

/// Memory of its own for each argument, or memory that two share.
struct Memory {
    own: Vec<Vec<u64>>,
    shared: Vec<u64>,
}

/// How an argument points to its memory.
#[derive(Clone, Copy)]
enum Pointer {
    Own,
    Null,
    Misaligned,
    /// This many entries behind the beginning of the shared memory.
    Shared(usize),
}

impl Memory {
    fn new(input: &mut Input<'_>) -> Self {
        let boards = input.boards(16);
        let noise = |i: usize| boards[i % 16].rotate_left((i * 7) as u32);
        Self {
            own: (0..8)
                .map(|i| (0..ENTRIES).map(|j| noise(i + j)).collect())
                .collect(),
            shared: (0..2 * ENTRIES).map(noise).collect(),
        }
    }

    /// A pointer for argument `i`. At least `ENTRIES` words are behind it, unless it is null or not
    /// aligned.
    fn pointer<T>(&mut self, i: usize, how: Pointer) -> *mut T {
        match how {
            Pointer::Own => self.own[i].as_mut_ptr().cast(),
            Pointer::Null => null_mut(),
            Pointer::Misaligned => self.own[i].as_mut_ptr().cast::<u8>().wrapping_add(1).cast(),
            Pointer::Shared(at) => self.shared[at..].as_mut_ptr().cast(),
        }
    }
}

fn pointer(input: &mut Input<'_>) -> Pointer {
    match input.below(24) {
        0 => Pointer::Null,
        1 => Pointer::Misaligned,
        2 | 3 => Pointer::Shared(input.below(ENTRIES)),
        _ => Pointer::Own,
    }
}

/// A number of boards: mostly one that the memory has, sometimes one that no address space has.
fn count(input: &mut Input<'_>) -> usize {
    match input.below(16) {
        0 => usize::MAX,
        1 => usize::MAX / 8,
        2 => isize::MAX as usize,
        3 => 0,
        _ => input.below(ENTRIES + 1),
    }
}

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let status = match input.below(3) {
        0 => boards(&mut input),
        1 => moves(&mut input),
        _ => features(&mut input),
    };
    assert!(STATUSES.contains(&status), "{status}");
    let message = setwise_last_error();
    assert!(!message.is_null());
}

fn boards(input: &mut Input<'_>) -> i32 {
    let how = [(); 5].map(|()| pointer(input));
    let number = input.below(12) as u32;
    // A count beyond the memory is only passed with pointers that are refused, or with a count that
    // no memory has.
    let n = count(input);
    let mut memory = Memory::new(input);
    let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|i| memory.pointer::<u64>(i, how[i]));
    let mut rows = [null_mut(); 8];
    for (i, row) in rows.iter_mut().enumerate() {
        *row = memory.pointer(i, if i < 5 { how[i] } else { Pointer::Own });
    }
    // SAFETY: each pointer is null, not aligned, or has memory for `ENTRIES` boards; larger counts
    // do not fit the address space and are refused. No reference to the memory is alive.
    unsafe {
        match input.below(9) {
            0 => setwise_batch_attacks(a, b, c, d, n),
            1 => setwise_batch_xray_attacks(a, b, c, d, e, n),
            2 => setwise_batch_occluded_fill(a, b, number, c, n),
            3 => setwise_batch_ray_attacks(a, b, c, rows.as_ptr(), n),
            4 => setwise_attacks(1, 2, 3, a),
            5 => setwise_occluded_fill(1, 2, number, a),
            6 => setwise_piece_attacks(number, number * 7, 5, 1, a),
            7 => setwise_piecewise_batch_attacks(number, a, b, c, d, n),
            _ => setwise_batch_ray_attacks(a, b, c, null(), n),
        }
    }
}

fn moves(input: &mut Input<'_>) -> i32 {
    let how = [(); 7].map(|()| pointer(input));
    let n = input.below(20);
    let mut positions: Vec<Position> = Vec::new();
    for _ in 0..n {
        let mut position = match input.position() {
            Some(position) => Position::from(position),
            None => continue,
        };
        // Some fields have any value.
        match input.below(12) {
            0 => position.size = input.word() as u32,
            1 => position.turn = input.word() as u32,
            2 => position.colors[input.below(2)] = input.word(),
            3 => position.roles[input.below(6)] ^= input.word(),
            4 => position.castling = input.word(),
            5 => position.en_passant = input.word() as u32,
            6 => position.fullmove = 0,
            _ => {}
        }
        positions.push(position);
    }
    let n = positions.len();
    let choice = input.below(5);
    let size = match input.below(8) {
        0 => input.below(200),
        _ => size_of::<AnalysisArrays>(),
    };
    let capacity = input.below(120);
    let text: Vec<u8> = input
        .boards(12)
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .filter(|&byte| byte != 0)
        .collect();
    let mut memory = Memory::new(input);
    let mut array = |i: usize| memory.pointer::<u64>(i, how[i]);
    let arrays = AnalysisArrays {
        size,
        checkers: array(0),
        pinned: array(1),
        danger: array(2),
        attacked_by_white: array(3),
        attacked_by_black: array(4),
        mobility: array(5).cast(),
        legal_moves: array(6).cast(),
    };
    let fen = CString::new(text).expect("no byte is 0");
    // SAFETY: there are `n` positions, and each pointer is null, not aligned, or has memory for
    // `ENTRIES` words, which is more than six numbers for each position and more than the capacity.
    // No reference to the memory is alive.
    unsafe {
        match choice {
            0 => setwise_count_legal_moves(positions.as_ptr(), arrays.legal_moves, n),
            1 => setwise_analyze(positions.as_ptr(), &arrays, n),
            2 => setwise_validate_positions(positions.as_ptr(), n),
            3 if n > 0 => {
                setwise_position_to_fen(positions.as_ptr(), arrays.checkers.cast(), capacity)
            }
            _ => {
                let mut position = Position {
                    size: size as u32,
                    ..Position::from(setwise_moves::Position::startpos())
                };
                setwise_position_from_fen(fen.as_ptr(), &mut position)
            }
        }
    }
}

fn features(input: &mut Input<'_>) -> i32 {
    let how = [(); 3].map(|()| pointer(input));
    let set = input.below(13) as u32;
    let mut eight: Vec<EightBoards> = Vec::new();
    for _ in 0..input.below(20) {
        let setup = input.setup();
        let of = |color| setwise_moves::Role::ALL.map(|role| setup.pieces(color, role));
        let [white, black] = setwise_moves::Color::ALL.map(of);
        let all = |boards: [u64; 6]| boards.into_iter().fold(0, |all, board| all | board);
        let mut boards = EightBoards {
            colors: [all(white), all(black)],
            roles: std::array::from_fn(|role| white[role] | black[role]),
            turn: setup.turn.index() as u32,
            reserved: 0,
        };
        match input.below(16) {
            0 => boards.turn = input.word() as u32,
            1 => boards.roles[input.below(6)] ^= input.word(),
            2 => boards.colors[input.below(2)] = input.word(),
            _ => {}
        }
        eight.push(boards);
    }
    let positions = Positions {
        size: if input.below(16) == 0 {
            input.below(100)
        } else {
            size_of::<Positions>()
        },
        count: eight.len(),
        eight: if input.below(16) == 0 {
            null()
        } else {
            eight.as_ptr()
        },
        twelve: null(),
        perspectives: input.below(3) as u32,
        reserved: 7,
    };
    // Both arrays of indices have room for this many in half of the memory, also if both are
    // shared.
    let stride = match input.below(8) {
        0 => usize::MAX / 3,
        _ => input.below(ENTRIES / eight.len().max(1)),
    };
    let capacity = input.below(ENTRIES);
    let choice = input.below(3);
    let mut memory = Memory::new(input);
    let [a, b, c] = [0, 1, 2].map(|i| memory.pointer::<u64>(i, how[i]));
    // SAFETY: the structure has its size or another, and its positions. Each pointer is null, not
    // aligned, or has memory for `ENTRIES` words, which is room for the rows; a larger stride does
    // not fit the address space. No reference to the memory is alive.
    unsafe {
        match choice {
            0 => setwise_nnue_count(set, &positions, a.cast()),
            1 => setwise_nnue_pad(set, &positions, a.cast(), b.cast(), stride),
            _ => setwise_nnue_csr(set, &positions, c.cast(), a.cast(), b.cast(), capacity),
        }
    }
}
