// The C interface of setwise. Written by cbindgen: UPDATE_HEADER=1 cargo test -p setwise-capi --test header

#ifndef SETWISE_H
#define SETWISE_H

#include <stddef.h>
#include <stdint.h>

// Functions that can fail return a setwise_status: 0, or a positive code. Nothing is written then, except the message of
// setwise_last_error. The other functions return 0 or an empty text if the library has a bug. A null pointer is an error, unless it
// stands for no elements. Outputs must not overlap each other or the inputs. All functions may be called from several threads at once.
// During a call, no other thread may write to its inputs or use its outputs.

// What became of a call.
enum setwise_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The call has done its work.
  SETWISE_STATUS_OK = 0,
  // A pointer is null or not aligned.
  SETWISE_STATUS_BAD_POINTER = 1,
  // The size of a structure is not the one that this version of the library knows.
  SETWISE_STATUS_WRONG_SIZE = 2,
  // A number stands for no value of its enumeration.
  SETWISE_STATUS_UNKNOWN_VALUE = 3,
  // A position breaks a rule, or has no features in this set. The message says which rule.
  SETWISE_STATUS_BAD_POSITION = 4,
  // A position has more features than a row has entries.
  SETWISE_STATUS_ROW_TOO_SHORT = 5,
  // An output needs more entries than there is room for.
  SETWISE_STATUS_NO_ROOM = 6,
  // An output overlaps another output or an input.
  SETWISE_STATUS_OVERLAP = 7,
  // An array would be larger than the address space.
  SETWISE_STATUS_TOO_LARGE = 8,
  // There is no set, kernel, entry point or piece-wise system of this name.
  SETWISE_STATUS_UNKNOWN_NAME = 9,
  // The library has a bug: it panicked.
  SETWISE_STATUS_PANIC = 10,
  // The CPU lacks instructions of the kernel.
  SETWISE_STATUS_UNSUPPORTED = 11,
  // A kernel cannot be forced, as the kernels are already selected.
  SETWISE_STATUS_TOO_LATE = 12,
  // A text is not a FEN.
  SETWISE_STATUS_BAD_FEN = 13,
  // The memory for intermediate results is not available.
  SETWISE_STATUS_OUT_OF_MEMORY = 14,
  // The library was built without the kernel or the piece-wise system of this name. The message
  // names the feature that has it.
  SETWISE_STATUS_NOT_IN_BUILD = 15,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum setwise_status setwise_status;
#else
typedef int32_t setwise_status;
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

// A position with everything that legal moves depend on. Bit 0 is a1, bit 7 is h1, bit 63 is h8.
typedef struct setwise_position {
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
} setwise_position;

// The outputs of `setwise_analyze`. Each array has an entry per position, in the order of the
// positions. An array that is null is not written.
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
  // Six numbers per position: the legal moves with pawns, knights, bishops, rooks, queens and
  // the king.
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

// An array of positions.
typedef struct setwise_positions {
  // The size of this structure in bytes.
  size_t size;
  // The number of positions.
  size_t count;
  // The positions, or null if `twelve` has them.
  const struct setwise_eight_boards *eight;
  // The positions, or null if `eight` has them.
  const struct setwise_twelve_boards *twelve;
  // The order of the perspectives: a value of `setwise_perspectives`.
  uint32_t perspectives;
  // Not read.
  uint32_t reserved;
} setwise_positions;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the version of the library, such as `0.1.0`.
const char *setwise_version(void);

// Returns the name of the level that the NNUE functions use on this CPU, such as `avx512` or
// `scalar`. The text is valid until the program ends.
const char *setwise_nnue_level(void);

#if defined(SETWISE_TEST_PANIC)
// Panics inside, and returns the status of a panic.
int32_t setwise_test_panic(void);
#endif

