// What both programs read of a file by examples/moves.rs: moves, and for each set the sum of what Rust finds.

#ifndef MOVES_H
#define MOVES_H

#include "setwise_threats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint8_t mailbox[64];
    uint64_t occupied;
    uint8_t kind, with[12], refreshes, kings[2]; // To refresh: for threats, and 4 bits above for joined features.
    uint64_t expected[4], features[4]; // Of what the move changes, and of all before it; the last ones with pairs of pawns and HalfKA.
} sample;

// An engine's codes: pawns 2 and 3, knights 4 and 5, and so on; and the mailbox with them.
static const uint8_t codes[16] = {0, 0, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 0, 0};
static inline void translate(setwise_threats_before *before) {
    for (int i = 0; i < 64; i++) {
        const int piece = before->mailbox[i];
        before->mailbox[i] = (uint8_t)(piece == 0 ? 0 : 2 * (piece & 7) + (piece >> 3));
    }
}

// Whether the pieces and the kings of a move fit, and no mix of codes and squares does.
static inline int fits(const setwise_threats_before *before, const setwise_threats_before *foreign, const uint8_t *kings) {
    setwise_threats_before wrong = *foreign;
    int right = setwise_threats_fits(NULL, before, kings[0], kings[1]) && setwise_threats_fits(codes, foreign, kings[0], kings[1]);
    right &= !setwise_threats_fits(NULL, foreign, kings[0], kings[1]) && !setwise_threats_fits(codes, before, kings[0], kings[1]);
    right &= !setwise_threats_fits(codes, foreign, kings[1], kings[0]) && !setwise_threats_fits(codes, foreign, 200, kings[1]);
    wrong.occupied ^= 1;
    right &= !setwise_threats_fits(codes, &wrong, kings[0], kings[1]);
    wrong = *foreign;
    wrong.played.steps[0] ^= (uint64_t)1 << 16; // another piece moves
    right &= wrong.played.count == 0 || !setwise_threats_fits(codes, &wrong, kings[0], kings[1]);
    wrong.played.count = 5;
    return right && !setwise_threats_fits(codes, &wrong, kings[0], kings[1]);
}

static inline void check(int right, const char *what, size_t number) {
    if (!right) {
        fprintf(stderr, "move %zu: %s\n", number, what);
        exit(1);
    }
}

static inline setwise_threats_played played_of(const sample *one) {
    const uint8_t *w = one->with;
    switch (one->kind) {
        case 0: return setwise_threats_step_quiet(w[0], w[1], w[2]);
        case 1: return setwise_threats_step_capture(w[0], w[1], w[2], w[3]);
        case 2: return setwise_threats_step_promotion(w[0], w[1], w[2], w[3], w[4]);
        case 3: return setwise_threats_step_en_passant(w[0], w[1], w[2], w[3], w[4]);
        case 4: return setwise_threats_step_castling(w[0], w[1], w[2], w[3], w[4], w[5]);
        case 6: {
            setwise_threats_square squares[4];
            size_t count = 0;
            for (; count < 4 && w[3 * count + 1] != w[3 * count + 2]; count++) {
                squares[count].at = w[3 * count], squares[count].before = w[3 * count + 1], squares[count].after = w[3 * count + 2];
            }
            setwise_threats_played played;
            check(setwise_threats_step_squares(squares, 5, &played) == SETWISE_THREATS_NO_ROOM, "five squares", 0);
            check(setwise_threats_step_squares(squares, count, &played) == SETWISE_THREATS_OK, "squares", count);
            return played;
        }
        case 7: return setwise_threats_step_remove(w[0], w[1]);
        case 8: return setwise_threats_step_place(w[0], w[1]);
        default: return setwise_threats_step_null();
    }
}

// What a list adds to the sum of a move, whatever its order.
static inline uint64_t sum(uint32_t index, uint32_t perspective, uint32_t added) {
    const uint64_t mixed = (4 * (uint64_t)index + 2 * perspective + added + 1) * 0x9e3779b97f4a7c15;
    return mixed ^ mixed >> 29;
}

#endif
