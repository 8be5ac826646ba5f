// Attacks, legal moves and analysis of a few positions, and the kernels that serve them.
//
//   cargo build --release -p setwise-capi
//   cc -I crates/setwise-capi/include crates/setwise-capi/examples/boards.c -L target/release -lsetwise_capi
#include "setwise.h"

#include <stdio.h>
#include <stdlib.h>

static void check(const char *what, int32_t status) {
    if (status != SETWISE_STATUS_OK) {
        fprintf(stderr, "%s: %s (%s)\n", what, setwise_strerror(status), setwise_last_error());
        exit(EXIT_FAILURE);
    }
}

enum { COUNT = 3 };

static const char *const fens[COUNT] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
};

int main(void) {
    // Before all other calls: the user of the program may force a kernel.
    const char *kernel;
    check("environment", setwise_select_kernel_from_env(&kernel));
    check("kernel", setwise_selected_kernel("batch_attacks", COUNT, &kernel));
    fprintf(stderr, "kernel for %d positions: %s\n", COUNT, kernel);

    setwise_position positions[COUNT];
    uint64_t orthogonal[COUNT], diagonal[COUNT], occupied[COUNT], attacked[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        positions[i].size = sizeof positions[i];
        check("FEN", setwise_position_from_fen(fens[i], &positions[i]));
        // The sliders of White.
        const uint64_t *roles = positions[i].roles, white = positions[i].colors[0];
        orthogonal[i] = (roles[3] | roles[4]) & white;
        diagonal[i] = (roles[2] | roles[4]) & white;
        occupied[i] = white | positions[i].colors[1];
    }
    check("attacks", setwise_batch_attacks(orthogonal, diagonal, occupied, attacked, COUNT));

    uint64_t checkers[COUNT];
    uint32_t counts[COUNT], mobility[COUNT][6];
    check("moves", setwise_count_legal_moves(positions, counts, COUNT));
    const setwise_analysis_arrays analysis = {
        .size = sizeof analysis,
        .checkers = checkers,
        .mobility = &mobility[0][0],
    };
    check("analysis", setwise_analyze(positions, &analysis, COUNT));
    for (int i = 0; i < COUNT; ++i) {
        printf("position %d: sliders attack %016llx, %u legal moves, %u of knights, check: %s\n", i,
               (unsigned long long)attacked[i], counts[i], mobility[i][1], checkers[i] ? "yes" : "no");
    }

    // An output that overlaps an input is an error, and nothing is written.
    const uint64_t before = occupied[0];
    const int32_t status = setwise_batch_attacks(orthogonal, diagonal, occupied, occupied, COUNT);
    if (status != SETWISE_STATUS_OVERLAP || occupied[0] != before) {
        fprintf(stderr, "overlap: status %d\n", status);
        return EXIT_FAILURE;
    }
    printf("overlap: %s\n", setwise_last_error());
    return EXIT_SUCCESS;
}
