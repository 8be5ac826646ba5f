//! Calls for one position.

use crate::{memory::write, position::Position, status::numbered};
use setwise_ffi::{Failure, Status, array, check, guard, guard_or};
use setwise_moves::{Move, Position as Checked, Square};

/// The number of moves that a list has room for.
pub const SETWISE_MOVE_LIST_ROOM: usize = 256;
/// A kind of move: a pawn steps or captures. The kinds 1 to 6 are the codes of moving pieces, as in
/// `setwise_position`; setwise_threats.h has other codes (knight 2, bishop 3, queen 5,
/// king 6).
pub const SETWISE_MOVE_KIND_PAWN: u32 = 1;
/// A bishop moves.
pub const SETWISE_MOVE_KIND_BISHOP: u32 = 2;
/// A knight moves.
pub const SETWISE_MOVE_KIND_KNIGHT: u32 = 3;
/// A rook moves.
pub const SETWISE_MOVE_KIND_ROOK: u32 = 4;
/// The king steps.
pub const SETWISE_MOVE_KIND_KING: u32 = 5;
/// A queen moves.
pub const SETWISE_MOVE_KIND_QUEEN: u32 = 6;
/// A pawn moves two squares.
pub const SETWISE_MOVE_KIND_DOUBLE_PUSH: u32 = 7;
/// A pawn captures en passant. The target is empty.
pub const SETWISE_MOVE_KIND_EN_PASSANT: u32 = 9;
/// A pawn becomes a bishop.
pub const SETWISE_MOVE_KIND_BISHOP_PROMOTION: u32 = 10;
/// A pawn becomes a knight.
pub const SETWISE_MOVE_KIND_KNIGHT_PROMOTION: u32 = 11;
/// A pawn becomes a rook.
pub const SETWISE_MOVE_KIND_ROOK_PROMOTION: u32 = 12;
/// The king castles with the rook on the target.
pub const SETWISE_MOVE_KIND_CASTLING: u32 = 13;
/// A pawn becomes a queen.
pub const SETWISE_MOVE_KIND_QUEEN_PROMOTION: u32 = 14;

/// A list of moves. A move has 16 bits: the target square (bits 0 to 5), the source square (6 to
/// 11), and the kind (12 to 15), a `SETWISE_MOVE_KIND_...`. For castling the target is the square
/// of the rook. No move is 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct MoveList {
    /// The moves; the entries after them have no meaning.
    pub moves: [u16; SETWISE_MOVE_LIST_ROOM],
    /// The number of moves.
    pub count: usize,
}

/// The state of the game, by the rules that need only the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum GameStatus {
    /// There are legal moves, and no rule ends the game.
    Ongoing = 0,
    /// The side to move is in check and has no legal move.
    Checkmate = 1,
    /// The side to move is not in check and has no legal move.
    Stalemate = 2,
    /// Neither side can mate, whatever the moves: two kings alone, with a single knight, or with
    /// bishops that all stand on squares of one color. Two knights, or bishops on squares of both
    /// colors, are enough to mate. Blocked positions are not recognized.
    InsufficientMaterial = 3,
    /// A draw: 75 moves of both sides without a capture or a pawn move.
    SeventyFiveMoves = 4,
    /// A player may claim a draw: 50 moves of both sides without a capture or a pawn move.
    FiftyMoves = 5,
}

impl From<setwise_moves::Status> for GameStatus {
    fn from(status: setwise_moves::Status) -> Self {
        use setwise_moves::Status;
        match status {
            Status::Checkmate => Self::Checkmate,
            Status::Stalemate => Self::Stalemate,
            Status::InsufficientMaterial => Self::InsufficientMaterial,
            Status::SeventyFiveMoves => Self::SeventyFiveMoves,
            Status::FiftyMoves => Self::FiftyMoves,
            _ => Self::Ongoing,
        }
    }
}

