// The threats of two positions, as padded rows and as rows without gaps.
//
//   cargo build --release -p setwise-capi
//   cc -I crates/setwise-capi/include crates/setwise-capi/examples/features.c -Wl,--gc-sections target/release/libsetwise_capi.a
#include "setwise.h"

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 2, STRIDE = 64, CAPACITY = 256 };

// The initial position, and one with a knight that attacks a bishop.
static const setwise_eight_boards positions[COUNT] = {
    {
        .colors = {0x000000000000ffff, 0xffff000000000000},
        .roles = {0x00ff00000000ff00, 0x4200000000000042, 0x2400000000000024, 0x8100000000000081,
                  0x0800000000000008, 0x1000000000000010},
        .turn = 0,
    },
    {
        .colors = {1ull << 4 | 1ull << 18, 1ull << 60 | 1ull << 35},
        .roles = {0, 1ull << 35, 1ull << 18, 0, 0, 1ull << 4 | 1ull << 60},
        .turn = 1,
    },
};

static void check(const char *what, int32_t status) {
    if (status != SETWISE_STATUS_OK) {
        fprintf(stderr, "%s: %s (%s)\n", what, setwise_strerror(status), setwise_last_error());
        exit(EXIT_FAILURE);
    }
}

int main(void) {
    printf("setwise %s, %s\n", setwise_version(), setwise_nnue_level());

    const setwise_nnue_positions input = {
        .size = sizeof input,
        .count = COUNT,
        .eight = positions,
        .perspectives = SETWISE_PERSPECTIVES_WHITE_BLACK,
    };
    uint32_t set;
    check("set", setwise_nnue_set_named("full-threats", &set));

    int32_t white[COUNT * STRIDE], black[COUNT * STRIDE];
    check("pad", setwise_nnue_pad(set, &input, white, black, STRIDE));
    for (int i = 0; i < COUNT; ++i) {
        int active = 0;
        while (active < STRIDE && white[i * STRIDE + active] >= 0) {
            ++active;
        }
        printf("position %d: %d threats\n", i, active);
    }

    size_t offsets[COUNT + 1];
    uint32_t first[CAPACITY], second[CAPACITY];
    check("csr", setwise_nnue_csr(set, &input, offsets, first, second, CAPACITY));
    for (size_t k = offsets[1]; k < offsets[2]; ++k) {
        printf("the knight attacks the bishop: %u for White, %u for Black\n", first[k], second[k]);
    }

    // A row that is too short is an error. The contents of the rows are then unspecified.
    const int32_t status = setwise_nnue_pad(set, &input, white, black, 8);
    if (status != SETWISE_STATUS_ROW_TOO_SHORT) {
        fprintf(stderr, "short rows: status %d\n", status);
        return EXIT_FAILURE;
    }
    printf("short rows: %s\n", setwise_last_error());
    return EXIT_SUCCESS;
}
