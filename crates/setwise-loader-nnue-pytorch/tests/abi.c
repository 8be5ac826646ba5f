// Loads a library by the functions and structures of nnue-pytorch at its revision 9f729465, reads a file as sparse batches and as FENs, and
// compares both: abi LIBRARY FILE.
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct skip {
    bool filtered;
    int random_fen_skipping;
    bool wld_filtered;
    int early_fen_skipping, soft_early_fen_skipping, simple_eval_skipping, param_index;
    double pc_y[5], ply[8];
};
struct ddp {
    int rank, world_size;
};
struct batch {
    int num_inputs, size;
    float *is_white, *outcome, *score;
    int num_active_white_features, num_active_black_features, max_active_features;
    int *white, *black, *piece_count;
};
struct fen {
    int size;
    char *fen;
};
struct fens {
    int size;
    struct fen *fens;
};
_Static_assert(sizeof(struct skip) == 136 && offsetof(struct skip, pc_y) == 32 && offsetof(struct skip, ply) == 72, "");
_Static_assert(sizeof(struct batch) == 72 && offsetof(struct batch, max_active_features) == 40, "");
_Static_assert(offsetof(struct batch, piece_count) == 64 && sizeof(struct fen) == 16 && sizeof(struct fens) == 16, "");

static void *library;
// POSIX gives functions as pointers to data.
static void function(const char *name, void *pointer) {
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "no function %s\n", name);
        exit(1);
    }
    memcpy(pointer, &found, sizeof found);
}

int main(int argc, char **argv) {
    void *(*open)(const char *, int, int, const char *const *, int, bool, struct skip, struct ddp), (*close)(void *);
    struct batch *(*next)(void *), *(*of_fens)(const char *, int, const char *const *, int *, int *, int *);
    void (*destroy)(struct batch *);
    void *(*open_fens)(int, int, const char *const *, int, bool, struct skip, struct ddp), (*close_fens)(void *);
    struct fens *(*next_fens)(void *);
    void (*destroy_fens)(struct fens *);
    const char *sets = "Full_Threats+PP_3Wide+HalfKAv2_hm", *file;
    struct skip skip = {.early_fen_skipping = -1};
    struct ddp ddp = {0, 1};
    long rows = 0, sums[2][3] = {{0}};
    if (argc < 3 || !(library = dlopen(argv[1], RTLD_NOW))) return 1;
    file = argv[2];
    function("create_sparse_batch_stream", &open), function("destroy_sparse_batch_stream", &close);
    function("fetch_next_sparse_batch", &next), function("destroy_sparse_batch", &destroy);
    function("create_fen_batch_stream", &open_fens), function("destroy_fen_batch_stream", &close_fens);
    function("fetch_next_fen_batch", &next_fens), function("destroy_fen_batch", &destroy_fens);
    function("get_sparse_batch_from_fens", &of_fens);

    void *stream = open(sets, 2, 1, &file, 100, false, skip, ddp);
    void *texts = open_fens(2, 1, &file, 100, false, skip, ddp);
    if (!stream || !texts) return 1;
    for (struct batch *batch; (batch = next(stream)); destroy(batch)) {
        struct fens *fens = next_fens(texts);
        const char *text[100];
        int numbers[100];
        if (!fens || fens->size != batch->size) return 2;
        for (int i = 0; i < fens->size; i++) text[i] = fens->fens[i].fen, numbers[i] = 0;
        struct batch *second = of_fens(sets, fens->size, text, numbers, numbers, numbers), *both[2] = {batch, second};
        rows += batch->size;
        for (int side = 0; side < 2; side++) {
            const struct batch *b = both[side];
            if (b->outcome != b->is_white + b->size || b->piece_count != b->white + 2L * b->size * b->max_active_features) return 3;
            for (int i = 0; i < b->size * b->max_active_features; i++) sums[side][0] += b->white[i] >= 0, sums[side][1] += (b->black[i] + 1L) * (i % 7 + 1);
            for (int i = 0; i < b->size; i++) sums[side][2] += b->piece_count[i] + (long)b->is_white[i];
        }
        destroy(second);
        destroy_fens(fens);
    }
    close(stream);
    close_fens(texts);
    skip.simple_eval_skipping = 1;
    if (open(sets, 2, 1, &file, 100, false, skip, ddp)) return 4;
    printf("%ld rows, %ld features, equal: %s\n", rows, sums[0][0], memcmp(sums[0], sums[1], sizeof sums[0]) ? "no" : "yes");
    return 0;
}
