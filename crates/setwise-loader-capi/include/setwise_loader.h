// Batches of network inputs for trainers, from training data files (binpack, viriformat, bulletformat, marlinformat). C11, and C++17 or later.
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
// Functions that can fail return a status: 0, or a positive code. setwise_loader_last_error then has a message. Structures begin with their
// size. Outputs of a batch must not overlap. Calls with one loader may come from several threads: they wait for each other, except
// setwise_loader_counters, which never waits. During setwise_loader_free no other call may use the loader.

#ifndef SETWISE_LOADER_H
#define SETWISE_LOADER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define SETWISE_LOADER_ASSERT static_assert
extern "C" {
#else
#define SETWISE_LOADER_ASSERT _Static_assert
#endif

// Status codes.
enum {
    SETWISE_LOADER_OK = 0,
    SETWISE_LOADER_BAD_POINTER = 1,   // A pointer is null or not aligned.
    SETWISE_LOADER_WRONG_SIZE = 2,    // The size of a structure is not the one in this version of the library.
    SETWISE_LOADER_BAD_OPTION = 3,    // A setting cannot be: features, a condition, a rule, a number.
    SETWISE_LOADER_BAD_FILE = 4,      // A file cannot be opened, has no bytes, or is of no known format.
    SETWISE_LOADER_BAD_STATE = 5,     // A saved state is unreadable, or that of other files or settings.
    SETWISE_LOADER_NO_ROOM = 6,       // An output has too little room.
    SETWISE_LOADER_OVERLAP = 7,       // An output overlaps another.
    SETWISE_LOADER_ROW_TOO_SHORT = 8, // A position has more features than a row has entries. The batch is lost.
    SETWISE_LOADER_DAMAGED = 9,       // A file is damaged. The message has the place.
    SETWISE_LOADER_NOTHING_KEPT = 10, // All files have no position that is kept.
    SETWISE_LOADER_PANIC = 11,        // The library has a bug: it panicked.
};

typedef struct setwise_loader setwise_loader;

// Settings. setwise_loader_options_default and setwise_loader_options_training fill in all of them.
typedef struct setwise_loader_options {
    size_t size;           // sizeof(setwise_loader_options)
    const char *features;  // Names joined by +, in any order; NULL: half-ka-v2-hm-training.
    const char *condition; // As of `setwise data`, for example "!in_check && -2000 < score && score < 2000". NULL: none.
    const void *state;     // From setwise_loader_state, of the same files and settings. NULL: the beginning.
    size_t state_size;
    size_t batch_size; // Rows of a batch: 16,384.
    size_t threads;    // Beside the caller: 1. 0: all cores. They do not change the batches.
    size_t shuffle;    // Rows shuffled together, at least: 1,048,576. 0: the order of the files.
    uint64_t seed;     // 0
    uint64_t rank;     // Ranks deliver different parts of the files: 0 of world 1.
    uint64_t world;
    uint8_t cyclic;      // 1: the files are read again and again.
    uint8_t skip_damage; // 1: damage is counted and skipped. 0: it is an error.
    uint8_t mover_first; // 1: the first perspective is the mover's. 0: it is White's.
    // Skip rules.
    uint8_t quiet;       // 1: positions in check and those whose move captures are skipped.
    uint8_t by_outcome;  // 1: kept with the probability of the outcome, given score and ply.
    uint8_t has_opening; // 1: early plies are kept with a probability.
    uint8_t has_pieces;  // 1: the numbers of pieces are balanced.
    uint8_t reserved;
    uint32_t random;      // One of random + 1 positions is kept.
    int32_t after_ply;    // Only greater plies are kept. Below 0: all.
    uint32_t opening_end; // The first ply to which the rule for openings does not apply.
    uint32_t reserved_word;
    double opening_points[4][2]; // Plies, which do not fall, and probabilities. Between them the probability is linear.
    double pieces[5];            // Wanted frequencies at 0, 8, 16, 24 and 32 pieces.
} setwise_loader_options;

// Memory for a batch. Labels are as the side to move sees them.
typedef struct setwise_loader_batch {
    size_t size;      // sizeof(setwise_loader_batch)
    size_t rows;      // The number of rows that there is memory for.
    int32_t *first;   // The indices of features of the first perspective,
    int32_t *second;  // and of the second one.
    size_t entries;   // The number of entries of each.
    size_t stride;    // Row i begins at entry i * stride; -1 follows its features. 0: rows without gaps.
    int32_t *offsets; // Without gaps: rows + 1 offsets. Row i is from offsets[i] to offsets[i + 1]. Else NULL.
    float *score;     // In the units of the file.
    float *outcome;   // Points: 0, 0.5 or 1.
    float *white;     // 1: White is to move.
    int32_t *pieces;  // The number of pieces.
} setwise_loader_batch;

// What memory for batches depends on.
typedef struct setwise_loader_size {
    size_t size;
    size_t batch_size;
    size_t features;   // The number of different features.
    size_t max_active; // Features per perspective that no position exceeds. A stride above it is never too short.
} setwise_loader_size;

// Numbers since the loader was opened. Threads work ahead of the batches. Times are in nanoseconds.
typedef struct setwise_loader_counts {
    size_t size;
    uint64_t bytes;      // Read from files.
    uint64_t decoded;    // Positions.
    uint64_t skipped[7]; // Positions without a score, at random, by ply, not quiet, in the opening, by outcome, by pieces.
    uint64_t excluded;   // Positions for which the condition does not hold.
    uint64_t delivered;  // Rows.
    uint64_t damaged;    // Chunks, games and records that are damaged, and errors of the system.
    uint64_t disk;       // The time of reads.
    uint64_t consumer;   // The time that threads have waited for the caller.
    uint64_t starved;    // The time that the caller has waited for threads.
} setwise_loader_counts;

#if UINTPTR_MAX == UINT64_MAX
SETWISE_LOADER_ASSERT(sizeof(setwise_loader_options) == 216 && offsetof(setwise_loader_options, seed) == 64, "");
SETWISE_LOADER_ASSERT(offsetof(setwise_loader_options, cyclic) == 88 && offsetof(setwise_loader_options, random) == 96, "");
SETWISE_LOADER_ASSERT(offsetof(setwise_loader_options, opening_points) == 112 && offsetof(setwise_loader_options, pieces) == 176, "");
SETWISE_LOADER_ASSERT(sizeof(setwise_loader_batch) == 88 && offsetof(setwise_loader_batch, entries) == 32, "");
SETWISE_LOADER_ASSERT(offsetof(setwise_loader_batch, pieces) == 80, "");
SETWISE_LOADER_ASSERT(sizeof(setwise_loader_size) == 32 && sizeof(setwise_loader_counts) == 128, "");
#endif

// Returns the message of the last call of this thread that failed; an empty one if none has failed. It is valid until another call of this
// thread fails, or the thread ends.
const char *setwise_loader_last_error(void);

// Writes the default settings, which skip nothing.
int32_t setwise_loader_options_default(setwise_loader_options *options, size_t size);

// Writes the default settings with the skip rules of the training of Stockfish's networks.
int32_t setwise_loader_options_training(setwise_loader_options *options, size_t size);

// Opens files and starts threads.
int32_t setwise_loader_open(const char *const *files, size_t count, const setwise_loader_options *options, setwise_loader **loader);

// Writes the next batch and the number of its rows: the batch size, less for the last batch, 0 at the end.
int32_t setwise_loader_next(const setwise_loader *loader, const setwise_loader_batch *batch, size_t *rows);

// Writes the place after the last batch, and its number of bytes. With too little room only the number is written.
int32_t setwise_loader_state(const setwise_loader *loader, void *bytes, size_t room, size_t *size);

// Writes a line for each of the first hundred damaged places so far, and the number of bytes, as above. The text does not end in 0.
int32_t setwise_loader_damage(const setwise_loader *loader, char *text, size_t room, size_t *size);

// Writes the sizes of a loader.
int32_t setwise_loader_sizes(const setwise_loader *loader, setwise_loader_size *sizes, size_t size);

// Writes the numbers so far.
int32_t setwise_loader_counters(const setwise_loader *loader, setwise_loader_counts *counters, size_t size);

// Ends the threads of a loader, and frees it. NULL is allowed.
void setwise_loader_free(setwise_loader *loader);

#ifdef __cplusplus
}
#endif

#endif
