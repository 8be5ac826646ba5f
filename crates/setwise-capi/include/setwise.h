// The C interface of setwise. Written by cbindgen: UPDATE_HEADER=1 cargo test -p setwise-capi header

#ifndef SETWISE_H
#define SETWISE_H

#include <stddef.h>
#include <stdint.h>

// Functions that can fail return a setwise_status: 0, or a positive code. If a function fails, it writes nothing but the message of
// setwise_last_error. The other functions return 0 or an empty text if the library has a bug. A null pointer is an error, unless the number
// of elements is 0. Outputs must not overlap each other or the inputs. All functions may be called from several threads at once.
// "Is null or points to" states a requirement: the caller must pass such a pointer.
// During a call, no other thread may write to its inputs or use its outputs.
//
// The order: constants, enumerations and structures; functions for errors, one position, repetitions, perft, arrays of positions, sliders
// on boards, piece-wise systems, kernels, networks; at the end inline functions that read positions and moves.

// The number of moves that a list has room for.
#define SETWISE_MOVE_LIST_ROOM 256

// A kind of move: a pawn steps or captures. The kinds 1 to 6 are the codes of moving pieces, as in
// `setwise_position`; setwise_threats.h has other codes (knight 2, bishop 3, queen 5,
// king 6).
#define SETWISE_MOVE_KIND_PAWN 1

// A bishop moves.
#define SETWISE_MOVE_KIND_BISHOP 2

// A knight moves.
#define SETWISE_MOVE_KIND_KNIGHT 3

// A rook moves.
#define SETWISE_MOVE_KIND_ROOK 4

// The king steps.
#define SETWISE_MOVE_KIND_KING 5

// A queen moves.
#define SETWISE_MOVE_KIND_QUEEN 6

// A pawn moves two squares.
#define SETWISE_MOVE_KIND_DOUBLE_PUSH 7

// A pawn captures en passant. The target is empty.
#define SETWISE_MOVE_KIND_EN_PASSANT 9

// A pawn becomes a bishop.
#define SETWISE_MOVE_KIND_BISHOP_PROMOTION 10

// A pawn becomes a knight.
#define SETWISE_MOVE_KIND_KNIGHT_PROMOTION 11

// A pawn becomes a rook.
#define SETWISE_MOVE_KIND_ROOK_PROMOTION 12

// The king castles with the rook on the target.
#define SETWISE_MOVE_KIND_CASTLING 13

// A pawn becomes a queen.
#define SETWISE_MOVE_KIND_QUEEN_PROMOTION 14

// The number of bytes that are enough for every FEN and its end.
#define SETWISE_FEN_SIZE 96

// The number of bytes that are enough for every move and its end, in UCI and SAN.
#define SETWISE_MOVE_SIZE 8

// The number of positions that a history has room for.
#define SETWISE_HISTORY_ROOM 1024

// The value of `setwise_positions_exchange_values` for a move that is not legal.
#define SETWISE_NO_VALUE INT32_MIN

// A bit of `setwise_positions_move_effects`: the move captures, perhaps en passant.
#define SETWISE_EFFECT_CAPTURE 1

// A bit of `setwise_positions_move_effects`: the move promotes a pawn.
#define SETWISE_EFFECT_PROMOTION 2

// A bit of `setwise_positions_move_effects`: the move gives check.
#define SETWISE_EFFECT_CHECK 4

// The value of `setwise_positions_move_effects` for a move that is not legal.
#define SETWISE_EFFECT_ILLEGAL 128

// The result of a call. A code has the same meaning in all C interfaces of setwise.
enum setwise_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The call succeeded.
  SETWISE_STATUS_OK = 0,
  // A pointer is null or not aligned.
  SETWISE_STATUS_BAD_POINTER = 1,
  // The size of a structure is not the one in this version of the library.
  SETWISE_STATUS_WRONG_SIZE = 2,
  // An output overlaps another output or an input.
  SETWISE_STATUS_OVERLAP = 3,
  // An output needs more entries than there is room for.
  SETWISE_STATUS_NO_ROOM = 4,
  // A number is not a value of its enumeration.
  SETWISE_STATUS_UNKNOWN_VALUE = 5,
  // An array would be larger than the address space.
  SETWISE_STATUS_TOO_LARGE = 6,
  // A position has more features than a row has entries. The contents of all rows are
  // unspecified.
  SETWISE_STATUS_ROW_TOO_SHORT = 7,
  // The library has a bug: it panicked.
  SETWISE_STATUS_PANIC = 8,
  // The memory for intermediate results is not available.
  SETWISE_STATUS_OUT_OF_MEMORY = 9,
  // The length of an array is not the number of positions that it belongs to.
  SETWISE_STATUS_WRONG_LENGTH = 10,
  // There is no set, kernel, entry point or piece-wise system of this name.
  SETWISE_STATUS_UNKNOWN_NAME = 11,
  // The library was built without the kernel or the piece-wise system of this name. The message
  // names the feature that has it.
  SETWISE_STATUS_NOT_IN_BUILD = 12,
  // The CPU lacks instructions of the kernel.
  SETWISE_STATUS_UNSUPPORTED = 13,
  // A kernel cannot be forced, because the kernels are already selected.
  SETWISE_STATUS_TOO_LATE = 14,
  // A text is not a FEN.
  SETWISE_STATUS_BAD_FEN = 15,
  // A position breaks a rule, or has no features in this set. The message says which rule.
  SETWISE_STATUS_BAD_POSITION = 16,
  // A text is not a move, or no legal move of its position.
  SETWISE_STATUS_BAD_MOVE = 17,
  // A move is not legal in its position, or a number is not a move.
  SETWISE_STATUS_ILLEGAL_MOVE = 18,
  // The progress function has ended the run.
  SETWISE_STATUS_STOPPED = 19,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum setwise_status setwise_status;
#else
typedef int32_t setwise_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A color.
enum setwise_color
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Moves north, and first.
  SETWISE_COLOR_WHITE = 0,
  // Moves south.
  SETWISE_COLOR_BLACK = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum setwise_color setwise_color;
#else
typedef uint32_t setwise_color;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A role, the index of arrays by role. Codes of pieces have another order: `setwise_code_role`.
enum setwise_role
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Code 1.
  SETWISE_ROLE_PAWN = 0,
  // Code 3.
  SETWISE_ROLE_KNIGHT = 1,
  // Code 2.
  SETWISE_ROLE_BISHOP = 2,
  // Code 4.
  SETWISE_ROLE_ROOK = 3,
  // Code 6.
  SETWISE_ROLE_QUEEN = 4,
  // Code 5.
  SETWISE_ROLE_KING = 5,
  // No piece. No array by role has such an entry.
  SETWISE_ROLE_NONE = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum setwise_role setwise_role;
