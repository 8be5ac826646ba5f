// Batches of network inputs for trainers, from training data files (binpack, viriformat, bulletformat, marlinformat, bullet text, EPD, PGN). C11, and C++17 or later.
//
//   setwise_loader_options options;
//   setwise_loader_options_training(&options, sizeof options);        // or setwise_loader_options_default: nothing is skipped
//   options.features = "full-threats+pawn-pairs+half-ka-v2-hm-training";
//   setwise_loader *loader;
//   if (setwise_loader_open(files, count, &options, &loader) != SETWISE_LOADER_OK) puts(setwise_loader_last_error());
//   while (setwise_loader_next(loader, &batch, &rows) == SETWISE_LOADER_OK && rows > 0) { ... }
//   setwise_loader_free(loader);
//
// For a seed the batches are the same bytes for any number of threads and on every instruction set.
//
// Functions that can fail return a setwise_loader_status: 0, or a positive code. setwise_loader_last_error then has a message. Structures
// begin with their size. Outputs of a batch must not overlap. Calls with one loader may come from several threads: they wait for each other,
// except setwise_loader_counters, which never waits. During setwise_loader_free no other call may use the loader.
//
// Written by cbindgen: UPDATE_HEADER=1 cargo test -p setwise-capi header

#ifndef SETWISE_LOADER_H
#define SETWISE_LOADER_H

#include <stddef.h>
#include <stdint.h>

// The result of a call. A code has the same meaning in all C interfaces of setwise.
enum setwise_loader_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The call succeeded.
  SETWISE_LOADER_OK = 0,
  // A pointer is null or not aligned.
  SETWISE_LOADER_BAD_POINTER = 1,
  // The size of a structure is not the one in this version of the library.
  SETWISE_LOADER_WRONG_SIZE = 2,
  // An output overlaps another output or an input.
  SETWISE_LOADER_OVERLAP = 3,
  // An output needs more entries than there is room for.
  SETWISE_LOADER_NO_ROOM = 4,
  // An array would be larger than the address space.
  SETWISE_LOADER_TOO_LARGE = 6,
  // A position has more features than a row has entries. The contents of all rows are
  // unspecified.
  SETWISE_LOADER_ROW_TOO_SHORT = 7,
  // The library has a bug: it panicked.
  SETWISE_LOADER_PANIC = 8,
  // A setting cannot be: features, a condition, a rule, a number.
  SETWISE_LOADER_BAD_OPTION = 22,
  // A file cannot be opened, has no bytes, or is of no known format.
  SETWISE_LOADER_BAD_FILE = 23,
  // A saved state is unreadable, or that of other files or settings.
  SETWISE_LOADER_BAD_STATE = 24,
  // A file is damaged. The message has the place.
  SETWISE_LOADER_DAMAGED = 25,
  // All files have no position that is kept.
  SETWISE_LOADER_NOTHING_KEPT = 26,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum setwise_loader_status setwise_loader_status;
#else
typedef int32_t setwise_loader_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A loader.
typedef struct setwise_loader setwise_loader;

// Settings. `setwise_loader_options_default` and `setwise_loader_options_training` fill in all of
// them.
typedef struct setwise_loader_options {
  // The size of this structure in bytes.
  size_t size;
  // Names joined by +, in any order. Null: half-ka-v2-hm-training.
  const char *features;
  // As of `setwise data`, such as "!in_check && -2000 < score && score < 2000". Null: none.
  const char *condition;
  // From `setwise_loader_state`, of the same files and settings. Null: the beginning.
  const void *state;
  // The number of bytes of the state.
  size_t state_size;
  // Rows of a batch: 16,384.
  size_t batch_size;
  // Threads beside the caller, which do not change the batches: 1. 0: all cores.
  size_t threads;
  // Rows shuffled together, at least: 1,048,576. 0: the order of the files.
  size_t shuffle;
  // The seed of all random choices: 0.
  uint64_t seed;
  // Ranks deliver different parts of the files: 0 of world 1.
  uint64_t rank;
  // The number of ranks.
  uint64_t world;
  // 1: the files are read again and again.
  uint8_t cyclic;
  // 1: damage is counted and skipped. 0: it is an error.
  uint8_t skip_damage;
  // 1: the first perspective is the mover's. 0: it is White's.
  uint8_t mover_first;
  // Skip rule, 1: positions in check and those whose move captures are skipped.
  uint8_t quiet;
  // Skip rule, 1: kept with the probability of the outcome, given score and ply.
  uint8_t by_outcome;
  // Skip rule, 1: early plies are kept with a probability.
  uint8_t has_opening;
  // Skip rule, 1: the numbers of pieces are balanced.
  uint8_t has_pieces;
  // Must be 0.
  uint8_t reserved;
  // Skip rule: one of random + 1 positions is kept.
  uint32_t random;
  // Skip rule: only greater plies are kept. Below 0: all.
  int32_t after_ply;
  // The first ply to which the rule for openings does not apply.
  uint32_t opening_end;
  // Must be 0.
  uint32_t reserved_word;
  // Plies, which do not fall, and probabilities. Between them the probability is linear.
  double opening_points[4][2];
  // Wanted frequencies at 0, 8, 16, 24 and 32 pieces.
  double pieces[5];
} setwise_loader_options;