#[inline(always)]
pub(crate) fn move_of(bits: u16) -> Result<Move, Failure> {
    Move::from_bits(bits).ok_or_else(|| no_move(bits))
}

#[cold]
fn no_move(bits: u16) -> Failure {
    let message = format!("no move has the bits {bits:#06x}");
    Failure::new(Status::IllegalMove, message)
}

#[cold]
pub(crate) fn illegal(found: Move) -> Failure {
    let message = format!("the move {found} is not legal");
    Failure::new(Status::IllegalMove, message)
}

/// Writes moves of a position to a list.
///
/// # Safety
/// `position` and `list` are null, not aligned, or point to a position and to memory for a list
/// that nothing else uses during the call.
#[inline(always)]
unsafe fn list(
    position: *const Position,
    list: *mut MoveList,
    find: impl FnOnce(&Checked, &mut [u16; SETWISE_MOVE_LIST_ROOM]) -> Option<usize>,
) -> i32 {
    let find = |position: &Checked| {
        check("the list", list, 1)?;
        // SAFETY: `list` is aligned and not null, so it points to memory for a list.
        let (moves, count) = unsafe { (&raw mut (*list).moves, &raw mut (*list).count) };
        // SAFETY: as above. Any contents of the memory are numbers.
        let found = find(position, unsafe { &mut *moves });
        // SAFETY: as above.
        unsafe { count.write(found.unwrap_or(0)) };
        found.map(|_| ()).ok_or_else(too_many)
    };
    // SAFETY: the caller's promise.
    guard(|| unsafe { Position::with(position, find) })
}

#[cold]
fn too_many() -> Failure {
    let message = format!("the position has more than {SETWISE_MOVE_LIST_ROOM} moves");
    Failure::new(Status::NoRoom, message)
}

/// Writes the legal moves of a position to a list, in an arbitrary order, the same on all machines.
/// A position with more moves than a list holds, which no game reaches, has the status
/// `SETWISE_STATUS_NO_ROOM` and an empty list; `setwise_positions_legal_moves` has no such limit.
///
/// # Safety
/// `position` is null or points to a position, `list` is null or points to memory for a list.
/// During the call no other thread writes to them or uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_legal_moves(
    position: *const Position,
    list: *mut MoveList,
) -> i32 {
    let find =
        |position: &Checked, moves: &mut _| position.write_legal_moves(position.checks(), moves);
    // SAFETY: the caller's promise.
    unsafe { self::list(position, list, find) }
}

/// Writes the legal captures of a position to a list, including en passant and promotions that
/// capture, as `setwise_position_legal_moves` does. Other promotions are not among them.
///
/// # Safety
/// `position` is null or points to a position, `list` is null or points to memory for a list.
/// During the call no other thread writes to them or uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_captures(
    position: *const Position,
    list: *mut MoveList,
) -> i32 {
    let find =
        |position: &Checked, moves: &mut _| position.write_captures(position.checks(), moves);
    // SAFETY: the caller's promise.
    unsafe { self::list(position, list, find) }
}

/// Returns an answer about a position; after a failure, 0.
///
/// # Safety
/// `position` is null, not aligned, or points to a position that nothing writes to meanwhile.
#[inline(always)]
unsafe fn answer<T: Default>(
    position: *const Position,
    find: impl FnOnce(&Checked) -> Result<T, Failure>,
) -> T {
    // SAFETY: the caller's promise.
    guard_or(T::default(), || unsafe { Position::with(position, find) })
}

/// Returns the number of legal moves.
///
/// # Safety
/// `position` is null or points to a position that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_count_legal_moves(position: *const Position) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { answer(position, |position| Ok(position.count_legal())) }
}

/// Returns 1 if a move is legal, else 0. Any number is a valid argument.
///
/// # Safety
/// `position` is null or points to a position that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_is_legal(position: *const Position, wanted: u16) -> u32 {
    let is_legal = |position: &Checked| {
        Ok(Move::from_bits(wanted).is_some_and(|found| position.is_legal(found)) as u32)
    };
    // SAFETY: the caller's promise.
    unsafe { answer(position, is_legal) }
}