#else
typedef uint32_t setwise_role;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The state of the game, by the rules that need only the position.
enum setwise_game_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // There are legal moves, and no rule ends the game.
  SETWISE_GAME_STATUS_ONGOING = 0,
  // The side to move is in check and has no legal move.
  SETWISE_GAME_STATUS_CHECKMATE = 1,
  // The side to move is not in check and has no legal move.
  SETWISE_GAME_STATUS_STALEMATE = 2,
  // Neither side can mate, whatever the moves: two kings alone, with a single knight, or with
  // bishops that all stand on squares of one color. Two knights, or bishops on squares of both
  // colors, are enough to mate. Blocked positions are not recognized.
  SETWISE_GAME_STATUS_INSUFFICIENT_MATERIAL = 3,
  // A draw: 75 moves of both sides without a capture or a pawn move.
  SETWISE_GAME_STATUS_SEVENTY_FIVE_MOVES = 4,
  // A player may claim a draw: 50 moves of both sides without a capture or a pawn move.
  SETWISE_GAME_STATUS_FIFTY_MOVES = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum setwise_game_status setwise_game_status;
#else
typedef uint32_t setwise_game_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A direction on the board, clockwise from north. White moves north.
enum setwise_direction
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Towards rank 8.
  SETWISE_DIRECTION_NORTH = 0,
  // Towards h8.
  SETWISE_DIRECTION_NORTH_EAST = 1,
  // Towards file h.
  SETWISE_DIRECTION_EAST = 2,
  // Towards h1.
  SETWISE_DIRECTION_SOUTH_EAST = 3,
  // Towards rank 1.
  SETWISE_DIRECTION_SOUTH = 4,
  // Towards a1.
  SETWISE_DIRECTION_SOUTH_WEST = 5,
  // Towards file a.
  SETWISE_DIRECTION_WEST = 6,
  // Towards a8.
  SETWISE_DIRECTION_NORTH_WEST = 7,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum setwise_direction setwise_direction;
#else
typedef uint32_t setwise_direction;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A kind of piece, except the pawn.
enum setwise_piece_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // Eight jumps.
  SETWISE_PIECE_KIND_KNIGHT = 1,
  // Slides diagonally.
  SETWISE_PIECE_KIND_BISHOP = 2,
  // Slides along ranks and files.
  SETWISE_PIECE_KIND_ROOK = 3,
  // Slides in all eight directions.
  SETWISE_PIECE_KIND_QUEEN = 4,
  // One step in all eight directions.
  SETWISE_PIECE_KIND_KING = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum setwise_piece_kind setwise_piece_kind;
#else
typedef uint32_t setwise_piece_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A set of features. The documentation of the Rust crate `setwise-nnue` defines them.
enum setwise_nnue_set
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // 59,808 threats: Stockfish's `FullThreats` since 2026, nnue-pytorch's `Full_Threats`.
  SETWISE_NNUE_SET_FULL_THREATS = 1,
  // 60,144 threats: Stockfish at revision 83e42045a.
  SETWISE_NNUE_SET_FULL_THREATS60144 = 2,
  // 79,856 threats: Stockfish at revision 8e5392d79.
  SETWISE_NNUE_SET_FULL_THREATS79856 = 3,
  // 4,560 pairs of pawns: Stockfish's and nnue-pytorch's `PP_3Wide`.
  SETWISE_NNUE_SET_PAWN_PAIRS = 4,
  // 22,528 features: Stockfish's `HalfKAv2_hm`.
  SETWISE_NNUE_SET_HALF_KA_V2_HM = 5,
  // 24,576 features: nnue-pytorch's `HalfKAv2_hm`.
  SETWISE_NNUE_SET_HALF_KA_V2_HM_TRAINING = 6,
  // 768 features: bullet's `Chess768`.
  SETWISE_NNUE_SET_CHESS768 = 7,
  // 768 features: bullet's `ChessBucketsMirrored` with one bucket.
  SETWISE_NNUE_SET_MIRRORED768 = 8,
  // 80,624 features: Monty's value network at revision 562b13e9.
  SETWISE_NNUE_SET_MONTY_VALUE = 9,
  // nnue-pytorch's `Full_Threats+PP_3Wide+HalfKAv2_hm`.
  SETWISE_NNUE_SET_FULL_THREATS_PAWN_PAIRS_HALF_KA = 10,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum setwise_nnue_set setwise_nnue_set;
#else
typedef uint32_t setwise_nnue_set;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The order of the perspectives in the output.
enum setwise_perspectives
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // White's features first, then Black's.
  SETWISE_PERSPECTIVES_WHITE_BLACK = 0,
  // The features of the side to move first, then those of the other side.
  SETWISE_PERSPECTIVES_MOVER_OTHER = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum setwise_perspectives setwise_perspectives;
#else
typedef uint32_t setwise_perspectives;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// An array of checked positions. It belongs to the caller of the function that made it, until
// `setwise_positions_free`. Several threads may read it at once.
typedef struct setwise_positions setwise_positions;

// A chess position, orthodox or Chess960, of 64 bytes. It may be copied as any value.
//
// The functions `setwise_position_...` trust the positions that they get. If no function of the
// library has made a position, their answers mean nothing; memory stays safe. Bit 0 of a bitboard
// is a1, bit 7 is h1, bit 63 is h8.
typedef struct setwise_position {
  // Four bitboards with the bits of the code of the piece on each square, lowest bit first:
  // pawn 1, bishop 2, knight 3, rook 4, king 5, queen 6, and 8 more for a black piece;
  // `setwise_threats.h` has other codes.
  uint64_t planes[4];
  // From the lowest byte upwards: the files of White's rooks that may castle; those of Black's;
  // in six bits the square that a pawn has just passed with a double push (0 for none), in the
  // next bit whether it can be captured there; all ones if Black is to move. Then 16 bits each:
  // the half-moves since the last capture or pawn move; the number of the move.
  uint64_t state;
  // The hash key without the part of en passant; `setwise_position_key` returns all of it.
  uint64_t key;
  // Padding.
  uint64_t reserved[2];
} setwise_position;

// The parts of a position as boards, before they are checked. Bit 0 is a1, bit 7 h1, bit 63 h8.
typedef struct setwise_setup {
  // The size of this structure in bytes.
  uint32_t size;
  // The side to move: 0 White, 1 Black.
  uint32_t turn;
  // White, Black.
  uint64_t colors[2];
  // Pawns, knights, bishops, rooks, queens, kings, each of both colors.
  uint64_t roles[6];
  // The rooks of both colors that have castling rights.
  uint64_t castling;
  // The square that a pawn has just passed with a double push; 0 for none.
  uint32_t en_passant;
  // The number of half-moves since the last capture or pawn move.
  uint16_t halfmoves;
  // The number of the move, from 1.
  uint16_t fullmove;
} setwise_setup;

// A list of moves. A move has 16 bits: the target square (bits 0 to 5), the source square (6 to
// 11), and the kind (12 to 15), a `SETWISE_MOVE_KIND_...`. For castling the target is the square
// of the rook. No move is 0.
typedef struct setwise_move_list {
  // The moves; the entries after them have no meaning.
  uint16_t moves[SETWISE_MOVE_LIST_ROOM];
  // The number of moves.
  size_t count;
} setwise_move_list;