// Writes to `out` the squares that the sliders of one position attack, all eight directions
// united. `orthogonal` has the rooks and queens, `diagonal` the bishops and queens, `occupied` all
// pieces; the sliders count as occupied in any case. The first piece on each ray is included,
// whatever its color.
//
// # Safety
// `out` is null or points to one board.
int32_t setwise_attacks(uint64_t orthogonal, uint64_t diagonal, uint64_t occupied, uint64_t *out);

// Writes to `out` the squares that the sliders of one position attack, as eight boards in the
// order of `setwise_direction`.
//
// # Safety
// `out` is null or points to eight boards.
int32_t setwise_ray_attacks(uint64_t orthogonal, uint64_t diagonal, uint64_t occupied, uint64_t *out);

// Writes to `out` the squares that `generators` reach over `propagators` in one direction, a value
// of `setwise_direction`. Generators are included, blockers are not.
//
// # Safety
// `out` is null or points to one board.
int32_t setwise_occluded_fill(uint64_t generators, uint64_t propagators, uint32_t direction, uint64_t *out);

// Computes `setwise_attacks` for `n` positions: `out[i]` is for board `i` of each input.
//
// # Safety
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
// # Safety
// Each pointer is null or points to `n` boards; `out` is null or points to eight such pointers.
// During the call no other thread writes to the inputs or uses the outputs.
int32_t setwise_batch_ray_attacks(const uint64_t *orthogonal,
                                  const uint64_t *diagonal,
                                  const uint64_t *occupied,
                                  uint64_t *const *out,
                                  size_t n);

// Computes `setwise_occluded_fill` for `n` pairs of boards: `out[i]` is for `generators[i]` and
// `propagators[i]`.
//
// # Safety
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
// squares behind that square, and the next occupied square. The pieces of the same side as
// blockers give batteries and discovered attacks. The pieces of the other side give pins and
// skewers.
//
// # Safety
// Each pointer is null or points to `n` boards. During the call no other thread writes to the
// inputs or uses the output.
int32_t setwise_batch_xray_attacks(const uint64_t *orthogonal,
                                   const uint64_t *diagonal,
                                   const uint64_t *occupied,
                                   const uint64_t *blockers,
                                   uint64_t *out,
                                   size_t n);

// Returns the number of kernels of this build, supported by the CPU or not.
size_t setwise_kernel_count(void);

// Writes the name of kernel `index`, such as `avx512/sliced`. The text is valid until the program
// ends.
//
// # Safety
// `name` is null or points to a pointer.
int32_t setwise_kernel_name(size_t index, const char **name);

// Writes 1 if the CPU has the instructions of the kernel of a name, 0 if not.
//
// # Safety
// `name` is null or points to a text that ends in 0; `supported` is null or points to a number.
int32_t setwise_kernel_is_supported(const char *name, uint32_t *supported);

// Returns the number of entry points.
size_t setwise_entry_point_count(void);

// Writes the name of entry point `index`: that of its function without `setwise_`, such as
// `batch_attacks`. The text is valid until the program ends.
//
// # Safety
// `name` is null or points to a pointer.
int32_t setwise_entry_point_name(size_t index, const char **name);

// Writes the name of the kernel that serves a call of `entry_point` for `n` positions. The text is
// valid until the program ends.
//
// The first call of an entry point or of this function selects the kernels, from the features of
// the CPU.
//
// # Safety
// `entry_point` is null or points to a text that ends in 0; `name` is null or points to a pointer.
int32_t setwise_selected_kernel(const char *entry_point, size_t n, const char **name);

// Forces the kernel of a name for every call that it serves. The functions for legal moves use its
// level. Call this function before all others. If the kernels are already selected, the status is
// `SETWISE_STATUS_TOO_LATE`; if the CPU lacks instructions of the kernel, it is
// `SETWISE_STATUS_UNSUPPORTED`; if the library was built without the kernel, it is
// `SETWISE_STATUS_NOT_IN_BUILD`.
//
// # Safety
// `name` is null or points to a text that ends in 0.
int32_t setwise_select_kernel(const char *name);

