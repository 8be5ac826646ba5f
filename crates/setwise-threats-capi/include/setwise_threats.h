// The threat features of neural networks (NNUE) that a chess move changes, for engines. C11, and C++17 or later with or without
// exceptions and RTTI, for which the namespace setwise::threats follows at the end.
//
//   uint32_t level = setwise_threats_best_level();                                  // once
//   memcpy(before.mailbox, mailbox, 64);                                            // when a move is made, before the board changes
//   before.occupied = occupied;
//   before.played = setwise_threats_step_quiet(from, to, piece);
//   setwise_threats_59808_changes(level, NULL, &before, white_king, black_king, &changed);  // when the position is evaluated
//
// Squares are 0 (a1), 1 (b1) to 63 (h8); squares of kings are taken modulo 64. Pieces are codes: pawn 1, knight 2, bishop 3, rook 4, queen 5,
// king 6, plus 8 for those of Black, and 0 for none; setwise.h has other codes. A mailbox may have any codes below 16. Perspectives are
// 0 (White) and 1 (Black).
//
// Functions that can fail return a setwise_threats_status: 0, or a positive code, and then nothing is written. Nothing is allocated or kept
// between calls, and all functions may be called from several threads at once. The contents of outputs before a call do not matter. Any
// bytes in the structures are valid; where they make no sense, the result has no meaning.
//
// Threats stand alone, or before pairs of pawns and pieces on squares in the same lists: setwise_threats_others.
//
// Written by cbindgen: UPDATE_HEADER=1 cargo test -p setwise-capi header

#ifndef SETWISE_THREATS_H
#define SETWISE_THREATS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "setwise_threats.h needs C++17 or later, for example -std=c++17"
#endif
#define SETWISE_THREATS_ALIGNED alignas(64)
#define SETWISE_THREATS_ASSERT static_assert
#define SETWISE_THREATS_CAST(type, number) static_cast<type>(number)
#else
#define SETWISE_THREATS_ALIGNED _Alignas(64)
#define SETWISE_THREATS_ASSERT _Static_assert
#define SETWISE_THREATS_CAST(type, number) ((type)(number))
#endif

enum {
    SETWISE_THREATS_CAPACITY = 384, // The number of records and of threats that there is room for.
    SETWISE_THREATS_OTHERS = 96,    // The room for other features before the threats and after them.
};

// What a move does to the board, in at most four steps. The functions setwise_threats_step_... make it.
typedef struct setwise_threats_played {
    uint64_t steps[4];
    uint8_t count;
    uint8_t refreshes; // By perspective, as bits.
} setwise_threats_played;

// A position and the move that is played in it: what an engine keeps of each ply.
typedef struct setwise_threats_before {
    SETWISE_THREATS_ALIGNED uint8_t mailbox[64]; // The code of the piece on each square before the move, in the engine's codes.
    uint64_t occupied;                           // The occupied squares before the move.
    setwise_threats_played played;
} setwise_threats_before;

// Attacks that a move removes, then those that it adds: the attacked square, the attacker's square, the attacker's code plus 16 times the
// victim's, as bytes from the lowest. Of mutual attacks, one stands for both.
typedef struct setwise_threats_records {
    SETWISE_THREATS_ALIGNED uint32_t records[SETWISE_THREATS_CAPACITY];
    uint32_t removed; // The number of those that are removed.
    uint32_t count;   // The number of all.
} setwise_threats_records;

// Indices of 16 bits that a move removes and adds, by perspective. Read them by setwise_threats_removed and setwise_threats_added.
typedef struct setwise_threats_changed {
    SETWISE_THREATS_ALIGNED uint16_t lists[2][2 * SETWISE_THREATS_OTHERS + SETWISE_THREATS_CAPACITY];
    uint32_t removed;
    uint32_t count;
    uint32_t others[2];
    uint8_t views[2];
    setwise_threats_records records;
} setwise_threats_changed;

// The same with 32 bits, for the set of 79,856 features and for joined ones: setwise_threats_removed_wide, setwise_threats_added_wide.
typedef struct setwise_threats_changed_wide {
    SETWISE_THREATS_ALIGNED uint32_t lists[2][2 * SETWISE_THREATS_OTHERS + SETWISE_THREATS_CAPACITY];
    uint32_t removed;
    uint32_t count;
    uint32_t others[2];
    uint8_t views[2];
    setwise_threats_records records;
} setwise_threats_changed_wide;

SETWISE_THREATS_ASSERT(sizeof(setwise_threats_before) == 128 && offsetof(setwise_threats_before, occupied) == 64 &&
                           offsetof(setwise_threats_before, played) == 72 && offsetof(setwise_threats_played, count) == 32 &&
                           offsetof(setwise_threats_played, refreshes) == 33,
                       "the layout of the library");