// The positions of a game or of a line of a search before the current one, to find repetitions.
// A value of 8 KB that may be copied. It has no positions if `count` is 0. To take a move back,
// decrease `count`.
//
// Positions before the last capture or pawn move cannot repeat. A game that sets `count` to 0 at
// each position whose half-move clock is 0 has room for any number of moves.
typedef struct setwise_history {
  // The keys of the positions, the last one last; the entries after them have no meaning.
  uint64_t keys[SETWISE_HISTORY_ROOM];
  // The number of positions.
  size_t count;
} setwise_history;

// The progress of a perft.
typedef struct setwise_perft_progress {
  // The leaves so far.
  uint64_t leaves;
  // The parts of the tree that are finished.
  uint64_t done;
  // All parts.
  uint64_t parts;
} setwise_perft_progress;

// The options of a perft.
typedef struct setwise_perft_options {
  // The size of this structure in bytes.
  size_t size;
  // The number of threads; 0: all cores, 1: the calling thread. A library without the feature
  // rayon has the calling thread only, for 0 as well.
  uint32_t threads;
  // Not read.
  uint32_t reserved;
  // The size of a hash table in bytes; 0 for none. The counts stay exact. The process ends if
  // the memory cannot be allocated.
  size_t hash_bytes;
  // Called after each part of the tree, by one thread at a time, not necessarily the caller's;
  // null for none. It returns 0 to continue. It must not throw exceptions.
  int32_t (*progress)(const struct setwise_perft_progress *progress, void *context);
  // The second argument of `progress`.
  void *context;
} setwise_perft_options;

// The outputs of `setwise_analyze` and `setwise_positions_analyze`. Each array has an entry per
// position, in the order of the positions. An array that is null is not written.
typedef struct setwise_analysis_arrays {
  // The size of this structure in bytes.
  size_t size;
  // The pieces that give check to the side to move.
  uint64_t *checkers;
  // The pieces of the side to move that are pinned to their king.
  uint64_t *pinned;
  // The squares that the king of the side to move must not go to.
  uint64_t *danger;
  // The squares that the pieces of White attack. Pins do not matter.
  uint64_t *attacked_by_white;
  // The squares that the pieces of Black attack. Pins do not matter.
  uint64_t *attacked_by_black;
  // Six numbers per position: the legal moves with pawns, knights, bishops, rooks, queens, king.
  uint32_t *mobility;
  // The number of legal moves.
  uint32_t *legal_moves;
} setwise_analysis_arrays;

// A position: a board for each color and for each role. Bit 0 is a1, bit 7 is h1, bit 63 is h8.
typedef struct setwise_eight_boards {
  // White, Black.
  uint64_t colors[2];
  // Pawns, knights, bishops, rooks, queens, kings, each of both colors.
  uint64_t roles[6];
  // The side to move: 0 White, 1 Black.
  uint32_t turn;
  // Not read.
  uint32_t reserved;
} setwise_eight_boards;

// A position: a board for each piece. Bit 0 is a1, bit 7 is h1, bit 63 is h8.
typedef struct setwise_twelve_boards {
  // Of White, then of Black: pawns, knights, bishops, rooks, queens, kings.
  uint64_t pieces[2][6];
  // The side to move: 0 White, 1 Black.
  uint32_t turn;
  // Not read.
  uint32_t reserved;
} setwise_twelve_boards;

// An array of positions in one of three forms. The pointers of the others are null.
typedef struct setwise_nnue_positions {
  // The size of this structure in bytes.
  size_t size;
  // The number of positions.
  size_t count;
  // The positions as eight boards each, or null.
  const struct setwise_eight_boards *eight;
  // The positions as twelve boards each, or null.
  const struct setwise_twelve_boards *twelve;
  // Checked positions, or null. `count` is their number.
  const struct setwise_positions *checked;
  // The order of the perspectives: a value of `setwise_perspectives`.
  uint32_t perspectives;
  // Not read.
  uint32_t reserved;
} setwise_nnue_positions;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the version of the library, such as `0.1.0`.
const char *setwise_version(void);

#if defined(SETWISE_TEST_PANIC)
// Panics inside, and returns the status of a panic.
int32_t setwise_test_panic(void);
#endif

// Returns the message of the last call of this thread that failed; an empty one if none has
// failed. It is valid until another call of this thread fails, or the thread ends.
const char *setwise_last_error(void);

// Returns the description of a status.
const char *setwise_strerror(int32_t status);

// Writes the initial position of orthodox chess.
//
// `position` is null or points to memory for a position.
int32_t setwise_position_startpos(struct setwise_position *position);

// Reads a position from a FEN, Shredder-FEN or X-FEN.
//
// The text has six fields, or four without the clocks, which in that case are 0 and 1. White space
// separates them, and may surround them. The half-move clock is 0 to 65535, the move number 1 to
// 65535, without leading zeros. The rules are those of `setwise_position_from_setup`. The en
// passant square stays as it is written, even if no pawn can capture there.
//
// A FEN with a single clock or the move number 0, and a line of EPD with operations, are refused.
// Pass only their first four fields.
//
// `fen` is null or points to a text that ends in 0; `position` is null or points to memory for a
// position. During the call no other thread writes to the text or uses the position.
int32_t setwise_position_from_fen(const char *fen, struct setwise_position *position);

// As `setwise_position_from_fen`, for a text of `length` bytes, which need not end in 0.
//
// `fen` is null or points to `length` bytes; `position` is null or points to memory for a
// position. During the call no other thread writes to the text or uses the position.
int32_t setwise_position_from_fen_n(const char *fen, size_t length, struct setwise_position *position);

// Makes a position from its parts. The message of the last error names the rule that is broken:
//
// * Each side has one king. No pawn stands on the first or last rank. No square holds two pieces.
// * The side that is not to move is not in check.
// * A rook with a castling right stands on the first rank of its color together with its king. On
//   each side of the king at most one rook has a right.
// * A pawn can just have passed over the en passant square.
//
// `setup` is null or points to a structure of the size that it begins with; `position` is null or
// points to memory for a position. During the call no other thread writes to them or uses them.
int32_t setwise_position_from_setup(const struct setwise_setup *setup, struct setwise_position *position);

// Writes the parts of a position.
//
// `position` is null or points to a position; `setup` is null or points to memory for a setup.
// During the call no other thread writes to them or uses them.
int32_t setwise_position_to_setup(const struct setwise_position *position, struct setwise_setup *setup);

// Writes the legal moves of a position to a list, in an arbitrary order, the same on all machines.
// A position with more moves than a list holds, which no game reaches, has the status
// `SETWISE_STATUS_NO_ROOM` and an empty list; `setwise_positions_legal_moves` has no such limit.
//
// `position` is null or points to a position, `list` is null or points to memory for a list.
// During the call no other thread writes to them or uses them.
int32_t setwise_position_legal_moves(const struct setwise_position *position, struct setwise_move_list *list);