// Forces the kernel that the environment variable `SETWISE_KERNEL` names, as
// `setwise_select_kernel` does, and writes its name. Writes a null pointer if the variable is not
// set or empty. No other function reads the environment.
//
// # Safety
// `name` is null or points to a pointer. No other thread changes the environment during the call,
// as for `getenv`.
int32_t setwise_select_kernel_from_env(const char **name);

// Reads a position from a FEN, Shredder-FEN or X-FEN. The caller sets the field `size` of
// `position` before the call.
//
// # Safety
// `fen` is null or points to a text that ends in 0; `position` is null or points to a structure of
// the size that it begins with. During the call no other thread writes to the text or uses the
// structure.
int32_t setwise_position_from_fen(const char *fen, struct setwise_position *position);

// Writes the FEN of a position to `fen`, as a text that ends in 0. `capacity` is the number of
// bytes that `fen` has room for. 96 are always enough. If more are needed, the status is
// `SETWISE_STATUS_NO_ROOM`.
//
// The castling rights are `KQkq` for outermost rooks and else the file of the rook, so that
// `setwise_position_from_fen` reads the same position again.
//
// # Safety
// `position` is null or points to a structure of the size that it begins with. `fen` is null or
// points to `capacity` bytes. During the call no other thread writes to the position or uses the
// bytes.
int32_t setwise_position_to_fen(const struct setwise_position *position, char *fen, size_t capacity);

// Checks `n` positions. The message of the last error names the first one that is not valid, and
// the rule that it breaks. `setwise_count_legal_moves` and `setwise_analyze` check their positions
// in the same way.
//
// * Each side has exactly one king. No pawn stands on the first or last rank. No square holds two
//   pieces.
// * The side that is not to move is not in check.
// * A rook with a castling right stands on the first rank of its color together with its king. On
//   each side of the king at most one rook has a right.
// * A pawn can just have passed over the en passant square.
//
// # Safety
// `positions` is null or points to `n` structures of the size that they begin with, which no other
// thread writes to during the call.
int32_t setwise_validate_positions(const struct setwise_position *positions, size_t n);

// Writes the number of legal moves of each of `n` positions.
//
// # Safety
// `positions` is null or points to `n` structures of the size that they begin with. `counts` is
// null or points to `n` numbers. During the call no other thread writes to the positions or uses
// the counts.
int32_t setwise_count_legal_moves(const struct setwise_position *positions, uint32_t *counts, size_t n);

// Writes checks, pins, attacks and mobility of each of `n` positions.
//
// # Safety
// `positions` is null or points to `n` structures of the size that they begin with. `out` is null
// or points to a structure of the size that it begins with. Its pointers are null or point to as
// many numbers as it describes. During the call no other thread writes to the positions and the
// structure or uses the numbers.
int32_t setwise_analyze(const struct setwise_position *positions, const struct setwise_analysis_arrays *out, size_t n);

// Writes the number of a set, found by its name, such as `full-threats`.
//
// # Safety
// `name` is null or points to a text that ends in 0; `set` is null or points to a number.
int32_t setwise_nnue_set_named(const char *name, uint32_t *set);

// Writes the number of features of a set.
//
// # Safety
// `size` is null or points to a number.
int32_t setwise_nnue_size(uint32_t set, uint32_t *size);

// Writes a number of features per perspective that no position exceeds. Rows of games need far
// fewer entries.
//
// # Safety
// `max_active` is null or points to a number.
int32_t setwise_nnue_max_active(uint32_t set, size_t *max_active);

// Writes the number of features per perspective of each position to `counts`. Both perspectives
// have the same number.
//
// # Safety
// `positions` is null or points to a structure as it is described, with positions that nobody
// changes during the call. `counts` points to as many numbers as there are positions, for this
// call alone.
int32_t setwise_nnue_count(uint32_t set, const struct setwise_positions *positions, uint32_t *counts);