SETWISE_THREATS_ASSERT(sizeof(setwise_threats_changed) == 3968 && offsetof(setwise_threats_changed, removed) == 2304 &&
                           offsetof(setwise_threats_changed, count) == 2308 && offsetof(setwise_threats_changed, others) == 2312,
                       "the layout of the library");
SETWISE_THREATS_ASSERT(sizeof(setwise_threats_changed_wide) == 6272 && offsetof(setwise_threats_changed_wide, removed) == 4608 &&
                           offsetof(setwise_threats_changed_wide, count) == 4612 && offsetof(setwise_threats_changed_wide, others) == 4616,
                       "the layout of the library");
SETWISE_THREATS_ASSERT(sizeof(setwise_threats_records) == 1600 && offsetof(setwise_threats_records, removed) == 1536 &&
                           offsetof(setwise_threats_records, count) == 1540,
                       "the layout of the library");

// Each set has functions of its own. The sets are those of Stockfish (FullThreats) with 59,808 features since revision 762dd1da, 60,144 at
// revision 83e42045a, and 79,856 at revision 8e5392d79. `codes` is null, or has 16 entries: by the engine's code in the mailbox, the code
// of the header.

// A level: scalar code, which every CPU runs.
#define SETWISE_THREATS_WORDS 0

// A level: AVX2.
#define SETWISE_THREATS_AVX2 1

// A level: AVX-512 of Ice Lake and Zen 4.
#define SETWISE_THREATS_AVX512 2

// A level: NEON.
#define SETWISE_THREATS_NEON 3

// No set of pieces on squares.
#define SETWISE_THREATS_NO_PIECES 0

// `Chess768` of setwise-nnue.
#define SETWISE_THREATS_CHESS_768 1

// By bucket of the king's square as its side sees it, a1 to h8.
#define SETWISE_THREATS_KING_BUCKETS 2

// The same with mirrored files, by 32 squares: a1, b1, c1, d1, a2 and so on.
#define SETWISE_THREATS_MIRRORED_KING_BUCKETS 3

// `HalfKAv2_hm` of Stockfish.
#define SETWISE_THREATS_HALF_KA_V2_HM 4

// `HalfKAv2_hm` of nnue-pytorch, with two planes of kings.
#define SETWISE_THREATS_HALF_KA_V2_HM_TRAINING 5

// Pairs of pawns (`PP_3Wide`) before the pieces.
#define SETWISE_THREATS_PAIRS_FIRST 1

// Pairs of pawns after the pieces.
#define SETWISE_THREATS_PAIRS_LAST 2

// The result of a call. A code has the same meaning in all C interfaces of setwise.
enum setwise_threats_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // The call succeeded.
  SETWISE_THREATS_OK = 0,
  // A pointer is null or not aligned.
  SETWISE_THREATS_BAD_POINTER = 1,
  // The size of a structure is not the one in this version of the library.
  SETWISE_THREATS_WRONG_SIZE = 2,
  // An output overlaps another output or an input.
  SETWISE_THREATS_OVERLAP = 3,
  // An output needs more entries than there is room for.
  SETWISE_THREATS_NO_ROOM = 4,
  // A number is not a value of its enumeration.
  SETWISE_THREATS_UNKNOWN_VALUE = 5,
  // There is no level of this number, or the CPU lacks it.
  SETWISE_THREATS_UNKNOWN_LEVEL = 20,
  // No set of features has this description.
  SETWISE_THREATS_BAD_SET = 21,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum setwise_threats_status setwise_threats_status;
#else
typedef int32_t setwise_threats_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Features whose indices follow those of the threats, as in setwise-nnue and in the trainers of
// its documentation.
typedef struct setwise_threats_others {
  // The size of this structure in bytes.
  uint16_t size;
  // A set of pieces on squares: `SETWISE_THREATS_NO_PIECES` and so on.
  uint8_t pieces;
  // `SETWISE_THREATS_PAIRS_FIRST`, `SETWISE_THREATS_PAIRS_LAST`, both or 0.
  uint8_t pawn_pairs;
  // The buckets, for sets that have them.
  uint8_t buckets[64];
} setwise_threats_others;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the number of the best level of this CPU. Ask once, and keep it.
uint32_t setwise_threats_best_level(void);

// Returns 1 if the CPU has the level of this number, and else 0.
int32_t setwise_threats_has_level(uint32_t level);

// Finds the indices of the features that a move removes and adds, as both perspectives see them
// with their kings on these squares after the move. For a perspective that must be refreshed they
// have no meaning.
int32_t setwise_threats_59808_changes(uint32_t level,
                                      const uint8_t *codes,
                                      const setwise_threats_before *before,
                                      uint32_t white_king,
                                      uint32_t black_king,
                                      setwise_threats_changed *out);