// Writes the legal captures of a position to a list, including en passant and promotions that
// capture, as `setwise_position_legal_moves` does. Other promotions are not among them.
//
// `position` is null or points to a position, `list` is null or points to memory for a list.
// During the call no other thread writes to them or uses them.
int32_t setwise_position_captures(const struct setwise_position *position, struct setwise_move_list *list);

// Returns the number of legal moves.
//
// `position` is null or points to a position that no other thread writes to during the call.
uint32_t setwise_position_count_legal_moves(const struct setwise_position *position);

// Returns 1 if a move is legal, else 0. Any number is a valid argument.
//
// `position` is null or points to a position that no other thread writes to during the call.
uint32_t setwise_position_is_legal(const struct setwise_position *position, uint16_t wanted);

// Returns the pieces that give check to the side to move.
//
// `position` is null or points to a position that no other thread writes to during the call.
uint64_t setwise_position_checkers(const struct setwise_position *position);

// Returns the pieces of the side to move that are pinned to their king.
//
// `position` is null or points to a position that no other thread writes to during the call.
uint64_t setwise_position_pinned(const struct setwise_position *position);

// Returns the pieces of both colors that attack a square, where `occupied` squares block sliders.
//
// `position` is null or points to a position that no other thread writes to during the call.
uint64_t setwise_position_attackers_to(const struct setwise_position *position, uint32_t square, uint64_t occupied);

// Returns 1 if a legal move gives check, else 0.
//
// `position` is null or points to a position that no other thread writes to during the call.
uint32_t setwise_position_gives_check(const struct setwise_position *position, uint16_t legal);

// Returns the state of the game, a `setwise_game_status`. Mate comes before the other rules,
// and insufficient material before those of 50 and 75 moves. Repetitions are not recognized,
// because they need the earlier positions. The call counts the legal moves, which is too slow for
// each node of a search that lists them anyway.
//
// `position` is null or points to a position that no other thread writes to during the call.
uint32_t setwise_position_status(const struct setwise_position *position);

// Returns the hash key, which moves keep up to date. Positions with the same moves, now and later,
// have the same key: an en passant square counts only if a capture there is legal; clocks do not
// count. It is the same on all machines, and not that of opening books.
//
// `position` is null or points to a position that no other thread writes to during the call.
uint64_t setwise_position_key(const struct setwise_position *position);

// Returns the hash key of the pawns of both colors alone.
//
// `position` is null or points to a position that no other thread writes to during the call.
uint64_t setwise_position_pawn_key(const struct setwise_position *position);

// Returns the hash key of the numbers of pieces by color and role.
//
// `position` is null or points to a position that no other thread writes to during the call.
uint64_t setwise_position_material_key(const struct setwise_position *position);

// Returns the key of opening books in the format of Polyglot.
//
// `position` is null or points to a position that no other thread writes to during the call.
uint64_t setwise_position_polyglot_key(const struct setwise_position *position);

// Writes the position after a move to `next`, which may be the position itself. If the move is not
// legal, the status is `SETWISE_STATUS_ILLEGAL_MOVE`.
//
// `position` is null or points to a position, `next` is null or points to memory for a position.
// During the call no other thread writes to them or uses them.
int32_t setwise_position_play(const struct setwise_position *position, uint16_t wanted, struct setwise_position *next);

// Writes the position after a move that is known to be legal, such as one of a list, to `next`,
// which may be the position itself. After another move the position means nothing.
//
// `position` is null or points to a position, `next` is null or points to memory for a position.
// During the call no other thread writes to them or uses them.
int32_t setwise_position_play_unchecked(const struct setwise_position *position, uint16_t legal, struct setwise_position *next);

// Writes the position after a null move to `next`, which may be the position itself: the other
// side is to move, and nothing can be captured en passant. The clocks advance as after a quiet
// move: one more half-move, and after Black one more move. In check the status is
// `SETWISE_STATUS_ILLEGAL_MOVE`.
//
// `position` is null or points to a position, `next` is null or points to memory for a position.
// During the call no other thread writes to them or uses them.
int32_t setwise_position_null_move(const struct setwise_position *position, struct setwise_position *next);

// Writes the position with the colors exchanged and the board turned upside down to `mirrored`,
// which may be the position itself.
//
// `position` is null or points to a position, `mirrored` is null or points to memory for a
// position. During the call no other thread writes to them or uses them.
int32_t setwise_position_mirror(const struct setwise_position *position, struct setwise_position *mirrored);

// Writes the material that a move wins if both sides capture on its target as long as they gain
// (static exchange evaluation). `values` has the values of pawn, knight, bishop, rook, queen and
// king. If the move is not legal, the status is `SETWISE_STATUS_ILLEGAL_MOVE`.
//
// `position` is null or points to a position, `values` is null or points to six numbers, `won` is
// null or points to a number. During the call no other thread writes to them or uses them.
int32_t setwise_position_exchange_value(const struct setwise_position *position,
                                        uint16_t wanted,
                                        const int32_t *values,
                                        int32_t *won);

// Returns 1 if a legal move wins at least `threshold` by `setwise_position_exchange_value`, else
// 0. That takes less time than the value.
//
// `position` is null or points to a position, `values` is null or points to six numbers. During
// the call no other thread writes to them.
uint32_t setwise_position_exchange_reaches(const struct setwise_position *position,
                                           uint16_t legal,
                                           const int32_t *values,
                                           int32_t threshold);

// Writes the FEN of a position to `fen`, as a text that ends in 0. `capacity` is the number of
// bytes that `fen` has room for. `SETWISE_FEN_SIZE` are always enough. If more are needed, the
// status is `SETWISE_STATUS_NO_ROOM`.
//
// The castling rights are `KQkq` for outermost rooks and else the file of the rook, so that
// `setwise_position_from_fen` reads the same position again.
//
// `position` is null or points to a position, `fen` is null or points to `capacity` bytes. During
// the call no other thread writes to the position or uses the bytes.
int32_t setwise_position_to_fen(const struct setwise_position *position, char *fen, size_t capacity);

// Writes the UCI form of a move, such as `e2e4` or `e7e8q`, as a text that ends in 0.
// `SETWISE_MOVE_SIZE` bytes are always enough. Castling is `e1g1`, and if `chess960` is not 0 the
// king takes its rook: `e1h1`. No move, which is `0000` in UCI, has the status
// `SETWISE_STATUS_ILLEGAL_MOVE`.
//
// `uci` is null or points to `capacity` bytes that no other thread uses during the call.
int32_t setwise_move_uci(uint16_t written, uint32_t chess960, char *uci, size_t capacity);