// Writes rows of equal length, in the layout of nnue-pytorch's batches: row i of a perspective
// begins at entry `i * stride`, has the indices of the features of position i, and then -1 up to
// its end.
//
// # Safety
// `positions` is null or points to a structure as it is described, with positions that nobody
// changes during the call. `first` and `second` point to `stride` numbers for each position, for
// this call alone.
int32_t setwise_nnue_pad(uint32_t set, const struct setwise_positions *positions, int32_t *first, int32_t *second, size_t stride);

// Writes rows without gaps (compressed sparse rows). The features of position i are the entries
// `offsets[i]` to `offsets[i + 1]` of `first`, and as many of `second`. There is one more offset
// than positions. `capacity` is the number of entries that `first` and `second` have room for. If
// more are needed, the status is `SETWISE_STATUS_NO_ROOM`; the sum of what `setwise_nnue_count`
// writes is enough.
//
// # Safety
// `positions` is null or points to a structure as it is described, with positions that nobody
// changes during the call. `offsets` points to one more number than there are positions, `first`
// and `second` to `capacity` numbers, for this call alone.
int32_t setwise_nnue_csr(uint32_t set,
                         const struct setwise_positions *positions,
                         size_t *offsets,
                         uint32_t *first,
                         uint32_t *second,
                         size_t capacity);

// Returns the number of piece-wise systems of this build: one, or all with the feature
// `all-systems`. A system computes the attacks of one slider at a time. All systems give the same
// results; they differ in speed and in the size of their tables. Systems are numbered from 0.
uint32_t setwise_piecewise_count(void);

// Returns the number of the default system, which is among the fastest on every CPU measured.
uint32_t setwise_piecewise_best(void);

// Writes the name of a system. The text is valid until the program ends.
//
// # Safety
// `name` is null or points to a pointer.
int32_t setwise_piecewise_name(uint32_t system, const char **name);

// Writes the number of the system of a name, such as `hyperbola-quintessence`.
//
// # Safety
// `name` is null or points to a text that ends in 0; `system` is null or points to a number.
int32_t setwise_piecewise_named(const char *name, uint32_t *system);

// Writes to `out` the squares that one piece attacks. `kind` is a value of `setwise_piece_kind`,
// `square` is 0 (a1) to 63 (h8). The first piece on each ray is included, whatever its color. The
// bit of the own square in `occupied` makes no difference.
//
// # Safety
// `out` is null or points to one board.
int32_t setwise_piece_attacks(uint32_t system, uint32_t kind, uint32_t square, uint64_t occupied, uint64_t *out);

// Computes `setwise_piece_attacks` for `n` pieces of one kind: `out[i]` is for a piece on
// `squares[i]` with `occupied[i]`.
//
// # Safety
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
// # Safety
// `out` is null or points to one board.
int32_t setwise_piecewise_attacks(uint32_t system, uint64_t orthogonal, uint64_t diagonal, uint64_t occupied, uint64_t *out);

// Computes `setwise_ray_attacks` with a piece-wise system, one slider after the other.
//
// # Safety
// `out` is null or points to eight boards.
int32_t setwise_piecewise_ray_attacks(uint32_t system, uint64_t orthogonal, uint64_t diagonal, uint64_t occupied, uint64_t *out);

// Computes `setwise_batch_attacks` with a piece-wise system, one slider after the other.
//
// # Safety
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
// # Safety
// Each pointer is null or points to `n` boards; `out` is null or points to eight such pointers.
// During the call no other thread writes to the inputs or uses the outputs.
int32_t setwise_piecewise_batch_ray_attacks(uint32_t system,
                                            const uint64_t *orthogonal,
                                            const uint64_t *diagonal,
                                            const uint64_t *occupied,
                                            uint64_t *const *out,
                                            size_t n);

// Returns the message of the last call of this thread that failed; an empty one if none has
// failed. It is valid until another call of this thread fails, or the thread ends.
const char *setwise_last_error(void);

// Returns the description of a status.
const char *setwise_strerror(int32_t status);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SETWISE_H */