// Finds the changes for one perspective and its king. The lists of the other one have no meaning.
int32_t setwise_threats_59808_changes_of(uint32_t level,
                                         const uint8_t *codes,
                                         const setwise_threats_before *before,
                                         uint32_t perspective,
                                         uint32_t king,
                                         setwise_threats_changed *out);

// Finds all features of the position in `before`, as both perspectives see it with their kings on
// these squares, as those that are added: for the root, and for a perspective that must be
// refreshed. The move does not matter.
int32_t setwise_threats_59808_features(const uint8_t *codes,
                                       const setwise_threats_before *before,
                                       uint32_t white_king,
                                       uint32_t black_king,
                                       setwise_threats_changed *out);

// Finds the attacks that a move removes and adds.
int32_t setwise_threats_59808_records(uint32_t level,
                                      const uint8_t *codes,
                                      const setwise_threats_before *before,
                                      setwise_threats_records *out);

// Finds the indices of attacks for a perspective and its king after any later move: first
// `records->removed` that are removed, all in all `records->count`. There must be room for
// `SETWISE_THREATS_CAPACITY`.
int32_t setwise_threats_59808_number(uint32_t level,
                                     const setwise_threats_records *records,
                                     uint32_t perspective,
                                     uint32_t king,
                                     uint16_t *list,
                                     size_t room);

// `setwise_threats_59808_changes` for the set of 60,144 features.
int32_t setwise_threats_60144_changes(uint32_t level,
                                      const uint8_t *codes,
                                      const setwise_threats_before *before,
                                      uint32_t white_king,
                                      uint32_t black_king,
                                      setwise_threats_changed *out);

// `setwise_threats_59808_changes_of` for the set of 60,144 features.
int32_t setwise_threats_60144_changes_of(uint32_t level,
                                         const uint8_t *codes,
                                         const setwise_threats_before *before,
                                         uint32_t perspective,
                                         uint32_t king,
                                         setwise_threats_changed *out);

// `setwise_threats_59808_features` for the set of 60,144 features.
int32_t setwise_threats_60144_features(const uint8_t *codes,
                                       const setwise_threats_before *before,
                                       uint32_t white_king,
                                       uint32_t black_king,
                                       setwise_threats_changed *out);

// `setwise_threats_59808_records` for the set of 60,144 features.
int32_t setwise_threats_60144_records(uint32_t level,
                                      const uint8_t *codes,
                                      const setwise_threats_before *before,
                                      setwise_threats_records *out);

// `setwise_threats_59808_number` for the set of 60,144 features.
int32_t setwise_threats_60144_number(uint32_t level,
                                     const setwise_threats_records *records,
                                     uint32_t perspective,
                                     uint32_t king,
                                     uint16_t *list,
                                     size_t room);

// `setwise_threats_59808_changes` for the set of 79,856 features.
int32_t setwise_threats_79856_changes(uint32_t level,
                                      const uint8_t *codes,
                                      const setwise_threats_before *before,
                                      uint32_t white_king,
                                      uint32_t black_king,
                                      setwise_threats_changed_wide *out);

// `setwise_threats_59808_changes_of` for the set of 79,856 features.
int32_t setwise_threats_79856_changes_of(uint32_t level,
                                         const uint8_t *codes,
                                         const setwise_threats_before *before,
                                         uint32_t perspective,
                                         uint32_t king,
                                         setwise_threats_changed_wide *out);

// `setwise_threats_59808_features` for the set of 79,856 features.
int32_t setwise_threats_79856_features(const uint8_t *codes,
                                       const setwise_threats_before *before,
                                       uint32_t white_king,
                                       uint32_t black_king,
                                       setwise_threats_changed_wide *out);

// `setwise_threats_59808_records` for the set of 79,856 features.
int32_t setwise_threats_79856_records(uint32_t level,
                                      const uint8_t *codes,
                                      const setwise_threats_before *before,
                                      setwise_threats_records *out);

// `setwise_threats_59808_number` for the set of 79,856 features.
int32_t setwise_threats_79856_number(uint32_t level,
                                     const setwise_threats_records *records,
                                     uint32_t perspective,
                                     uint32_t king,
                                     uint32_t *list,
                                     size_t room);

// Writes the number of features besides threats.
int32_t setwise_threats_others_size(const struct setwise_threats_others *others, uint32_t *size);

// Writes 1 if the move of `before` gives all features of the perspective other indices, in the
// threats or in the others, so that they must be recomputed by `..._joined_features`; else 0.
int32_t setwise_threats_joined_refreshes(const struct setwise_threats_others *others,
                                         const setwise_threats_before *before,
                                         uint32_t perspective,
                                         uint32_t *refreshes);

