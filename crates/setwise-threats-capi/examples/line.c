// The threats that the moves of a line change, with the accumulators of a small network kept up to date.
//
//   cargo build --release -p setwise-threats-capi
//   cc -I crates/setwise-threats-capi/include crates/setwise-threats-capi/examples/line.c -Wl,--gc-sections
//     target/release/libsetwise_threats_capi.a
#include "setwise_threats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 16, FEATURES = 59808, PAWN = 1, BLACK = 8 };

static int16_t weights[FEATURES][WIDTH];

// The engine's board, and what it keeps of a ply.
typedef struct {
    uint8_t mailbox[64];
    uint64_t occupied;
} board;

typedef struct {
    setwise_threats_before before;
    int16_t sums[2][WIDTH];
} ply;

// When a move is made: the position before it and the step are kept, then the board changes.
static void make(board *board, ply *ply, uint32_t from, uint32_t to) {
    const uint8_t piece = board->mailbox[from], captured = board->mailbox[to];
    memcpy(ply->before.mailbox, board->mailbox, sizeof board->mailbox);
    ply->before.occupied = board->occupied;
    ply->before.played = setwise_threats_step_capture(from, to, piece, captured); // quiet if nothing is captured
    board->mailbox[from] = 0;
    board->mailbox[to] = piece;
    board->occupied = (board->occupied & ~(1ull << from)) | 1ull << to;
}

// When the position is evaluated: the sums of the ply before, without the rows of removed features and with those of added ones.
static void update(uint32_t level, const ply *last, ply *ply, const uint32_t kings[2]) {
    setwise_threats_changed changed;
    const int32_t status = setwise_threats_59808_changes(level, NULL, &ply->before, kings[0], kings[1], &changed);
    if (status != SETWISE_THREATS_OK) exit(EXIT_FAILURE);
#ifdef __GNUC__ // The rows are far away: ask for all of them before the first is needed.
#define PREFETCH(perspective, index) __builtin_prefetch(weights[index])
    SETWISE_THREATS_EACH(&changed, PREFETCH);
#endif
    for (uint32_t side = 0; side < 2; side++) {
        if (setwise_threats_refreshes(&ply->before.played, side)) exit(EXIT_FAILURE); // No king crosses the middle in this line.
        size_t removed_count, added_count;
        const uint16_t *removed = setwise_threats_removed(&changed, side, &removed_count);
        const uint16_t *added = setwise_threats_added(&changed, side, &added_count);
        memcpy(ply->sums[side], last->sums[side], sizeof ply->sums[side]);
        for (size_t k = 0; k < removed_count; k++) {
            for (int i = 0; i < WIDTH; i++) ply->sums[side][i] = (int16_t)(ply->sums[side][i] - weights[removed[k]][i]);
        }
        for (size_t k = 0; k < added_count; k++) {
            for (int i = 0; i < WIDTH; i++) ply->sums[side][i] = (int16_t)(ply->sums[side][i] + weights[added[k]][i]);
        }
        printf("%s%zu removed, %zu added", side == 0 ? "White: " : "; Black: ", removed_count, added_count);
    }
    printf("\n");
}

int main(void) {
    for (int feature = 0; feature < FEATURES; feature++) {
        for (int i = 0; i < WIDTH; i++) weights[feature][i] = (int16_t)((feature * 31 + i * 17) % 61 - 30);
    }
    static board board;
    const uint8_t pieces[] = {4, 2, 3, 5, 6, 3, 2, 4};
    for (int file = 0; file < 8; file++) {
        board.mailbox[file] = pieces[file];
        board.mailbox[8 + file] = PAWN;
        board.mailbox[48 + file] = PAWN | BLACK;
        board.mailbox[56 + file] = pieces[file] | BLACK;
    }
    board.occupied = 0xffff00000000ffff;

    const uint32_t level = setwise_threats_best_level(), kings[2] = {4, 60};
    // 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5.
    const uint8_t line[][2] = {{12, 28}, {52, 36}, {6, 21}, {57, 42}, {5, 33}, {48, 40}, {33, 42}, {51, 42}, {21, 36}};
    static ply plies[1 + sizeof line / sizeof *line];
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        make(&board, &plies[i + 1], line[i][0], line[i][1]);
        update(level, &plies[i], &plies[i + 1], kings);
    }
    return EXIT_SUCCESS;
}
