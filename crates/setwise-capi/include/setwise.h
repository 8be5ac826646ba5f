// The C interface of setwise. Written by cbindgen: UPDATE_HEADER=1 cargo test -p setwise-capi --test header

#ifndef SETWISE_H
#define SETWISE_H

#include <stddef.h>
#include <stdint.h>

// Functions that can fail return a setwise_status: 0, or a positive code. Nothing is written then, except the message of
// setwise_last_error. A null pointer is an error, unless it stands for no elements. Outputs must not overlap each other or the
// inputs. All functions may be called from several threads at once.

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
  // A position has no features in this set, because it has no king for example.
  SETWISE_STATUS_BAD_POSITION = 4,
  // A position has more features than a row has entries.
  SETWISE_STATUS_ROW_TOO_SHORT = 5,
  // The rows need more entries than there is room for.
  SETWISE_STATUS_NO_ROOM = 6,
  // An output overlaps another output or an input.
  SETWISE_STATUS_OVERLAP = 7,
  // An array would be larger than the address space.
  SETWISE_STATUS_TOO_LARGE = 8,
  // There is no set of this name.
  SETWISE_STATUS_UNKNOWN_NAME = 9,
  // The library has a bug: it panicked.
  SETWISE_STATUS_PANIC = 10,
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

// Returns the name of the instruction set that the functions use on this CPU, such as `avx512` or `scalar`.
const char *setwise_kernel_name(void);

#if defined(SETWISE_TEST_PANIC)
// Panics inside, and returns the status of a panic.
int32_t setwise_test_panic(void);
#endif

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

// Writes a number of features per perspective that no position exceeds. Rows of games need far fewer entries.
//
// # Safety
// `max_active` is null or points to a number.
int32_t setwise_nnue_max_active(uint32_t set, size_t *max_active);

// Writes the number of features per perspective of each position to `counts`. Both perspectives have the same number.
//
// # Safety
// `positions` is null or points to a structure as it is described, with positions that nobody changes during the call. `counts` points
// to as many numbers as there are positions, for this call alone.
int32_t setwise_nnue_count(uint32_t set,
                           const struct setwise_positions *positions,
                           uint32_t *counts);

// Writes rows of equal length, in the layout of nnue-pytorch's batches: row i of a perspective begins at entry `i * stride`, has the
// indices of the features of position i, and then -1 up to its end.
//
// # Safety
// `positions` is null or points to a structure as it is described, with positions that nobody changes during the call. `first` and
// `second` point to `stride` numbers for each position, for this call alone.
int32_t setwise_nnue_pad(uint32_t set,
                         const struct setwise_positions *positions,
                         int32_t *first,
                         int32_t *second,
                         size_t stride);

// Writes rows without gaps (compressed sparse rows). The features of position i are the entries `offsets[i]` to `offsets[i + 1]` of
// `first`, and as many of `second`. There is one more offset than positions. `capacity` is the number of entries that `first` and
// `second` have room for. If more are needed, the status is `SETWISE_STATUS_NO_ROOM`; the sum of what `setwise_nnue_count` writes
// is enough.
//
// # Safety
// `positions` is null or points to a structure as it is described, with positions that nobody changes during the call. `offsets` points
// to one more number than there are positions, `first` and `second` to `capacity` numbers, for this call alone.
int32_t setwise_nnue_csr(uint32_t set,
                         const struct setwise_positions *positions,
                         size_t *offsets,
                         uint32_t *first,
                         uint32_t *second,
                         size_t capacity);

// Returns the message of the last call of this thread that failed; an empty one if none has failed. It is valid until another call
// of this thread fails.
const char *setwise_last_error(void);

// Returns the description of a status.
const char *setwise_strerror(int32_t status);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SETWISE_H */