// `setwise_threats_59808_changes` for threats and other features.
int32_t setwise_threats_59808_joined_changes(uint32_t level,
                                             const uint8_t *codes,
                                             const struct setwise_threats_others *others,
                                             const setwise_threats_before *before,
                                             uint32_t white_king,
                                             uint32_t black_king,
                                             setwise_threats_changed_wide *out);

// `setwise_threats_59808_changes_of` for threats and other features.
int32_t setwise_threats_59808_joined_changes_of(uint32_t level,
                                                const uint8_t *codes,
                                                const struct setwise_threats_others *others,
                                                const setwise_threats_before *before,
                                                uint32_t perspective,
                                                uint32_t king,
                                                setwise_threats_changed_wide *out);

// `setwise_threats_59808_features` for threats and other features. Boards with many more pieces
// than games have may have no room for all features: the lists are then empty, and the status says
// it.
int32_t setwise_threats_59808_joined_features(const uint8_t *codes,
                                              const struct setwise_threats_others *others,
                                              const setwise_threats_before *before,
                                              uint32_t white_king,
                                              uint32_t black_king,
                                              setwise_threats_changed_wide *out);

// `setwise_threats_60144_changes` for threats and other features.
int32_t setwise_threats_60144_joined_changes(uint32_t level,
                                             const uint8_t *codes,
                                             const struct setwise_threats_others *others,
                                             const setwise_threats_before *before,
                                             uint32_t white_king,
                                             uint32_t black_king,
                                             setwise_threats_changed_wide *out);

// `setwise_threats_60144_changes_of` for threats and other features.
int32_t setwise_threats_60144_joined_changes_of(uint32_t level,
                                                const uint8_t *codes,
                                                const struct setwise_threats_others *others,
                                                const setwise_threats_before *before,
                                                uint32_t perspective,
                                                uint32_t king,
                                                setwise_threats_changed_wide *out);

// `setwise_threats_60144_features` for threats and other features.
int32_t setwise_threats_60144_joined_features(const uint8_t *codes,
                                              const struct setwise_threats_others *others,
                                              const setwise_threats_before *before,
                                              uint32_t white_king,
                                              uint32_t black_king,
                                              setwise_threats_changed_wide *out);

// `setwise_threats_79856_changes` for threats and other features.
int32_t setwise_threats_79856_joined_changes(uint32_t level,
                                             const uint8_t *codes,
                                             const struct setwise_threats_others *others,
                                             const setwise_threats_before *before,
                                             uint32_t white_king,
                                             uint32_t black_king,
                                             setwise_threats_changed_wide *out);

// `setwise_threats_79856_changes_of` for threats and other features.
int32_t setwise_threats_79856_joined_changes_of(uint32_t level,
                                                const uint8_t *codes,
                                                const struct setwise_threats_others *others,
                                                const setwise_threats_before *before,
                                                uint32_t perspective,
                                                uint32_t king,
                                                setwise_threats_changed_wide *out);