/// Returns the pieces that give check to the side to move.
///
/// # Safety
/// `position` is null or points to a position that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_checkers(position: *const Position) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { answer(position, |position| Ok(position.checkers())) }
}

/// Returns the pieces of the side to move that are pinned to their king.
///
/// # Safety
/// `position` is null or points to a position that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_pinned(position: *const Position) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { answer(position, |position| Ok(position.pinned())) }
}

/// Returns the pieces of both colors that attack a square, where `occupied` squares block sliders.
///
/// # Safety
/// `position` is null or points to a position that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_attackers_to(
    position: *const Position,
    square: u32,
    occupied: u64,
) -> u64 {
    let attackers = |position: &Checked| {
        let square = numbered("square", square, Square::from_index)?;
        Ok(position.attackers_to(square, occupied))
    };
    // SAFETY: the caller's promise.
    unsafe { answer(position, attackers) }
}

/// Returns 1 if a legal move gives check, else 0.
///
/// # Safety
/// `position` is null or points to a position that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_gives_check(
    position: *const Position,
    legal: u16,
) -> u32 {
    let gives = |position: &Checked| Ok(position.gives_check(move_of(legal)?) as u32);
    // SAFETY: the caller's promise.
    unsafe { answer(position, gives) }
}

/// Returns the state of the game, a `setwise_game_status`. Mate comes before the other rules,
/// and insufficient material before those of 50 and 75 moves. Repetitions are not recognized,
/// because they need the earlier positions. The call counts the legal moves, which is too slow for
/// each node of a search that lists them anyway.
///
/// # Safety
/// `position` is null or points to a position that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_status(position: *const Position) -> u32 {
    let status = |position: &Checked| Ok(GameStatus::from(position.status()) as u32);
    // SAFETY: the caller's promise.
    unsafe { answer(position, status) }
}

/// Returns the hash key, which moves keep up to date. Positions with the same moves, now and later,
/// have the same key: an en passant square counts only if a capture there is legal; clocks do not
/// count. It is the same on all machines, and not that of opening books.
///
/// # Safety
/// `position` is null or points to a position that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_key(position: *const Position) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { answer(position, |position| Ok(position.key())) }
}

/// Returns the hash key of the pawns of both colors alone.
///
/// # Safety
/// `position` is null or points to a position that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_pawn_key(position: *const Position) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { answer(position, |position| Ok(position.pawn_key())) }
}

/// Returns the hash key of the numbers of pieces by color and role.
///
/// # Safety
/// `position` is null or points to a position that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_material_key(position: *const Position) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { answer(position, |position| Ok(position.material_key())) }
}

/// Returns the key of opening books in the format of Polyglot.
///
/// # Safety
/// `position` is null or points to a position that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_polyglot_key(position: *const Position) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { answer(position, |position| Ok(position.polyglot_key())) }
}

/// Writes the position that follows from another.
///
/// # Safety
/// `position` is null, not aligned, or points to a position, `out` to memory for a position, that
/// nothing else uses during the call. They may be the same.
#[inline(always)]
unsafe fn follow(
    position: *const Position,
    out: *mut Position,
    next: impl FnOnce(&Checked) -> Result<Checked, Failure>,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise. The position is read before anything is written.
        let next = unsafe { Position::with(position, next) }?;
        // SAFETY: the caller's promise.
        unsafe { write("the next position", out, next.into()) }
    })
}

/// Writes the position after a move to `next`, which may be the position itself. If the move is not
/// legal, the status is `SETWISE_STATUS_ILLEGAL_MOVE`.
///
/// # Safety
/// `position` is null or points to a position, `next` is null or points to memory for a position.
/// During the call no other thread writes to them or uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_play(
    position: *const Position,
    wanted: u16,
    next: *mut Position,
) -> i32 {
    let play = |position: &Checked| {
        let found = move_of(wanted)?;
        position.play(found).map_err(|_| illegal(found))
    };
    // SAFETY: the caller's promise.
    unsafe { follow(position, next, play) }
}