// Writes the SAN of a legal move, such as `Nf3` or `exd8=Q+`, as a text that ends in 0.
// `SETWISE_MOVE_SIZE` bytes are always enough. If the move is not legal, the status is
// `SETWISE_STATUS_ILLEGAL_MOVE`.
//
// `position` is null or points to a position, `san` is null or points to `capacity` bytes. During
// the call no other thread writes to the position or uses the bytes.
int32_t setwise_position_san(const struct setwise_position *position, uint16_t legal, char *san, size_t capacity);

// Reads a legal move in UCI form. Castling may be the king's move or the king taking its rook. If
// the text is no legal move, the status is `SETWISE_STATUS_BAD_MOVE`. That includes `0000`,
// capital letters, and spaces around the move.
//
// `position` is null or points to a position, `uci` is null or points to a text that ends in 0,
// `found_move` is null or points to a number. During the call no other thread writes to them or
// uses them.
int32_t setwise_position_parse_uci(const struct setwise_position *position, const char *uci, uint16_t *found_move);

// As `setwise_position_parse_uci`, for a text of `length` bytes, which need not end in 0.
//
// `position` is null or points to a position, `uci` is null or points to `length` bytes,
// `found_move` is null or points to a number. During the call no other thread writes to them or
// uses them.
int32_t setwise_position_parse_uci_n(const struct setwise_position *position,
                                     const char *uci,
                                     size_t length,
                                     uint16_t *found_move);

// Reads a legal move in standard algebraic notation (SAN). If the text is no legal move or more
// than one, the status is `SETWISE_STATUS_BAD_MOVE`.
//
// `position` is null or points to a position, `san` is null or points to a text that ends in 0,
// `found_move` is null or points to a number. During the call no other thread writes to them or
// uses them.
int32_t setwise_position_parse_san(const struct setwise_position *position, const char *san, uint16_t *found_move);

// As `setwise_position_parse_san`, for a text of `length` bytes, which need not end in 0.
//
// `position` is null or points to a position, `san` is null or points to `length` bytes,
// `found_move` is null or points to a number. During the call no other thread writes to them or
// uses them.
int32_t setwise_position_parse_san_n(const struct setwise_position *position,
                                     const char *san,
                                     size_t length,
                                     uint16_t *found_move);

// Adds a position that a move is played from, or a null move. If the history is full, the status
// is `SETWISE_STATUS_NO_ROOM`.
//
// `history` is null or points to a history, `position` is null or points to a position. During the
// call no other thread writes to them or uses the history.
int32_t setwise_history_push(struct setwise_history *history, const struct setwise_position *position);

// Returns how often the position after those of the history was on the board before: with the same
// pieces, side to move, castling rights and legal en passant captures. From 2 on a draw can be
// claimed (`setwise_history_is_threefold`). From 4 on, the fifth time, it is a draw.
//
// Repetitions reach over null moves.
//
// `history` is null or points to a history, `current` is null or points to a position. During the
// call no other thread writes to them.
uint32_t setwise_history_repetitions(const struct setwise_history *history, const struct setwise_position *current);

// Returns the number of plies since the position after those of the history was on the board last;
// 0 if it never was. In a search of `ply` plies, a repetition of at most as many lies within the
// line.
//
// `history` is null or points to a history, `current` is null or points to a position. During the
// call no other thread writes to them.
uint32_t setwise_history_plies_to_repetition(const struct setwise_history *history, const struct setwise_position *current);

// Counts the move sequences of a length, at most 64; 1 for depth 0. The number saturates. Without
// options (a null pointer) the count runs on the calling thread; options with 0 threads use all
// cores. If the progress function ends the run, the status is `SETWISE_STATUS_STOPPED`.
//
// `position` is null or points to a position. `options` is null or points to a structure of the
// size that it begins with, whose function may be called from any thread with its context.
// `leaves` is null or points to a number. During the call no other thread writes to them or uses
// them.
int32_t setwise_position_perft(const struct setwise_position *position,
                               uint32_t depth,
                               const struct setwise_perft_options *options,
                               uint64_t *leaves);

// Checks `n` positions, and makes an array of them.
//
// `positions` is null or points to `n` positions, `array` is null or points to a pointer. During
// the call no other thread writes to them or uses them.
int32_t setwise_positions_new(const struct setwise_position *positions, size_t n, struct setwise_positions **array);

// Makes an array of positions from `n` FENs. The message of an error says which is wrong, where.
//
// `fens` is null or points to `n` pointers, each null or to a text that ends in 0. `array` is null
// or points to a pointer. During the call no other thread writes to them or uses them.
int32_t setwise_positions_from_fens(const char *const *fens, size_t n, struct setwise_positions **array);

// Makes an array of positions from `n` setups, by the rules of `setwise_position_from_setup`.
//
// `setups` is null or points to `n` structures of the size that they begin with, `array` is null
// or points to a pointer. During the call no other thread writes to them or uses them.
int32_t setwise_positions_from_setups(const struct setwise_setup *setups, size_t n, struct setwise_positions **array);

// Makes an array of the same positions.
//
// `positions` is null or an array of the library, `copy` is null or points to a pointer. During
// the call no other thread writes to them or uses them.
int32_t setwise_positions_copy(const struct setwise_positions *positions, struct setwise_positions **copy);

// Frees an array. A null pointer is ignored.
//
// `positions` must be null, or an array of the library; do not use it afterwards.
void setwise_positions_free(struct setwise_positions *positions);

// Returns the number of positions of an array.
//
// `positions` is null or an array of the library that no other thread writes to during the call.
size_t setwise_positions_len(const struct setwise_positions *positions);

// Returns a pointer to a position of an array, for the calls for one position; null if there is
// none. It is valid until the array is freed; `setwise_positions_play` changes what it points to.
//
// `positions` is null or an array of the library that no other thread writes to during the call.
const struct setwise_position *setwise_positions_at(const struct setwise_positions *positions, size_t index);

// Checks `n` positions. The message of the last error names the first that is not valid, and the
// rule that it breaks. `setwise_count_legal_moves` and `setwise_analyze` check in the same way.
//
// `positions` is null or points to `n` positions that no other thread writes to during the call.
int32_t setwise_validate_positions(const struct setwise_position *positions, size_t n);

// Checks `n` positions, and writes the number of legal moves of each. An array of checked
// positions (`setwise_positions_count_legal_moves`) saves most of the time.
//
// `positions` is null or points to `n` positions, `counts` is null or points to `n` numbers.
// During the call no other thread writes to the positions or uses the counts.
int32_t setwise_count_legal_moves(const struct setwise_position *positions, uint32_t *counts, size_t n);

// Writes the number of legal moves of each position.
//
// `positions` is null or an array of the library of `n` positions, `counts` is null or points to
// `n` numbers. During the call no other thread writes to the positions or uses the counts.
int32_t setwise_positions_count_legal_moves(const struct setwise_positions *positions, uint32_t *counts, size_t n);

// Writes the number of legal captures of each position.
//
// `positions` is null or an array of the library of `n` positions, `counts` is null or points to
// `n` numbers. During the call no other thread writes to the positions or uses the counts.
int32_t setwise_positions_count_captures(const struct setwise_positions *positions, uint32_t *counts, size_t n);

