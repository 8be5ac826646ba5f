//! Calls of the C interface with any numbers and words, and with pointers that are null, not
//! aligned or overlap. Under the address sanitizer every access outside the memory is found.

use crate::input::Input;
use setwise_capi::*;
use setwise_nnue::Boards;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};

/// The number of entries of the memory that calls read and write.
const ENTRIES: usize = 256;
/// The most positions of an array. Each needs at most 24 bytes of the memory.
const MOST: usize = 80;
const NO_MOVES: MoveList = MoveList {
    moves: [0; SETWISE_MOVE_LIST_ROOM],
    count: 0,
};
/// The statuses of the interface that no call here may have.
const OTHERS: [Status; 2] = [Status::Panic, Status::NotInBuild];

/// Separate memory for each argument, or memory that two share.
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
    /// This many entries past the beginning of the shared memory.
    Shared(usize),
}

impl Memory {
    fn new(input: &mut Input<'_>) -> Self {
        let boards = input.boards(16);
        let noise = |i: usize| boards[i % 16].rotate_left((i * 7) as u32);
        let row = |i| (0..ENTRIES).map(|j| noise(i + j)).collect();
        let own = (0..8).map(row).collect();
        let shared = (0..2 * ENTRIES).map(noise).collect();
        Self { own, shared }
    }

    /// A pointer for argument `i`. At least `ENTRIES` words follow it, unless it is null or not
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
    let status = match input.below(5) {
        0 => boards(&mut input),
        1 => plain(&mut input),
        2 => features(&mut input),
        3 => one(&mut input),
        _ => many(&mut input),
    };
    check(status);
}

/// Asserts that a call has not panicked.
#[track_caller]
fn check(status: i32) {
    let is_other = OTHERS.iter().any(|other| status == *other as i32);
    let is_known = (0..=Status::Stopped as i32).contains(&status) && !is_other;
    assert!(is_known, "{status}: {}", message());
}

fn message() -> String {
    let message = setwise_last_error();
    assert!(!message.is_null());
    // SAFETY: the text ends in 0, and is valid until the next failure of this thread.
    let message = unsafe { CStr::from_ptr(message) };
    message.to_string_lossy().into_owned()
}

/// Asserts that the last failure is a known one: the panic of a call without a status leaves its
/// message only.
#[track_caller]
fn check_message() {
    const KNOWN: [&str; 5] = [
        "the FEN: ",
        "the position: ",
        "the values: ",
        "no square has ",
        "no move has ",
    ];
    let message = message();
    let is_known = KNOWN.iter().any(|known| message.starts_with(known));
    assert!(is_known, "{message}");
}

/// A text, mostly not one that means anything.
fn text(input: &mut Input<'_>) -> CString {
    let words = input.boards(12).into_iter();
    let bytes = words.flat_map(u64::to_le_bytes);
    CString::new(bytes.filter(|&byte| byte != 0).collect::<Vec<u8>>()).expect("no byte is 0")
}

/// Any words, or a position of which some words are others.
fn words(input: &mut Input<'_>) -> Position {
    let mut found = match input.position() {
        Some(position) if input.below(4) != 0 => Position::from(position),
        _ => Position {
            planes: [(); 4].map(|()| input.word()),
            state: input.word(),
            key: input.word(),
            reserved: [input.word(); 2],
        },
    };
    match input.below(8) {
        0 => found.state = input.word(),
        1 => found.planes[input.below(4)] ^= input.word(),
        2 => found.planes[input.below(4)] ^= 1 << input.below(64),
        3 => found.state ^= 1 << input.below(64),
        4 => found.key = input.word(),
        _ => {}
    }
    found
}

/// A setup, of which some field may have any value.
fn setup(input: &mut Input<'_>) -> Setup {
    let given = input.setup();
    let boards = Boards::from(&given);
    let mut setup = Setup {
        size: size_of::<Setup>() as u32,
        turn: given.turn as u32,
        colors: boards.colors,
        roles: boards.roles,
        castling: given.castling,
        en_passant: given.en_passant.map_or(0, |square| square.index() as u32),
        halfmoves: given.halfmoves,
        fullmove: given.fullmove,
    };
    match input.below(12) {
        0 => setup.size = input.word() as u32,
        1 => setup.turn = input.word() as u32,
        2 => setup.colors[input.below(2)] = input.word(),
        3 => setup.roles[input.below(6)] ^= input.word(),
        4 => setup.castling = input.word(),
        5 => setup.en_passant = input.word() as u32,
        6 => setup.fullmove = 0,
        _ => {}
    }
    setup
}