/// Writes the position after a move that is known to be legal, such as one of a list, to `next`,
/// which may be the position itself. After another move the position means nothing.
///
/// # Safety
/// `position` is null or points to a position, `next` is null or points to memory for a position.
/// During the call no other thread writes to them or uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_play_unchecked(
    position: *const Position,
    legal: u16,
    next: *mut Position,
) -> i32 {
    let play = |position: &Checked| Ok(position.play_unchecked(move_of(legal)?));
    // SAFETY: the caller's promise.
    unsafe { follow(position, next, play) }
}

/// Writes the position after a null move to `next`, which may be the position itself: the other
/// side is to move, and nothing can be captured en passant. The clocks advance as after a quiet
/// move: one more half-move, and after Black one more move. In check the status is
/// `SETWISE_STATUS_ILLEGAL_MOVE`.
///
/// # Safety
/// `position` is null or points to a position, `next` is null or points to memory for a position.
/// During the call no other thread writes to them or uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_null_move(
    position: *const Position,
    next: *mut Position,
) -> i32 {
    let refused = || Failure::new(Status::IllegalMove, "a null move in check");
    let pass = |position: &Checked| position.null_move().ok_or_else(refused);
    // SAFETY: the caller's promise.
    unsafe { follow(position, next, pass) }
}

/// Writes the position with the colors exchanged and the board turned upside down to `mirrored`,
/// which may be the position itself.
///
/// # Safety
/// `position` is null or points to a position, `mirrored` is null or points to memory for a
/// position. During the call no other thread writes to them or uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_mirror(
    position: *const Position,
    mirrored: *mut Position,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { follow(position, mirrored, |position| Ok(position.mirror())) }
}

/// Writes the material that a move wins if both sides capture on its target as long as they gain
/// (static exchange evaluation). `values` has the values of pawn, knight, bishop, rook, queen and
/// king. If the move is not legal, the status is `SETWISE_STATUS_ILLEGAL_MOVE`.
///
/// # Safety
/// `position` is null or points to a position, `values` is null or points to six numbers, `won` is
/// null or points to a number. During the call no other thread writes to them or uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_exchange_value(
    position: *const Position,
    wanted: u16,
    values: *const i32,
    won: *mut i32,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let position = unsafe { Position::read(position) }?;
        // SAFETY: as above.
        let values = unsafe { self::values(values) }?;
        let found = move_of(wanted)?;
        let value = position.exchange_value(found, &values);
        let value = value.ok_or_else(|| illegal(found))?;
        // SAFETY: as above.
        unsafe { write("the value", won, value) }
    })
}

/// Returns 1 if a legal move wins at least `threshold` by `setwise_position_exchange_value`, else
/// 0. That takes less time than the value.
///
/// # Safety
/// `position` is null or points to a position, `values` is null or points to six numbers. During
/// the call no other thread writes to them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_exchange_reaches(
    position: *const Position,
    legal: u16,
    values: *const i32,
    threshold: i32,
) -> u32 {
    let reaches = |position: &Checked| {
        // SAFETY: the caller's promise.
        let values = unsafe { self::values(values) }?;
        Ok(position.exchange_reaches(move_of(legal)?, &values, threshold) as u32)
    };
    // SAFETY: the caller's promise.
    unsafe { answer(position, reaches) }
}

/// The values of the roles at a pointer.
///
/// # Safety
/// The pointer is null, not aligned, or points to six numbers that nothing writes to meanwhile.
pub(crate) unsafe fn values(values: *const i32) -> Result<[i32; 6], Failure> {
    // SAFETY: the caller's promise.
    Ok(unsafe { array("the values", values.cast::<[i32; 6]>(), 1) }?[0])
}
