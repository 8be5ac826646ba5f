// Copies the quiet positions from the standard input to the standard output: those without check, and without a capture that wins
// material. The input has a FEN per line.
//
//   cc -Wl,--gc-sections -I crates/setwise-capi/include crates/setwise-capi/examples/filter.c target/release/libsetwise_capi.a -o filter
//   ./filter <fens.txt >quiet.txt
#include "setwise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096, LINE = 160 };

static const int32_t values[6] = {100, 300, 300, 500, 900, 20000};

static char lines[BLOCK][LINE];
static const char *fens[BLOCK];
static unsigned long numbers[BLOCK]; // of the lines of `fens`
static unsigned long line_number, bad, quiet;

static void check(setwise_status status) {
    if (status != SETWISE_STATUS_OK) {
        fprintf(stderr, "filter: %s: %s\n", setwise_strerror(status), setwise_last_error());
        exit(EXIT_FAILURE);
    }
}

static void report(unsigned long number, const char *message) {
    fprintf(stderr, "line %lu: %s\n", number, message);
    ++bad;
}

// Reads a block, and returns the number of its FENs.
static size_t read_block(void) {
    size_t n = 0;
    while (n < BLOCK && fgets(lines[n], LINE, stdin) != NULL) {
        ++line_number;
        const size_t length = strcspn(lines[n], "\r\n");
        if (length == LINE - 1) {
            report(line_number, "too long for a FEN");
            for (int next = 0; next != '\n' && next != EOF;) {
                next = getchar();
            }
            continue;
        }
        lines[n][length] = '\0';
        fens[n] = lines[n];
        numbers[n] = line_number;
        ++n;
    }
    return n;
}

// Removes the FENs that are wrong, and returns the number of the others.
static size_t drop_bad(size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < n; ++i) {
        setwise_position position;
        if (setwise_position_from_fen(fens[i], &position) != SETWISE_STATUS_OK) {
            report(numbers[i], setwise_last_error());
        } else {
            fens[kept] = fens[i];
            numbers[kept++] = numbers[i];
        }
    }
    return kept;
}

static int wins_material(const setwise_position *position) {
    setwise_move_list captures;
    check(setwise_position_captures(position, &captures));
    for (size_t i = 0; i < captures.count; ++i) {
        if (setwise_position_exchange_reaches(position, captures.moves[i], values, 1)) {
            return 1;
        }
    }
    return 0;
}

int main(void) {
    static uint64_t checkers[BLOCK];
    static uint32_t captures[BLOCK];
    for (size_t n; (n = read_block()) != 0;) {
        setwise_positions *positions;
        setwise_status status = setwise_positions_from_fens(fens, n, &positions);
        if (status == SETWISE_STATUS_BAD_FEN || status == SETWISE_STATUS_BAD_POSITION) {
            n = drop_bad(n);
            status = setwise_positions_from_fens(fens, n, &positions);
        }
        check(status);
        // All positions at once for what settles most of them; then one by one.
        check(setwise_positions_checkers(positions, checkers, n));
        check(setwise_positions_count_captures(positions, captures, n));
        for (size_t i = 0; i < n; ++i) {
            if (checkers[i] == 0 && (captures[i] == 0 || !wins_material(setwise_positions_at(positions, i)))) {
                puts(fens[i]);
                ++quiet;
            }
        }
        setwise_positions_free(positions);
    }
    fprintf(stderr, "%lu lines, %lu bad, %lu quiet positions\n", line_number, bad, quiet);
    return fflush(stdout) != 0 || ferror(stdout) || ferror(stdin) ? EXIT_FAILURE : EXIT_SUCCESS;
}