// `setwise_threats_79856_features` for threats and other features.
int32_t setwise_threats_79856_joined_features(const uint8_t *codes,
                                              const struct setwise_threats_others *others,
                                              const setwise_threats_before *before,
                                              uint32_t white_king,
                                              uint32_t black_king,
                                              setwise_threats_changed_wide *out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

SETWISE_THREATS_ASSERT(sizeof(setwise_threats_others) == 68 && offsetof(setwise_threats_others, buckets) == 4, "the layout of the library");

#ifdef __cplusplus
extern "C" {
#endif

// By two squares: the way from the first to the second. A program that links the DLL of Windows defines SETWISE_THREATS_DLL.
#if defined(_WIN32) && defined(SETWISE_THREATS_DLL)
__declspec(dllimport)
#endif
extern const uint8_t setwise_threats_ways[64][64];

// Steps. Pieces have the codes of this header: an engine with others looks them up in its table of codes.

static inline void setwise_threats_push_(setwise_threats_played *played, uint32_t from, uint32_t to, uint32_t moved, uint32_t placed,
                                         uint32_t captured, uint32_t row) {
    played->steps[played->count] = SETWISE_THREATS_CAST(uint64_t, (from & 63) | (to & 63) << 8 | (moved & 15) << 16 | (placed & 15) << 24) |
                                   SETWISE_THREATS_CAST(uint64_t, (captured & 15) | row << 8) << 32;
    played->count = SETWISE_THREATS_CAST(uint8_t, played->count + 1);
}

static inline uint8_t setwise_threats_refreshes_(uint32_t piece, uint32_t from, uint32_t to) {
    return SETWISE_THREATS_CAST(uint8_t, ((piece & 7) == 6 && ((from ^ to) & 4) != 0) ? 1 << (piece >> 3 & 1) : 0);
}

// The null move.
static inline setwise_threats_played setwise_threats_step_null(void) {
    const setwise_threats_played played = {{0, 0, 0, 0}, 0, 0};
    return played;
}

// A piece moves to another square. `placed` is the piece that stands there afterwards: the same one, or what a pawn becomes. `captured` is
// the piece that stood there, or 0. All squares between both must be empty.
static inline setwise_threats_played setwise_threats_step_move(uint32_t from, uint32_t to, uint32_t piece, uint32_t placed,
                                                               uint32_t captured) {
    setwise_threats_played played = setwise_threats_step_null();
    played.refreshes = setwise_threats_refreshes_(piece, from, to);
    if (((placed ^ captured) & 15) == 0) { // The second square does not change.
        setwise_threats_push_(&played, from, from, piece, 0, 0, 2 * 17 + 16);
    } else {
        const uint32_t kind = (captured & 15) != 0 ? 17 : 0;
        setwise_threats_push_(&played, from, to, piece, placed, captured, kind + setwise_threats_ways[from & 63][to & 63]);
    }
    return played;
}

// A piece moves to an empty square.
static inline setwise_threats_played setwise_threats_step_quiet(uint32_t from, uint32_t to, uint32_t piece) {
    return setwise_threats_step_move(from, to, piece, piece, 0);
}

// A piece captures another one. With the code 0 it is a quiet move.
static inline setwise_threats_played setwise_threats_step_capture(uint32_t from, uint32_t to, uint32_t piece, uint32_t captured) {
    return setwise_threats_step_move(from, to, piece, piece, captured);
}

// A pawn moves to the last rank, where it becomes another piece and may capture one.
static inline setwise_threats_played setwise_threats_step_promotion(uint32_t from, uint32_t to, uint32_t pawn, uint32_t promoted,
                                                                    uint32_t captured) {
    return setwise_threats_step_move(from, to, pawn, promoted, captured);
}

// A pawn captures another one en passant, on the square `captured_at`.
static inline setwise_threats_played setwise_threats_step_en_passant(uint32_t from, uint32_t to, uint32_t pawn, uint32_t captured_at,
                                                                     uint32_t captured) {
    setwise_threats_played played = setwise_threats_step_null();
    setwise_threats_push_(&played, captured_at, captured_at, captured, 0, 0, 2 * 17 + 16);
    setwise_threats_push_(&played, from, to, pawn, pawn, 0, setwise_threats_ways[from & 63][to & 63]);
    return played;
}

// A king and a rook go from squares to others, of which any may be the same, as in Chess960.
static inline setwise_threats_played setwise_threats_step_castling(uint32_t king_from, uint32_t king_to, uint32_t rook_from,
                                                                   uint32_t rook_to, uint32_t king, uint32_t rook) {
    setwise_threats_played played = setwise_threats_step_null();
    setwise_threats_push_(&played, king_from, king_from, king, 0, 0, 2 * 17 + 16);
    setwise_threats_push_(&played, rook_from, rook_from, rook, 0, 0, 2 * 17 + 16);
    setwise_threats_push_(&played, rook_to, rook_to, 0, rook, 0, 3 * 17 + 16);
    setwise_threats_push_(&played, king_to, king_to, 0, king, 0, 3 * 17 + 16);
    played.refreshes = setwise_threats_refreshes_(king, king_from, king_to);
    return played;
}

// A square, and the piece on it before a move and after it, or 0.
typedef struct setwise_threats_square {
    uint8_t at, before, after;
} setwise_threats_square;

// At most four squares change, each to anything. A square may be there once. Returns SETWISE_THREATS_NO_ROOM for more squares.
static inline int32_t setwise_threats_step_squares(const setwise_threats_square *squares, size_t count, setwise_threats_played *played) {
    if (count > 4) return SETWISE_THREATS_NO_ROOM;
    *played = setwise_threats_step_null();
    uint32_t sides[2][2] = {{8, 8}, {8, 8}}; // By color: the side of the king before and after, 8 if it is not on these squares.
    for (size_t i = 0; i < count; i++) {
        const uint32_t at = squares[i].at, pieces[2] = {squares[i].before & 15u, squares[i].after & 15u};
        for (int when = 0; when < 2; when++) {
            if ((pieces[when] & 7) == 6) sides[pieces[when] >> 3][when] = at & 4;
        }
        if (pieces[0] != pieces[1]) {
            const uint32_t kind = pieces[1] == 0 ? 2 : pieces[0] == 0 ? 3 : 4;
            setwise_threats_push_(played, at, at, pieces[0], pieces[1], 0, kind * 17 + 16);
        }
    }
    for (int color = 0; color < 2; color++) {
        if (sides[color][0] != sides[color][1]) played->refreshes = SETWISE_THREATS_CAST(uint8_t, played->refreshes | 1 << color);
    }
    return SETWISE_THREATS_OK;
}

// A piece is placed on an empty square, or removed.
static inline setwise_threats_played setwise_threats_step_place(uint32_t at, uint32_t piece) {
    const setwise_threats_square square = {SETWISE_THREATS_CAST(uint8_t, at), 0, SETWISE_THREATS_CAST(uint8_t, piece)};
    setwise_threats_played played;
    setwise_threats_step_squares(&square, 1, &played);
    return played;
}
static inline setwise_threats_played setwise_threats_step_remove(uint32_t at, uint32_t piece) {
    const setwise_threats_square square = {SETWISE_THREATS_CAST(uint8_t, at), SETWISE_THREATS_CAST(uint8_t, piece), 0};
    setwise_threats_played played;
    setwise_threats_step_squares(&square, 1, &played);
    return played;
}

// For assertions: 1 if the pieces of the steps stand where the mailbox has them, the occupied squares are those of the mailbox, and the move
// leaves White's and Black's king on these squares; else 0, as with codes of pieces that are not those of this header. `codes` is as above.
// A bishop's and a knight's code that are exchanged everywhere stay undetected.
static inline int setwise_threats_fits(const uint8_t *codes, const setwise_threats_before *before, uint32_t white_king,
                                       uint32_t black_king) {
    uint8_t pieces[64];
    int fits = before->played.count <= 4 && white_king < 64 && black_king < 64;
    for (int at = 0; at < 64; at++) {
        const uint8_t code = before->mailbox[at];
        pieces[at] = codes != NULL ? codes[code & 15] : code;
        fits &= code < 16 && (pieces[at] != 0) == (before->occupied >> at & 1);
    }
    for (int i = 0; fits && i < before->played.count; i++) {
        const uint64_t step = before->played.steps[i];
        const uint64_t from = step & 63, to = step >> 8 & 63, captured = step >> 32 & 15;
        fits = pieces[from] == (step >> 16 & 15) && (from == to || pieces[to] == captured);
        pieces[from] = 0;
        pieces[to] = SETWISE_THREATS_CAST(uint8_t, step >> 24 & 15);
    }
    return fits && pieces[white_king] == 6 && pieces[black_king] == 14;
}

// Whether all features of a perspective get other indices, so that they must be recomputed: its king crosses the middle of the board.
static inline int setwise_threats_refreshes(const setwise_threats_played *played, uint32_t perspective) {
    return played->refreshes >> (perspective & 1) & 1;
}

// The indices of a perspective that are removed and those that are added, and their number.
#define SETWISE_THREATS_LISTS(suffix, index)                                                                                               \
    static inline const index *setwise_threats_removed##suffix(const setwise_threats_changed##suffix *changed, uint32_t perspective,       \
                                                               size_t *count) {                                                            \
        *count = SETWISE_THREATS_CAST(size_t, changed->others[0]) + changed->removed;                                                      \
        return changed->lists[perspective & 1] + SETWISE_THREATS_OTHERS - changed->others[0];                                              \
    }                                                                                                                                      \
    static inline const index *setwise_threats_added##suffix(const setwise_threats_changed##suffix *changed, uint32_t perspective,         \
                                                             size_t *count) {                                                              \
        *count = SETWISE_THREATS_CAST(size_t, changed->count) - changed->removed + changed->others[1];                                     \
        return changed->lists[perspective & 1] + SETWISE_THREATS_OTHERS + changed->removed;                                                \
    }
