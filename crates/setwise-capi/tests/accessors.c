// Compares the accessors that the header defines, which compute in the program, with the parts and moves that the library writes.
// `.ci/capi` compiles and runs it.
#include "setwise.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                          \
    do {                                                                          \
        if (!(condition)) {                                                       \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #condition, fen); \
            exit(EXIT_FAILURE);                                                   \
        }                                                                         \
    } while (0)

static const char *const fens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 12 34",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",  // can be captured en passant
    "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 2",  // cannot
    "8/P6k/8/8/8/8/p6K/8 w - - 149 6000",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", // Chess960
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w Gb - 0 65535",
};

static const uint32_t code_of_role[6] = {1, 3, 2, 4, 6, 5};

static void compare_position(const setwise_position *position, const char *fen) {
    setwise_setup setup = {.size = sizeof setup};
    CHECK(setwise_position_to_setup(position, &setup) == SETWISE_STATUS_OK);
    CHECK(setwise_position_turn(position) == setup.turn);
    CHECK(setwise_position_occupied(position) == (setup.colors[0] | setup.colors[1]));
    for (uint32_t color = 0; color < 2; ++color) {
        CHECK(setwise_position_by_color(position, color) == setup.colors[color]);
    }
    for (uint32_t role = 0; role < 6; ++role) {
        CHECK(setwise_position_by_role(position, role) == setup.roles[role]);
    }
    CHECK(setwise_position_by_role(position, SETWISE_ROLE_NONE) == 0);
    CHECK(setwise_position_castling(position) == setup.castling);
    CHECK(setwise_position_en_passant(position) == setup.en_passant);
    CHECK(setwise_position_halfmoves(position) == setup.halfmoves);
    CHECK(setwise_position_fullmove(position) == setup.fullmove);
    for (uint32_t square = 0; square < 64; ++square) {
        uint32_t code = 0, role_on = SETWISE_ROLE_NONE;
        for (uint32_t role = 0; role < 6; ++role) {
            code |= setup.roles[role] >> square & 1 ? code_of_role[role] : 0;
            role_on = setup.roles[role] >> square & 1 ? role : role_on;
        }
        CHECK(setwise_code_role(code) == role_on && setwise_code_role(code | 8) == role_on);
        CHECK(setwise_position_role_on(position, square) == role_on);
        code |= setup.colors[1] >> square & 1 ? 8 : 0;
        CHECK(setwise_position_code_on(position, square) == code);
    }
}

static void compare_move(const setwise_position *position, uint16_t move, const char *fen) {
    char uci[SETWISE_MOVE_SIZE], squares[5];
    CHECK(setwise_move_uci(move, 1, uci, sizeof uci) == SETWISE_STATUS_OK);
    const uint32_t source = setwise_move_source(move), target = setwise_move_target(move), kind = setwise_move_kind(move);
    snprintf(squares, sizeof squares, "%c%c%c%c", (int)('a' + source % 8), (int)('1' + source / 8), (int)('a' + target % 8),
             (int)('1' + target / 8));
    CHECK(strncmp(uci, squares, 4) == 0);
    const char promotion[16] = {
        [SETWISE_MOVE_KIND_BISHOP_PROMOTION] = 'b',
        [SETWISE_MOVE_KIND_KNIGHT_PROMOTION] = 'n',
        [SETWISE_MOVE_KIND_ROOK_PROMOTION] = 'r',
        [SETWISE_MOVE_KIND_QUEEN_PROMOTION] = 'q',
    };
    CHECK(uci[4] == promotion[kind]);
    CHECK(uci[4] == 0 || uci[4] == "pnbrqk"[setwise_code_role(kind)]);
    const uint32_t code = setwise_position_code_on(position, source) & 7;
    const int is_pawn = kind == SETWISE_MOVE_KIND_PAWN || kind == SETWISE_MOVE_KIND_DOUBLE_PUSH ||
                        kind == SETWISE_MOVE_KIND_EN_PASSANT || uci[4] != 0;
    CHECK(code == (is_pawn ? 1 : kind == SETWISE_MOVE_KIND_CASTLING ? 5 : kind));

    // What the other side has lost.
    setwise_position next;
    CHECK(setwise_position_play(position, move, &next) == SETWISE_STATUS_OK);
    const uint32_t other = 1 - setwise_position_turn(position);
    const uint64_t lost = setwise_position_by_color(position, other) & ~setwise_position_by_color(&next, other);
    uint32_t captured = 0;
    for (uint32_t square = 0; square < 64; ++square) {
        captured += lost >> square & 1 ? setwise_position_code_on(position, square) : 0;
    }
    CHECK(setwise_position_captured(position, move) == captured);
}

int main(void) {
    unsigned long positions = 0, moves = 0, en_passant = 0, castling = 0;
    uint64_t random = 1;
    for (size_t game = 0; game < 40 * (sizeof fens / sizeof *fens); ++game) {
        const char *fen = fens[game % (sizeof fens / sizeof *fens)];
        setwise_position position;
        CHECK(setwise_position_from_fen(fen, &position) == SETWISE_STATUS_OK);
        for (int ply = 0; ply < 80; ++ply) {
            compare_position(&position, fen);
            setwise_move_list list;
            CHECK(setwise_position_legal_moves(&position, &list) == SETWISE_STATUS_OK);
            for (size_t i = 0; i < list.count; ++i) {
                compare_move(&position, list.moves[i], fen);
            }
            ++positions;
            moves += list.count;
            en_passant += setwise_position_en_passant(&position) != 0;
            castling += setwise_position_castling(&position) != 0;
            if (list.count == 0) {
                break;
            }
            random = random * 6364136223846793005u + 1442695040888963407u;
            CHECK(setwise_position_play(&position, list.moves[(random >> 33) % list.count], &position) == SETWISE_STATUS_OK);
        }
    }
    printf("accessors: %lu positions, %lu with castling rights, %lu after double pushes; %lu moves\n", positions, castling, en_passant, moves);
    return positions > 10000 && castling > 1000 && en_passant > 300 ? EXIT_SUCCESS : EXIT_FAILURE;
}
