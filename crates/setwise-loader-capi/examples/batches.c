// Reads training data files, stops in the middle, and goes on from a saved state: batches FILE...
#include "setwise_loader.h"
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 64, STRIDE = 288 };

static void check(int32_t status) {
    if (status != SETWISE_LOADER_OK) {
        fprintf(stderr, "%s\n", setwise_loader_last_error());
        exit(1);
    }
}

// Memory of a trainer, which may as well be pinned.
static int32_t first[ROWS * STRIDE], second[ROWS * STRIDE], pieces[ROWS];
static float score[ROWS], outcome[ROWS], white[ROWS];

int main(int argc, char **argv) {
    const char *const *files = (const char *const *)argv + 1;
    setwise_loader_batch batch = {0};
    setwise_loader_options options;
    setwise_loader_counts counts;
    setwise_loader *loader;
    unsigned char state[4096];
    size_t rows, all = 0, features = 0;
    batch.size = sizeof batch;
    batch.rows = ROWS;
    batch.first = first;
    batch.second = second;
    batch.entries = (size_t)ROWS * STRIDE;
    batch.stride = STRIDE;
    batch.score = score;
    batch.outcome = outcome;
    batch.white = white;
    batch.pieces = pieces;

    check(setwise_loader_options_default(&options, sizeof options));
    options.features = "full-threats+pawn-pairs+half-ka-v2-hm-training";
    options.condition = "!in_check";
    options.batch_size = ROWS;
    options.threads = 2;
    options.seed = 7;
    check(setwise_loader_open(files, (size_t)argc - 1, &options, &loader));
    check(setwise_loader_next(loader, &batch, &all));
    check(setwise_loader_state(loader, state, sizeof state, &options.state_size));
    setwise_loader_free(loader);

    options.state = state;
    check(setwise_loader_open(files, (size_t)argc - 1, &options, &loader));
    for (;;) {
        check(setwise_loader_next(loader, &batch, &rows));
        if (rows == 0) break;
        all += rows;
        for (size_t i = 0; i < rows * STRIDE; i++) features += first[i] >= 0;
    }
    check(setwise_loader_counters(loader, &counts, sizeof counts));
    printf("%zu rows, %.1f features per row after the first batch, %d damaged places\n", all,
           (double)features / (double)(all > ROWS ? all - ROWS : 1), (int)counts.damaged);
    setwise_loader_free(loader);
    return 0;
}
