// Counts the move sequences of a length (perft) on all cores.
//
//   cc -Wl,--gc-sections -I crates/setwise-capi/include crates/setwise-capi/examples/perft.c target/release/libsetwise_capi.a -o perft
//   ./perft 6
//   ./perft divide 4 "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#include "setwise.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(setwise_status status) {
    if (status != SETWISE_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", setwise_strerror(status), setwise_last_error());
        exit(EXIT_FAILURE);
    }
}

// Called by one thread at a time. The context is the percentage that was printed last.
static int32_t progress(const setwise_perft_progress *now, void *context) {
    int *printed = context;
    const int percent = (int)(100 * now->done / now->parts);
    if (percent != *printed) {
        *printed = percent;
        fprintf(stderr, "\r%3d %%, %" PRIu64 " leaves%s", percent, now->leaves, percent == 100 ? "\n" : "");
    }
    return 0; // another number would end the run
}

static uint64_t perft(const setwise_position *position, uint32_t depth) {
    int printed = -1;
    const setwise_perft_options options = {
        .size = sizeof options,
        .threads = 0, // one on each core
        .progress = progress,
        .context = &printed,
    };
    uint64_t leaves;
    check(setwise_position_perft(position, depth, &options, &leaves));
    return leaves;
}

// Prints the count after each first move, and returns their sum. The depth is at least 1.
static uint64_t divide(const setwise_position *position, uint32_t depth) {
    const setwise_perft_options options = {.size = sizeof options}; // all cores, no progress
    uint64_t sum = 0;
    setwise_move_list list;
    check(setwise_position_legal_moves(position, &list));
    for (size_t i = 0; i < list.count; ++i) {
        char uci[SETWISE_MOVE_SIZE];
        setwise_position next;
        check(setwise_move_uci(list.moves[i], 0, uci, sizeof uci));
        check(setwise_position_play_unchecked(position, list.moves[i], &next));
        uint64_t leaves;
        check(setwise_position_perft(&next, depth - 1, &options, &leaves));
        printf("%s: %" PRIu64 "\n", uci, leaves);
        sum += leaves;
    }
    return sum;
}

int main(int argc, char **argv) {
    const int divided = argc > 1 && strcmp(argv[1], "divide") == 0;
    argv += 1 + divided;
    argc -= 1 + divided;
    char *end = NULL;
    const unsigned long depth = argc > 0 ? strtoul(argv[0], &end, 10) : 0;
    if (argc < 1 || argc > 2 || end == argv[0] || *end != '\0' || depth > 64 || (divided && depth == 0)) {
        fprintf(stderr, "usage: perft [divide] DEPTH [FEN]\n");
        return 2;
    }

    setwise_position position;
    if (argc == 2) {
        check(setwise_position_from_fen(argv[1], &position));
    } else {
        check(setwise_position_startpos(&position));
    }
    printf("%" PRIu64 "\n", (divided ? divide : perft)(&position, (uint32_t)depth));
    return EXIT_SUCCESS;
}