// Writes three numbers for each position: how many of its legal moves capture, promote, and give
// check. A move may be counted several times. A promotion is four moves.
//
// `positions` is null or an array of the library of `n` positions, `kinds` is null or points to
// `n` times three numbers. During the call no other thread writes to the positions or uses the
// numbers.
int32_t setwise_positions_count_move_kinds(const struct setwise_positions *positions, uint32_t (*kinds)[3], size_t n);

// Writes the hash key of each position (`setwise_position_key`).
//
// `positions` is null or an array of the library of `n` positions, `keys` is null or points to `n`
// numbers. During the call no other thread writes to the positions or uses the keys.
int32_t setwise_positions_keys(const struct setwise_positions *positions, uint64_t *keys, size_t n);

// Writes the pieces that give check to the side to move of each position.
//
// `positions` is null or an array of the library of `n` positions, `checkers` is null or points to
// `n` boards. During the call no other thread writes to the positions or uses the boards.
int32_t setwise_positions_checkers(const struct setwise_positions *positions, uint64_t *checkers, size_t n);

// Writes the state of the game for each position, a `setwise_game_status`.
//
// `positions` is null or an array of the library of `n` positions, `status` is null or points to
// `n` numbers. During the call no other thread writes to the positions or uses the numbers.
int32_t setwise_positions_status(const struct setwise_positions *positions, uint32_t *status, size_t n);

// Writes two boards for each position: the squares that White and Black attack, pins ignored.
//
// `positions` is null or an array of the library of `n` positions, `maps` is null or points to `n`
// pairs of boards. During the call no other thread writes to the positions or uses the boards.
int32_t setwise_positions_attack_maps(const struct setwise_positions *positions, uint64_t (*maps)[2], size_t n);

// Writes 1 for each position in which its move is legal, else 0. Any numbers are valid arguments.
//
// `positions` is null or an array of the library of `n` positions, `moves` and `legal` are null or
// point to `n` numbers. During the call no other thread writes to the positions and the moves or
// uses the answers.
int32_t setwise_positions_is_legal(const struct setwise_positions *positions, const uint16_t *moves, uint8_t *legal, size_t n);

// Writes the material that a move wins in each position (`setwise_position_exchange_value`), and
// `SETWISE_NO_VALUE` for a move that is not legal.
//
// `positions` is null or an array of the library of `n` positions, `moves` and `won` are null or
// point to `n` numbers, `values` is null or points to six. During the call no other thread writes
// to the positions, the moves and the values of pieces or uses the values of moves.
int32_t setwise_positions_exchange_values(const struct setwise_positions *positions,
                                          const uint16_t *moves,
                                          const int32_t *values,
                                          int32_t *won,
                                          size_t n);

// Writes what a move does in each position: the sum of `SETWISE_EFFECT_CAPTURE`, `_PROMOTION` and
// `_CHECK`, or `SETWISE_EFFECT_ILLEGAL`.
//
// `positions` is null or an array of the library of `n` positions, `moves` and `effects` are null
// or point to `n` numbers. During the call no other thread writes to the positions and the moves
// or uses the effects.
int32_t setwise_positions_move_effects(const struct setwise_positions *positions,
                                       const uint16_t *moves,
                                       uint8_t *effects,
                                       size_t n);

// Plays a move in each position of an array, which gets the positions after them. 0 leaves one as
// it is. If a move is not legal, the status is `SETWISE_STATUS_ILLEGAL_MOVE` and none changes.
//
// `positions` is null or an array of the library of `n` positions, `moves` is null or points to
// `n` numbers. During the call no other thread uses the positions or writes to the moves.
int32_t setwise_positions_play(struct setwise_positions *positions, const uint16_t *moves, size_t n);

// Writes the legal moves of all positions. The moves of position i are the entries `offsets[i]` to
// `offsets[i + 1]` of `moves`, in an arbitrary order that is the same on all machines. There
// is one more offset than positions. `capacity` is the number of moves that `moves` has room for.
// If more are needed, the status is `SETWISE_STATUS_NO_ROOM`; the sum of the numbers of
// `setwise_positions_count_legal_moves` is enough.
//
// `positions` is null or an array of the library of `n` positions, `offsets` is null or points to
// `n + 1` numbers, `moves` is null or points to `capacity` numbers. During the call no other
// thread writes to the positions or uses the offsets and the moves.
int32_t setwise_positions_legal_moves(const struct setwise_positions *positions,
                                      size_t *offsets,
                                      uint16_t *moves,
                                      size_t capacity,
                                      size_t n);

// Checks `n` positions, and writes checks, pins, attacks and mobility of each.
//
// `positions` is null or points to `n` positions. `out` is null or points to a structure of the
// size that it begins with. Its pointers are null or point to as many numbers as it describes.
// During the call no other thread writes to the positions and the structure or uses the numbers.
int32_t setwise_analyze(const struct setwise_position *positions, const struct setwise_analysis_arrays *out, size_t n);

// Writes checks, pins, attacks and mobility of each position.
//
// `positions` is null or an array of the library of `n` positions. `out` is null or points to a
// structure of the size that it begins with. Its pointers are null or point to as many numbers as
// it describes. During the call no other thread writes to the positions and the structure or uses
// the numbers.
int32_t setwise_positions_analyze(const struct setwise_positions *positions, const struct setwise_analysis_arrays *out, size_t n);

// Writes to `out` the squares that the sliders of one position attack, all eight directions
// united. `orthogonal` has the rooks and queens, `diagonal` the bishops and queens, `occupied` all
// pieces; the sliders count as occupied in any case. The first piece on each ray is included.
//
// `out` is null or points to one board.
int32_t setwise_attacks(uint64_t orthogonal, uint64_t diagonal, uint64_t occupied, uint64_t *out);

// Writes to `out` the squares that the sliders of one position attack, as eight boards in the
// order of `setwise_direction`.
//
// `out` is null or points to eight boards.
int32_t setwise_ray_attacks(uint64_t orthogonal, uint64_t diagonal, uint64_t occupied, uint64_t *out);

// Writes to `out` the squares that `generators` reach over `propagators` in one direction, a value
// of `setwise_direction`. Generators are included, blockers are not.
//
// `out` is null or points to one board.
int32_t setwise_occluded_fill(uint64_t generators, uint64_t propagators, uint32_t direction, uint64_t *out);

// Computes `setwise_attacks` for `n` positions: `out[i]` is for board `i` of each input.
//
// Each pointer is null or points to `n` boards. During the call no other thread writes to the
// inputs or uses the output.
int32_t setwise_batch_attacks(const uint64_t *orthogonal,
                              const uint64_t *diagonal,
                              const uint64_t *occupied,
                              uint64_t *out,
                              size_t n);