SETWISE_THREATS_LISTS(, uint16_t)
SETWISE_THREATS_LISTS(_wide, uint32_t)
#undef SETWISE_THREATS_LISTS

// Calls `act` (a function or a macro) with the perspective and each index, as soon as all are known: of the first feature as White sees it
// and as Black does, then of the second, so that an engine prefetches the rows of weights.
//
//   #define PREFETCH(perspective, index) __builtin_prefetch(weights + (size_t)(index) * row)
//   SETWISE_THREATS_EACH(&changed, PREFETCH);
#define SETWISE_THREATS_EACH(changed, act)                                                                                                 \
    do {                                                                                                                                   \
        size_t setwise_i_ = SETWISE_THREATS_OTHERS - (changed)->others[0];                                                                 \
        const size_t setwise_end_ = SETWISE_THREATS_OTHERS + (changed)->count + (changed)->others[1];                                      \
        for (; setwise_i_ < setwise_end_; setwise_i_++) {                                                                                  \
            act(0, (changed)->lists[0][setwise_i_]);                                                                                       \
            act(1, (changed)->lists[1][setwise_i_]);                                                                                       \
        }                                                                                                                                  \
    } while (0)

// The parts of a record.
static inline uint32_t setwise_threats_record_from(uint32_t record) { return record >> 8 & 255; }
static inline uint32_t setwise_threats_record_to(uint32_t record) { return record & 255; }
static inline uint32_t setwise_threats_record_attacker(uint32_t record) { return record >> 16 & 15; }
static inline uint32_t setwise_threats_record_victim(uint32_t record) { return record >> 20 & 15; }

