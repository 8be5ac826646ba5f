// The accumulators of a search in C++17 without exceptions, updated when a position is evaluated: several plies at once, and all features where
// the king has crossed the middle of the board. The engine has its own codes of pieces.
//
//   cargo build --release -p setwise-threats-capi
//   c++ -std=c++17 -I crates/setwise-threats-capi/include crates/setwise-threats-capi/examples/lazy.cpp -Wl,--gc-sections
//     target/release/libsetwise_threats_capi.a
#include "setwise_threats.h"

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace threats = setwise::threats;
using threats::perspective;

// ANCHOR: board
// The engine's codes: twice the role (pawn 1 to king 6), plus 1 for Black. The table gives those of the library.
constexpr uint8_t codes[16] = {0, 0, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 0, 0};

struct board {
    uint8_t mailbox[64];
    uint64_t occupied;
    uint8_t kings[2];
};
// ANCHOR_END: board

constexpr int width = 8;

// A weight of a feature.
int16_t weight(uint32_t feature, int i) { return static_cast<int16_t>(feature * 31 % 61 + feature % 17 * static_cast<uint32_t>(i)); }

// ANCHOR: network
struct ply {
    threats::before before; // The position, and the move that is made in it.
    uint8_t kings[2];
    int16_t sums[2][width]; // The accumulators, by perspective,
    bool is_ready[2];       // and whether they are those of the position.
};

class network {
public:
    // The position of a ply. Call it for the root.
    void set(int number, const board &board) {
        ply &ply = plies_[number];
        std::memcpy(ply.before.mailbox, board.mailbox, 64);
        ply.before.occupied = board.occupied;
        for (int side = 0; side < 2; side++) ply.kings[side] = board.kings[side], ply.is_ready[side] = false;
    }

    // Call it for each move and null move of the search.
    void make(int number, const threats::played &played, const board &after) {
        plies_[number].before.played = played;
        set(number + 1, after);
    }

    // Call it before the evaluation of a position.
    const ply &catch_up(int number) {
        const int white = base(number, perspective::white), black = base(number, perspective::black);
        if (white == black) {
            for (int next = white + 1; next <= number; next++) update(next, {perspective::white, perspective::black});
        } else {
            for (int next = white + 1; next <= number; next++) update(next, {perspective::white});
            for (int next = black + 1; next <= number; next++) update(next, {perspective::black});
        }
        return plies_[number];
    }

    // Sums all features of a position.
    void refresh(int number, perspective side) {
        ply &ply = plies_[number];
        check(updater_.features(ply.before, ply.kings[0], ply.kings[1], changed_));
        int16_t(&sums)[width] = ply.sums[static_cast<int>(side)];
        std::memset(sums, 0, sizeof sums);
        add(sums, threats::added(changed_, side), 1);
        ply.is_ready[static_cast<int>(side)] = true;
    }

private:
    // Returns the last ply with an accumulator from which updates lead here.
    int base(int number, perspective side) {
        for (; !plies_[number].is_ready[static_cast<int>(side)]; number--) {
            if (number == 0 || threats::refreshes(plies_[number - 1].before.played, side)) {
                refresh(number, side);
                break;
            }
        }
        return number;
    }

    void update(int number, std::initializer_list<perspective> sides) {
        const ply &last = plies_[number - 1];
        ply &next = plies_[number];
        assert(updater_.fits(last.before, next.kings[0], next.kings[1]));
        if (sides.size() == 2) {
            check(updater_.changes(last.before, next.kings[0], next.kings[1], changed_));
        } else {
            const perspective side = *sides.begin();
            check(updater_.changes_of(last.before, side, next.kings[static_cast<int>(side)], changed_));
        }
        for (const perspective side : sides) {
            const int which = static_cast<int>(side);
            std::memcpy(next.sums[which], last.sums[which], sizeof next.sums[which]);
            add(next.sums[which], threats::removed(changed_, side), -1);
            add(next.sums[which], threats::added(changed_, side), 1);
            next.is_ready[which] = true;
        }
    }

    static void add(int16_t (&sums)[width], threats::view<const uint16_t> features, int sign) {
        for (const uint16_t feature : features) {
            for (int i = 0; i < width; i++) sums[i] = static_cast<int16_t>(sums[i] + sign * weight(feature, i));
        }
    }

    // Other statuses are mistakes of the program.
    static void check(threats::status status) {
        if (status != threats::status::ok) std::abort();
    }

    threats::updater<threats::full_threats> updater_{threats::best_level(), codes};
    threats::full_threats::changed changed_;
    ply plies_[256];
};
// ANCHOR_END: network

// A board from the first field of a FEN.
board board_of(const char *fen) {
    board board = {};
    for (int file = 0, rank = 7; *fen != '\0'; fen++) {
        constexpr char letters[] = "PpNnBbRrQqKk";
        if (*fen == '/') {
            file = 0, rank--;
        } else if (*fen >= '1' && *fen <= '8') {
            file += *fen - '0';
        } else if (const char *letter = std::strchr(letters, *fen)) {
            const int square = 8 * rank + file++, piece = static_cast<int>(letter - letters) + 2;
            board.mailbox[square] = static_cast<uint8_t>(piece);
            board.occupied |= uint64_t{1} << square;
            if (piece >= 12) board.kings[piece & 1] = static_cast<uint8_t>(square);
        }
    }
    return board;
}

int main() {
    static network network;
    network.set(0, board_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R"));
    network.catch_up(0);
    // ANCHOR: steps
    // Castling to the queen's side, a capture, and a null move. Steps have the codes of the library.
    network.make(0, setwise_threats_step_castling(4, 2, 0, 3, codes[12], codes[8]),
                 board_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/2KR3R"));
    network.make(1, setwise_threats_step_capture(25, 18, codes[3], codes[4]),
                 board_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/4P3/2p2Q1p/PPPBBPPP/2KR3R"));
    network.make(2, setwise_threats_step_null(), board_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/4P3/2p2Q1p/PPPBBPPP/2KR3R"));
    // ANCHOR_END: steps
    int16_t found[2][width];
    std::memcpy(found, network.catch_up(3).sums, sizeof found);
    for (const perspective side : {perspective::white, perspective::black}) network.refresh(3, side);
    if (std::memcmp(found, network.catch_up(3).sums, sizeof found) != 0) return EXIT_FAILURE;
    std::printf("three plies, equal to a sum of all features\n");
}