// Computes `setwise_ray_attacks` for `n` positions: `out[d][i]` is direction `d` of position `i`.
// `out` is an array of eight pointers.
//
// Each pointer is null or points to `n` boards; `out` is null or points to eight such pointers.
// During the call no other thread writes to the inputs or uses the outputs.
int32_t setwise_batch_ray_attacks(const uint64_t *orthogonal,
                                  const uint64_t *diagonal,
                                  const uint64_t *occupied,
                                  uint64_t *const *out,
                                  size_t n);

// Computes `setwise_occluded_fill` for `n` pairs of boards: `out[i]` is for pair `i`.
//
// Each pointer is null or points to `n` boards. During the call no other thread writes to the
// inputs or uses the output.
int32_t setwise_batch_occluded_fill(const uint64_t *generators,
                                    const uint64_t *propagators,
                                    uint32_t direction,
                                    uint64_t *out,
                                    size_t n);

// Writes the squares that the sliders of `n` positions attack through the first blocker of a given
// set, all directions united: `out[i]` is for board `i` of each input.
//
// A ray counts if its first occupied square is one of the `blockers`. The result is the empty
// squares behind that square, and the next occupied square. Blockers of the same side give
// batteries and discovered attacks, those of the other side pins and skewers.
//
// Each pointer is null or points to `n` boards. During the call no other thread writes to the
// inputs or uses the output.
int32_t setwise_batch_xray_attacks(const uint64_t *orthogonal,
                                   const uint64_t *diagonal,
                                   const uint64_t *occupied,
                                   const uint64_t *blockers,
                                   uint64_t *out,
                                   size_t n);

// Returns the number of piece-wise systems of this build: one, or all with the feature
// `all-systems`, of which one needs AVX2. A system computes the attacks of one slider at a time.
// All systems give the same results; they differ in speed and in the size of their tables. Systems
// are numbered from 0.
uint32_t setwise_piecewise_count(void);

// Returns the number of the default system, which is among the fastest on every CPU measured.
uint32_t setwise_piecewise_best(void);

// Writes the name of a system. The text is valid until the program ends.
//
// `name` is null or points to a pointer.
int32_t setwise_piecewise_name(uint32_t system, const char **name);

// Writes the number of the system of a name, such as `hyperbola-quintessence`.
//
// `name` is null or points to a text that ends in 0; `system` is null or points to a number.
int32_t setwise_piecewise_named(const char *name, uint32_t *system);

// Writes to `out` the squares that one piece attacks. `kind` is a value of `setwise_piece_kind`,
// `square` is 0 (a1) to 63 (h8). The first piece on each ray is included, whatever its color. The
// bit of the own square in `occupied` makes no difference.
//
// `out` is null or points to one board.
int32_t setwise_piece_attacks(uint32_t system, uint32_t kind, uint32_t square, uint64_t occupied, uint64_t *out);

// Computes `setwise_piece_attacks` for `n` pieces of one kind: `out[i]` is for a piece on
// `squares[i]` with `occupied[i]`.
//
// Each pointer is null or points to `n` squares or boards. During the call no other thread writes
// to the inputs or uses the output.
int32_t setwise_batch_piece_attacks(uint32_t system,
                                    uint32_t kind,
                                    const uint8_t *squares,
                                    const uint64_t *occupied,
                                    uint64_t *out,
                                    size_t n);

// Computes `setwise_attacks` with a piece-wise system, one slider after the other.
//
// `out` is null or points to one board.
int32_t setwise_piecewise_attacks(uint32_t system, uint64_t orthogonal, uint64_t diagonal, uint64_t occupied, uint64_t *out);

// Computes `setwise_ray_attacks` with a piece-wise system, one slider after the other.
//
// `out` is null or points to eight boards.
int32_t setwise_piecewise_ray_attacks(uint32_t system, uint64_t orthogonal, uint64_t diagonal, uint64_t occupied, uint64_t *out);

// Computes `setwise_batch_attacks` with a piece-wise system, one slider after the other.
//
// Each pointer is null or points to `n` boards. During the call no other thread writes to the
// inputs or uses the output.
int32_t setwise_piecewise_batch_attacks(uint32_t system,
                                        const uint64_t *orthogonal,
                                        const uint64_t *diagonal,
                                        const uint64_t *occupied,
                                        uint64_t *out,
                                        size_t n);

// Computes `setwise_batch_ray_attacks` with a piece-wise system, one slider after the other.
//
// Each pointer is null or points to `n` boards; `out` is null or points to eight such pointers.
// During the call no other thread writes to the inputs or uses the outputs.
int32_t setwise_piecewise_batch_ray_attacks(uint32_t system,
                                            const uint64_t *orthogonal,
                                            const uint64_t *diagonal,
                                            const uint64_t *occupied,
                                            uint64_t *const *out,
                                            size_t n);

// Returns the number of kernels of this build, supported by the CPU or not.
size_t setwise_kernel_count(void);

// Writes the name of kernel `index`, such as `avx512/sliced`, valid until the program ends.
//
// `name` is null or points to a pointer.
int32_t setwise_kernel_name(size_t index, const char **name);

// Writes 1 if the CPU has the instructions of the kernel of a name, 0 if not.
//
// `name` is null or points to a text that ends in 0; `supported` is null or points to a number.
int32_t setwise_kernel_is_supported(const char *name, uint32_t *supported);

// Returns the number of entry points.
size_t setwise_entry_point_count(void);

// Writes the name of entry point `index`: that of its function without `setwise_`, such as
// `batch_attacks`. The text is valid until the program ends.
//
// `name` is null or points to a pointer.
int32_t setwise_entry_point_name(size_t index, const char **name);

// Writes the name of the kernel that runs a call of `entry_point` for `n` positions. The text is
// valid until the program ends.
//
// The first call of an entry point or of this function selects the kernels, by the CPU's features.
//
// `entry_point` is null or points to a text that ends in 0; `name` is null or points to a pointer.
int32_t setwise_selected_kernel(const char *entry_point, size_t n, const char **name);

// Forces the level of a name, such as `avx2`, for all functions, or the level of a kernel, such as
// `avx2/sliced`, and the kernel for every call that it has. Call this function before all others.
// If the kernels are already selected, the status is `SETWISE_STATUS_TOO_LATE`; if the CPU lacks
// instructions of the kernel, it is `SETWISE_STATUS_UNSUPPORTED`; if the library was built without
// the kernel, it is `SETWISE_STATUS_NOT_IN_BUILD`.
//
// `name` is null or points to a text that ends in 0.
int32_t setwise_select_kernel(const char *name);

// Forces the level or the kernel that the environment variable `SETWISE_KERNEL` names, as
// `setwise_select_kernel` does, and writes its name. Writes a null pointer if the variable is not
// set or empty. No other function reads the environment.
//
// `name` is null or points to a pointer. No other thread changes the environment during the call,
// as for `getenv`.
int32_t setwise_select_kernel_from_env(const char **name);

// Returns the name of the level that the NNUE functions use on this CPU, such as `avx512` or
// `scalar`. The text is valid until the program ends.
const char *setwise_nnue_level(void);