// Memory for a batch. Labels are as the side to move sees them.
typedef struct setwise_loader_batch {
  // The size of this structure in bytes.
  size_t size;
  // The number of rows that there is memory for.
  size_t rows;
  // The indices of the features of the first perspective.
  int32_t *first;
  // The indices of the features of the second perspective.
  int32_t *second;
  // The number of entries of each perspective.
  size_t entries;
  // Row i begins at entry i * stride; -1 follows its features. 0: rows without gaps.
  size_t stride;
  // Without gaps: rows + 1 offsets. Row i is from `offsets[i]` to `offsets[i + 1]`. Else null.
  int32_t *offsets;
  // The scores, in the units of the file.
  float *score;
  // The outcomes as points: 0, 0.5 or 1.
  float *outcome;
  // 1: White is to move.
  float *white;
  // The numbers of pieces.
  int32_t *pieces;
} setwise_loader_batch;

// What memory for batches depends on.
typedef struct setwise_loader_size {
  // The size of this structure in bytes.
  size_t size;
  // Rows of a batch.
  size_t batch_size;
  // The number of different features.
  size_t features;
  // Features per perspective that no position exceeds. A stride above it is never too short.
  size_t max_active;
} setwise_loader_size;

// Numbers since the loader was opened. Threads work ahead of the batches. Times are in
// nanoseconds.
typedef struct setwise_loader_counts {
  // The size of this structure in bytes.
  size_t size;
  // Bytes read from files.
  uint64_t bytes;
  // Positions decoded.
  uint64_t decoded;
  // Positions without a score, at random, by ply, not quiet, in the opening, by outcome, by
  // pieces, without an outcome.
  uint64_t skipped[8];
  // Positions for which the condition does not hold.
  uint64_t excluded;
  // Rows delivered.
  uint64_t delivered;
  // Chunks, games and records that are damaged, and errors of the system.
  uint64_t damaged;
  // The time of reads.
  uint64_t disk;
  // The time that threads have waited for the caller.
  uint64_t consumer;
  // The time that the caller has waited for threads.
  uint64_t starved;
} setwise_loader_counts;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the message of the last call of this thread that failed; an empty one if none has
// failed. It is valid until another call of this thread fails, or the thread ends.
const char *setwise_loader_last_error(void);

// Writes the default settings, which skip nothing.
//
// `options` is null, not aligned, or points to a structure of `size` bytes that nothing else uses
// during the call.
int32_t setwise_loader_options_default(struct setwise_loader_options *options, size_t size);

// Writes the default settings with the skip rules of the training of Stockfish's networks.
//
// As for `setwise_loader_options_default`.
int32_t setwise_loader_options_training(struct setwise_loader_options *options, size_t size);

// Opens files and starts threads. The loader is freed by `setwise_loader_free`.
//
// The pointers are null or not aligned, or point to `count` texts that end in 0, to settings whose
// pointers are null or valid, and to a pointer that is written. Nothing else writes to these
// during the call.
int32_t setwise_loader_open(const char *const *files,
                            size_t count,
                            const struct setwise_loader_options *options,
                            struct setwise_loader **loader);

// Writes the next batch and the number of its rows: the batch size, less for the last batch, 0 at
// the end.
//
// `loader` is null or comes from `setwise_loader_open` and is not freed. The other pointers are
// null or not aligned, or point to a batch whose memory nothing else uses during the call, and to
// a number that is written.
int32_t setwise_loader_next(const struct setwise_loader *loader, const struct setwise_loader_batch *batch, size_t *rows);

// Writes the state after the last batch, and its number of bytes. With too little room only the
// number is written.
//
// As for `setwise_loader_next`, with `room` bytes at `bytes`.
int32_t setwise_loader_state(const struct setwise_loader *loader, void *bytes, size_t room, size_t *size);

// Writes a line for each of the first hundred damaged places so far, and the number of bytes of
// the text, as `setwise_loader_state` does. The text does not end in 0.
//
// As for `setwise_loader_state`.
int32_t setwise_loader_damage(const struct setwise_loader *loader, char *text, size_t room, size_t *size);

// Writes the sizes that memory for batches depends on.
//
// As for `setwise_loader_next`, with a structure of `size` bytes.
int32_t setwise_loader_sizes(const struct setwise_loader *loader, struct setwise_loader_size *sizes, size_t size);

// Writes the numbers so far. It never waits for a batch.
//
// As for `setwise_loader_sizes`.
int32_t setwise_loader_counters(const struct setwise_loader *loader, struct setwise_loader_counts *counters, size_t size);

// Ends the threads of a loader, and frees it. Null is allowed.
//
// `loader` is null or comes from `setwise_loader_open`, and no other call uses it during this
// one or later.
void setwise_loader_free(struct setwise_loader *loader);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#ifdef __cplusplus
#define SETWISE_LOADER_ASSERT static_assert
#else
#define SETWISE_LOADER_ASSERT _Static_assert
#endif

#if UINTPTR_MAX == UINT64_MAX
SETWISE_LOADER_ASSERT(sizeof(setwise_loader_options) == 216 && offsetof(setwise_loader_options, seed) == 64, "");
SETWISE_LOADER_ASSERT(offsetof(setwise_loader_options, cyclic) == 88 && offsetof(setwise_loader_options, random) == 96, "");
SETWISE_LOADER_ASSERT(offsetof(setwise_loader_options, opening_points) == 112 && offsetof(setwise_loader_options, pieces) == 176, "");
SETWISE_LOADER_ASSERT(sizeof(setwise_loader_batch) == 88 && offsetof(setwise_loader_batch, entries) == 32, "");
SETWISE_LOADER_ASSERT(offsetof(setwise_loader_batch, pieces) == 80, "");
SETWISE_LOADER_ASSERT(sizeof(setwise_loader_size) == 32 && sizeof(setwise_loader_counts) == 136, "");
#endif

#undef SETWISE_LOADER_ASSERT

#endif  /* SETWISE_LOADER_H */