#ifdef __cplusplus
} // extern "C"

namespace setwise::threats {

// A pointer and a length. It does not own its elements.
template <class T> class view {
public:
    constexpr view(T *data, size_t size) noexcept : data_(data), size_(size) {}
    constexpr T *data() const noexcept { return data_; }
    constexpr size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](size_t index) const noexcept { return data_[index]; }

private:
    T *data_;
    size_t size_;
};

using before = setwise_threats_before;
using played = setwise_threats_played;
using records = setwise_threats_records;

enum class perspective : uint32_t { white, black };

enum class level : uint32_t { words, avx2, avx512, neon };
inline level best_level() noexcept { return static_cast<level>(setwise_threats_best_level()); }
inline bool has(level one) noexcept { return setwise_threats_has_level(static_cast<uint32_t>(one)) != 0; }

enum class status : int32_t {
    ok = SETWISE_THREATS_OK,
    bad_pointer = SETWISE_THREATS_BAD_POINTER,
    wrong_size = SETWISE_THREATS_WRONG_SIZE,
    overlap = SETWISE_THREATS_OVERLAP,
    no_room = SETWISE_THREATS_NO_ROOM,
    unknown_value = SETWISE_THREATS_UNKNOWN_VALUE,
    unknown_level = SETWISE_THREATS_UNKNOWN_LEVEL,
    bad_set = SETWISE_THREATS_BAD_SET
};

// At most four squares change, each to anything.
inline status step_squares(view<const setwise_threats_square> squares, played &out) noexcept {
    return static_cast<status>(setwise_threats_step_squares(squares.data(), squares.size(), &out));
}

// The sets, by the names that they have in Rust.
struct full_threats {
    using index = uint16_t;
    using changed = setwise_threats_changed;
    static constexpr uint32_t size = 59808;
    static constexpr auto changes = setwise_threats_59808_changes;
    static constexpr auto changes_of = setwise_threats_59808_changes_of;
    static constexpr auto features = setwise_threats_59808_features;
    static constexpr auto find = setwise_threats_59808_records;
    static constexpr auto number = setwise_threats_59808_number;
    static constexpr auto joined_changes = setwise_threats_59808_joined_changes;
    static constexpr auto joined_changes_of = setwise_threats_59808_joined_changes_of;
    static constexpr auto joined_features = setwise_threats_59808_joined_features;
};
struct full_threats_60144 {
    using index = uint16_t;
    using changed = setwise_threats_changed;
    static constexpr uint32_t size = 60144;
    static constexpr auto changes = setwise_threats_60144_changes;
    static constexpr auto changes_of = setwise_threats_60144_changes_of;
    static constexpr auto features = setwise_threats_60144_features;
    static constexpr auto find = setwise_threats_60144_records;
    static constexpr auto number = setwise_threats_60144_number;
    static constexpr auto joined_changes = setwise_threats_60144_joined_changes;
    static constexpr auto joined_changes_of = setwise_threats_60144_joined_changes_of;
    static constexpr auto joined_features = setwise_threats_60144_joined_features;
};
struct full_threats_79856 {
    using index = uint32_t;
    using changed = setwise_threats_changed_wide;
    static constexpr uint32_t size = 79856;
    static constexpr auto changes = setwise_threats_79856_changes;
    static constexpr auto changes_of = setwise_threats_79856_changes_of;
    static constexpr auto features = setwise_threats_79856_features;
    static constexpr auto find = setwise_threats_79856_records;
    static constexpr auto number = setwise_threats_79856_number;
    static constexpr auto joined_changes = setwise_threats_79856_joined_changes;
    static constexpr auto joined_changes_of = setwise_threats_79856_joined_changes_of;
    static constexpr auto joined_features = setwise_threats_79856_joined_features;
};

// What changes: the features that are removed and those that are added.
inline view<const uint16_t> removed(const setwise_threats_changed &changed, perspective side) noexcept {
    size_t count = 0;
    const uint16_t *list = setwise_threats_removed(&changed, static_cast<uint32_t>(side), &count);
    return {list, count};
}
inline view<const uint16_t> added(const setwise_threats_changed &changed, perspective side) noexcept {
    size_t count = 0;
    const uint16_t *list = setwise_threats_added(&changed, static_cast<uint32_t>(side), &count);
    return {list, count};
}
inline view<const uint32_t> removed(const setwise_threats_changed_wide &changed, perspective side) noexcept {
    size_t count = 0;
    const uint32_t *list = setwise_threats_removed_wide(&changed, static_cast<uint32_t>(side), &count);
    return {list, count};
}
inline view<const uint32_t> added(const setwise_threats_changed_wide &changed, perspective side) noexcept {
    size_t count = 0;
    const uint32_t *list = setwise_threats_added_wide(&changed, static_cast<uint32_t>(side), &count);
    return {list, count};
}
inline bool refreshes(const played &move, perspective side) noexcept {
    return setwise_threats_refreshes(&move, static_cast<uint32_t>(side)) != 0;
}