// Writes the number of a set, found by its name, such as `full-threats`.
//
// `name` is null or points to a text that ends in 0; `set` is null or points to a number.
int32_t setwise_nnue_set_named(const char *name, uint32_t *set);

// Writes the number of features of a set.
//
// `size` is null or points to a number.
int32_t setwise_nnue_size(uint32_t set, uint32_t *size);

// Writes a number of features per perspective that no position exceeds. Rows of games need fewer.
//
// `max_active` is null or points to a number.
int32_t setwise_nnue_max_active(uint32_t set, size_t *max_active);

// Writes the number of features per perspective of each position, the same for both perspectives.
//
// `positions` is null or points to a structure as it is described, with positions; no other thread
// may write to them during the call. `counts` points to as many numbers as there are positions,
// for this call alone.
int32_t setwise_nnue_count(uint32_t set, const struct setwise_nnue_positions *positions, uint32_t *counts);

// Writes rows of equal length, in the layout of nnue-pytorch's batches: row i of a perspective
// begins at entry `i * stride`, has the indices of the features of position i, then -1. After
// [`Status::RowTooShort`] the contents of the rows are unspecified.
//
// `positions` is null or points to a structure as it is described, with positions; no other thread
// may write to them during the call. `first` and `second` point to `stride` numbers for each
// position, for this call alone.
int32_t setwise_nnue_pad(uint32_t set,
                         const struct setwise_nnue_positions *positions,
                         int32_t *first,
                         int32_t *second,
                         size_t stride);

// Writes rows without gaps (compressed sparse rows). The features of position i are the entries
// `offsets[i]` to `offsets[i + 1]` of `first`, and as many of `second`. There is one more offset
// than positions. `capacity` is the number of entries that `first` and `second` have room for. If
// more are needed, the status is `SETWISE_STATUS_NO_ROOM`; the sum of the numbers of
// `setwise_nnue_count` is enough.
//
// `positions` is null or points to a structure as it is described, with positions; no other thread
// may write to them during the call. `offsets` points to one more number than there are positions,
// `first` and `second` to `capacity` numbers, for this call alone.
int32_t setwise_nnue_csr(uint32_t set,
                         const struct setwise_nnue_positions *positions,
                         size_t *offsets,
                         uint32_t *first,
                         uint32_t *second,
                         size_t capacity);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#ifdef __cplusplus
#define SETWISE_U32(number) static_cast<uint32_t>(number)
#else
#define SETWISE_U32(number) ((uint32_t)(number))
#endif

// The contents of a position, by functions that the compiler inlines. Squares are 0 (a1) to 63 (h8). Colors and roles are those of setwise_color and
// setwise_role.

// The side to move.
static inline uint32_t setwise_position_turn(const setwise_position *position) {
    return SETWISE_U32(position->state >> 24 & 1);
}

// All pieces.
static inline uint64_t setwise_position_occupied(const setwise_position *position) {
    return position->planes[0] | position->planes[1] | position->planes[2];
}

// The pieces of a color.
static inline uint64_t setwise_position_by_color(const setwise_position *position, uint32_t color) {
    return setwise_position_occupied(position) & (color == 0 ? ~position->planes[3] : position->planes[3]);
}

// The pieces of a role, of both colors; none for another number.
static inline uint64_t setwise_position_by_role(const setwise_position *position, uint32_t role) {
    const uint64_t a = position->planes[0], b = position->planes[1], c = position->planes[2];
    switch (role) {
        case SETWISE_ROLE_PAWN: return a & ~(b | c);
        case SETWISE_ROLE_KNIGHT: return a & b;
        case SETWISE_ROLE_BISHOP: return b & ~(a | c);
        case SETWISE_ROLE_ROOK: return c & ~(a | b);
        case SETWISE_ROLE_QUEEN: return b & c;
        case SETWISE_ROLE_KING: return a & c;
        default: return 0;
    }
}

// The code of the piece on a square, as in setwise_position; 0 for none.
static inline uint32_t setwise_position_code_on(const setwise_position *position, uint32_t square) {
    const uint64_t *planes = position->planes;
    return SETWISE_U32((planes[0] >> (square & 63) & 1) | (planes[1] >> (square & 63) & 1) << 1 |
                       (planes[2] >> (square & 63) & 1) << 2 | (planes[3] >> (square & 63) & 1) << 3);
}

// The role of a code of either color, or of the piece that a promotion of this kind makes; SETWISE_ROLE_NONE for code 0.
static inline uint32_t setwise_code_role(uint32_t code) {
    return 0x64531206u >> 4 * (code & 7) & 7; // a digit for each code, the last one for 0
}

// The role of the piece on a square; SETWISE_ROLE_NONE for none.
static inline uint32_t setwise_position_role_on(const setwise_position *position, uint32_t square) {
    return setwise_code_role(setwise_position_code_on(position, square));
}

// The rooks of both colors that have castling rights.
static inline uint64_t setwise_position_castling(const setwise_position *position) {
    return (position->state & 0xff) | position->state >> 8 << 56;
}

// The square that a pawn has just passed with a double push, whether or not it can be captured there; 0 for none.
static inline uint32_t setwise_position_en_passant(const setwise_position *position) {
    return SETWISE_U32(position->state >> 16 & 63);
}

// The number of half-moves since the last capture or pawn move.
static inline uint32_t setwise_position_halfmoves(const setwise_position *position) {
    return SETWISE_U32(position->state >> 32 & 0xffff);
}

// The number of the move: 1 at the beginning, one more after each move of Black.
static inline uint32_t setwise_position_fullmove(const setwise_position *position) {
    return SETWISE_U32(position->state >> 48);
}

// The source of a move; for castling the square of the king.
static inline uint32_t setwise_move_source(uint16_t move) { return move >> 6 & 63u; }

// The target of a move; for castling the square of the rook.
static inline uint32_t setwise_move_target(uint16_t move) { return move & 63u; }

// The kind of a move: a SETWISE_MOVE_KIND_...
static inline uint32_t setwise_move_kind(uint16_t move) { return SETWISE_U32(move) >> 12; }

// The code of the piece that a legal move captures, for en passant that of the pawn; 0 for none, as for castling.
static inline uint32_t setwise_position_captured(const setwise_position *position, uint16_t move) {
    switch (setwise_move_kind(move)) {
        case SETWISE_MOVE_KIND_CASTLING: return 0;
        case SETWISE_MOVE_KIND_EN_PASSANT: return setwise_position_turn(position) == SETWISE_COLOR_WHITE ? 9 : 1;
        default: return setwise_position_code_on(position, setwise_move_target(move));
    }
}

// Whether the position after those of the history is there for the third time at least: a draw can be claimed.
static inline int setwise_history_is_threefold(const setwise_history *history, const setwise_position *current) {
    return setwise_history_repetitions(history, current) >= 2;
}

#undef SETWISE_U32

#endif  /* SETWISE_H */