fn boards(input: &mut Input<'_>) -> i32 {
    let how = [(); 5].map(|()| pointer(input));
    let number = input.below(12) as u32;
    // A count beyond the memory is only passed with pointers that are refused, or with a count that
    // no memory has.
    let n = count(input);
    let mut memory = Memory::new(input);
    let how = |i| how.get(i).copied().unwrap_or(Pointer::Own);
    let rows: [_; 8] = std::array::from_fn(|i| memory.pointer::<u64>(i, how(i)));
    let [a, b, c, d, e, ..] = rows;
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

/// Plain arrays of positions, which are checked.
fn plain(input: &mut Input<'_>) -> i32 {
    let how = [(); 7].map(|()| pointer(input));
    let positions: Vec<Position> = (0..input.below(20)).map(|_| words(input)).collect();
    let n = positions.len();
    let choice = input.below(3);
    let size = size(input);
    let mut memory = Memory::new(input);
    let arrays = analysis(&mut memory, &how, size);
    // SAFETY: there are `n` positions, and each pointer is null, not aligned, or has memory for
    // `ENTRIES` words, which is more than six numbers for each position. No reference to the memory
    // is alive.
    unsafe {
        match choice {
            0 => setwise_count_legal_moves(positions.as_ptr(), arrays.legal_moves, n),
            1 => setwise_analyze(positions.as_ptr(), &arrays, n),
            _ => setwise_validate_positions(positions.as_ptr(), n),
        }
    }
}

/// The size of the structure of arrays, or another one.
fn size(input: &mut Input<'_>) -> usize {
    match input.below(8) {
        0 => input.below(200),
        _ => size_of::<AnalysisArrays>(),
    }
}

fn analysis(memory: &mut Memory, how: &[Pointer; 7], size: usize) -> AnalysisArrays {
    let mut array = |i: usize| memory.pointer::<u64>(i, how[i]);
    AnalysisArrays {
        size,
        checkers: array(0),
        pinned: array(1),
        danger: array(2),
        attacked_by_white: array(3),
        attacked_by_black: array(4),
        mobility: array(5).cast(),
        legal_moves: array(6).cast(),
    }
}

/// Counts the calls, and stops after as many as the context says.
///
/// # Safety
/// The context is a pointer to a number that nothing else uses.
unsafe extern "C" fn progress(_: *const PerftProgress, context: *mut c_void) -> i32 {
    // SAFETY: the caller's promise.
    let left = unsafe { &mut *context.cast::<u32>() };
    *left = left.saturating_sub(1);
    i32::from(*left == 0)
}

/// All calls for one position, of any words.
fn one(input: &mut Input<'_>) -> i32 {
    let how = [pointer(input), pointer(input), pointer(input)];
    let (given, setup) = (words(input), setup(input));
    let (name, capacity) = (text(input), input.below(120));
    let number = input.word();
    let (any, square) = (number as u16, (number >> 16) as u32 % 70);
    let threshold = (number >> 32) as i32;
    // A deeper tree takes too long, and too great a depth is refused.
    let depth = [(number >> 8) as u32 % 3, 65][usize::from(number % 16 == 15)];
    let values = [(); 3].map(|()| input.word());
    let mut left = input.below(30) as u32;
    let options = PerftOptions {
        size: [size_of::<PerftOptions>(), 48][usize::from(input.below(16) == 15)],
        threads: input.below(3) as u32,
        reserved: 7,
        hash_bytes: input.below(1 << 12),
        progress: if left == 0 { None } else { Some(progress) },
        context: (&raw mut left).cast(),
    };
    let mut memory = Memory::new(input);
    let position = memory.pointer::<Position>(0, how[0]);
    if !position.is_null() && position.is_aligned() {
        // SAFETY: the memory has room for a position.
        unsafe { position.write(given) };
    }
    let out = memory.pointer::<u64>(1, how[1]);
    let values = match how[2] {
        Pointer::Null => null(),
        _ => values.as_ptr().cast::<i32>(),
    };
    let position = position.cast_const();
    let mut list = NO_MOVES;
    // SAFETY: the pointers are null, not aligned, or have memory for `ENTRIES` words, which is more
    // than any output needs; or they are those of variables and texts. The words of `values` are
    // six numbers.
    unsafe {
        check(setwise_position_legal_moves(position, &mut list));
        let bits = list.moves[..list.count].get(usize::from(any) % 64);
        let bits = bits.copied().unwrap_or(any);
        // A failure with a known message.
        check(setwise_position_from_fen(null(), null_mut()));
        setwise_position_count_legal_moves(position);
        setwise_position_is_legal(position, any);
        setwise_position_checkers(position);
        setwise_position_pinned(position);
        setwise_position_status(position);
        setwise_position_key(position);
        setwise_position_pawn_key(position);
        setwise_position_material_key(position);
        setwise_position_polyglot_key(position);
        check_message();
        setwise_position_attackers_to(position, square, number);
        check_message();
        for bits in [bits, any] {
            setwise_position_gives_check(position, bits);
            check_message();
            setwise_position_exchange_reaches(position, bits, values, threshold);
            check_message();
        }
        // The last call writes to the memory of the position if `out` is there.
        let calls = [
            setwise_position_to_setup(position, &mut { setup }),
            setwise_position_from_setup(&setup, out.cast()),
            setwise_position_from_fen(name.as_ptr(), out.cast()),
            setwise_position_startpos(out.cast()),
        ];
        calls.into_iter().for_each(check);
        for bits in [bits, any] {
            let mut next = given;
            check(setwise_position_play(position, bits, &mut next));
            check(setwise_position_play_unchecked(position, bits, &mut next));
            let exchange = setwise_position_exchange_value(position, bits, values, out.cast());
            check(exchange);
            check(setwise_position_san(position, any, out.cast(), capacity));
            check(setwise_position_san(position, bits, out.cast(), capacity));
            check(setwise_move_uci(bits, square & 1, out.cast(), capacity));
            check(setwise_position_mirror(&next, out.cast()));
        }
        let text = out.cast::<c_char>();
        let calls = [
            setwise_position_captures(position, &mut list),
            setwise_position_parse_uci(position, name.as_ptr(), out.cast()),
            setwise_position_parse_san(position, name.as_ptr(), out.cast()),
            setwise_position_perft(position, depth, null(), out),
            setwise_position_perft(position, depth, &options, out),
            setwise_position_to_fen(position, text, capacity),
            setwise_position_null_move(position, out.cast()),
            setwise_position_legal_moves(position, out.cast()),
        ];
        calls.into_iter().for_each(check);
        0
    }
}

/// An array of the library, which is freed at the end.
struct Array(*mut Positions);

impl Drop for Array {
    fn drop(&mut self) {
        // SAFETY: the array is from a function of the library, or null, and is not used any more.
        unsafe { setwise_positions_free(self.0) };
    }
}

/// An array of positions of the input, of words, of setups or of texts.
fn array(input: &mut Input<'_>) -> (i32, Array) {
    let kind = input.below(8);
    let mut given = Vec::new();
    let mut setups = Vec::new();
    let mut texts = Vec::new();
    for _ in 0..input.below(20) {
        match kind {
            0 => given.push(words(input)),
            1 => setups.push(setup(input)),
            2 => texts.push(text(input)),
            _ => given.extend(input.position().map(Position::from)),
        }
    }
    // So many that some are past the first block.
    if !given.is_empty() {
        let n = input.below(MOST);
        given = given.into_iter().cycle().take(n).collect();
    }
    let fens: Vec<_> = texts.iter().map(|text| text.as_ptr()).collect();
    let mut array = null_mut();
    // SAFETY: the vectors have as many elements, and the array is a variable.
    let status = unsafe {
        match kind {
            1 => setwise_positions_from_setups(setups.as_ptr(), setups.len(), &mut array),
            2 => setwise_positions_from_fens(fens.as_ptr(), fens.len(), &mut array),
            _ => setwise_positions_new(given.as_ptr(), given.len(), &mut array),
        }
    };
    (status, Array(array))
}

/// The calls for arrays of checked positions.
fn many(input: &mut Input<'_>) -> i32 {
    let (status, array) = array(input);
    if status != 0 {
        assert!(array.0.is_null());
        return status;
    }
    let how = [(); 7].map(|()| pointer(input));
    let capacity = input.below(4 * ENTRIES);
    let size = size(input);
    // SAFETY: the array is one of the library.
    let mut n = unsafe { setwise_positions_len(array.0) };
    if input.below(16) == 15 {
        n = count(input);
    }
    let index = input.below(24);
    let values = [(); 3].map(|()| input.word());
    let mut memory = Memory::new(input);
    let arrays = analysis(&mut memory, &how, size);
    let out = arrays.checkers;
    let moves = arrays.pinned.cast::<u16>().cast_const();
    let values = values.as_ptr().cast::<i32>();
    let positions = [array.0, null_mut()][usize::from(input.below(16) == 15)];
    let mut copy = Array(null_mut());
    // SAFETY: the array is null or one of the library of fewer than `MOST` positions; another
    // number is refused. Each pointer is null, not aligned, or has memory for `ENTRIES` words,
    // which is enough for them and for the capacity. No reference to the memory is alive.
    unsafe {
        let found = setwise_positions_at(positions, index);
        setwise_position_count_legal_moves(found);
        let calls = [
            setwise_positions_copy(positions, &mut copy.0),
            setwise_positions_count_legal_moves(positions, out.cast(), n),
            setwise_positions_count_captures(positions, out.cast(), n),
            setwise_positions_count_move_kinds(positions, out.cast(), n),
            setwise_positions_keys(positions, out, n),
            setwise_positions_checkers(positions, out, n),
            setwise_positions_status(positions, out.cast(), n),
            setwise_positions_attack_maps(positions, out.cast(), n),
            setwise_positions_is_legal(positions, moves, out.cast(), n),
            setwise_positions_exchange_values(positions, moves, values, out.cast(), n),
            setwise_positions_move_effects(positions, moves, out.cast(), n),
            setwise_positions_legal_moves(positions, out.cast(), moves.cast_mut(), capacity, n),
            setwise_positions_keys(positions, found.cast_mut().cast(), n),
            setwise_positions_analyze(positions, &arrays, n),
            setwise_positions_play(copy.0, moves, n),
        ];
        calls.into_iter().for_each(check);
        if positions.is_null() || n != setwise_positions_len(positions) {
            return calls[0];
        }
        // One legal move of each position, so that the array is played on.
        let mut list = NO_MOVES;
        let mut legal = vec![0; n];
        for (index, legal) in legal.iter_mut().enumerate() {
            let position = setwise_positions_at(positions, index);
            check(setwise_position_legal_moves(position, &mut list));
            let found = list.moves[..list.count].get(list.count / 2);
            *legal = found.copied().unwrap_or_default();
        }
        setwise_positions_play(positions, legal.as_ptr(), n)
    }
}

fn features(input: &mut Input<'_>) -> i32 {
    let how = [(); 3].map(|()| pointer(input));
    let set = input.below(13) as u32;
    let mut eight: Vec<EightBoards> = Vec::new();
    for _ in 0..input.below(20) {
        let given = Boards::from(&input.setup());
        let mut boards = EightBoards {
            colors: given.colors,
            roles: given.roles,
            turn: given.turn.index() as u32,
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
    let (_, array) = match input.below(4) {
        0 => array(input),
        _ => (0, Array(null_mut())),
    };
    // SAFETY: the array is null or one of the library.
    let checked = unsafe { setwise_positions_len(array.0) };
    let is_checked = !array.0.is_null() && input.below(16) != 0;
    let positions = NnuePositions {
        size: match input.below(16) {
            0 => input.below(100),
            _ => size_of::<NnuePositions>(),
        },
        count: if is_checked { checked } else { eight.len() },
        eight: [eight.as_ptr(), null()][usize::from(is_checked || input.below(16) == 0)],
        twelve: null(),
        checked: array.0,
        perspectives: input.below(3) as u32,
        reserved: 7,
    };
    // Both arrays of indices have room for this many in half of the memory, even if both are
    // shared.
    let stride = match input.below(8) {
        0 => usize::MAX / 3,
        _ => input.below(ENTRIES / positions.count.max(1)),
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