// The calls for a set. The table of codes must outlive it.
template <class Set = full_threats> class updater {
public:
    using index = typename Set::index;
    using changed = typename Set::changed;

    explicit updater(level one) noexcept : level_(static_cast<uint32_t>(one)) {}
    updater(level one, const uint8_t (&codes)[16]) noexcept : level_(static_cast<uint32_t>(one)), codes_(codes) {}

    status changes(const before &move, uint32_t white_king, uint32_t black_king, changed &out) const noexcept {
        return static_cast<status>(Set::changes(level_, codes_, &move, white_king, black_king, &out));
    }
    // `changes`, then `act(perspective, index)` for each index, such as a prefetch.
    template <class Act>
    status changes_with(const before &move, uint32_t white_king, uint32_t black_king, changed &out, Act &&act) const {
        const status result = changes(move, white_king, black_king, out);
        if (result == status::ok) {
            const auto call = [&act](int side, index number) { act(static_cast<perspective>(side), number); };
            SETWISE_THREATS_EACH(&out, call);
        }
        return result;
    }
    // For assertions: as `setwise_threats_fits`.
    bool fits(const before &move, uint32_t white_king, uint32_t black_king) const noexcept {
        return setwise_threats_fits(codes_, &move, white_king, black_king) != 0;
    }
    status changes_of(const before &move, perspective side, uint32_t king, changed &out) const noexcept {
        return static_cast<status>(Set::changes_of(level_, codes_, &move, static_cast<uint32_t>(side), king, &out));
    }
    // All features of the position, as those that are added.
    status features(const before &position, uint32_t white_king, uint32_t black_king, changed &out) const noexcept {
        return static_cast<status>(Set::features(codes_, &position, white_king, black_king, &out));
    }
    status find(const before &move, records &out) const noexcept {
        return static_cast<status>(Set::find(level_, codes_, &move, &out));
    }
    status number(const records &found, perspective side, uint32_t king, view<index> list) const noexcept {
        return static_cast<status>(Set::number(level_, &found, static_cast<uint32_t>(side), king, list.data(), list.size()));
    }

private:
    uint32_t level_;
    const uint8_t *codes_ = nullptr;
};

using others = setwise_threats_others;

// Pairs of pawns and a set of pieces, such as `others_of(SETWISE_THREATS_HALF_KA_V2_HM, SETWISE_THREATS_PAIRS_FIRST)`.
inline others others_of(uint8_t pieces, uint8_t pawn_pairs = 0) noexcept { return {sizeof(others), pieces, pawn_pairs, {}}; }

// The calls for a set with other features. The table of codes must outlive it.
template <class Set = full_threats> class joined {
public:
    using changed = setwise_threats_changed_wide;

    joined(level one, const others &with) noexcept : level_(static_cast<uint32_t>(one)), others_(with) {}
    joined(level one, const others &with, const uint8_t (&codes)[16]) noexcept
        : level_(static_cast<uint32_t>(one)), others_(with), codes_(codes) {}

    // The number of features, or 0 if there are no such sets.
    uint32_t size() const noexcept {
        uint32_t size = 0;
        return setwise_threats_others_size(&others_, &size) == SETWISE_THREATS_OK ? Set::size + size : 0;
    }
    status changes(const before &move, uint32_t white_king, uint32_t black_king, changed &out) const noexcept {
        return static_cast<status>(Set::joined_changes(level_, codes_, &others_, &move, white_king, black_king, &out));
    }
    status changes_of(const before &move, perspective side, uint32_t king, changed &out) const noexcept {
        return static_cast<status>(Set::joined_changes_of(level_, codes_, &others_, &move, static_cast<uint32_t>(side), king, &out));
    }
    status features(const before &position, uint32_t white_king, uint32_t black_king, changed &out) const noexcept {
        return static_cast<status>(Set::joined_features(codes_, &others_, &position, white_king, black_king, &out));
    }
    bool refreshes(const before &move, perspective side) const noexcept {
        uint32_t refreshes = 1;
        setwise_threats_joined_refreshes(&others_, &move, static_cast<uint32_t>(side), &refreshes);
        return refreshes != 0;
    }

private:
    uint32_t level_;
    others others_;
    const uint8_t *codes_ = nullptr;
};

} // namespace setwise::threats
#endif

#undef SETWISE_THREATS_CAST
#undef SETWISE_THREATS_ASSERT
#undef SETWISE_THREATS_ALIGNED

#endif  /* SETWISE_THREATS_H */
