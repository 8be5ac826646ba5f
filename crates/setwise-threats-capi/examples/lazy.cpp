// An accumulator that is updated only when the position is evaluated, in C++17 without exceptions: three plies at once, for the
// perspective that needs them.
//
//   cargo build --release -p setwise-threats-capi
//   c++ -std=c++17 -I crates/setwise-threats-capi/include crates/setwise-threats-capi/examples/lazy.cpp -Wl,--gc-sections
//     target/release/libsetwise_threats_capi.a
#include "setwise_threats.h"

#include <cstdio>
#include <cstring>

namespace threats = setwise::threats;
using threats::perspective;

// The engine's codes: twice the role (pawn 1 to king 6), plus 1 for Black. The table gives those of the library.
constexpr uint8_t codes[16] = {0, 0, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 0, 0};
enum : uint8_t { white_knight = 4, white_bishop = 6, black_bishop = 7, white_king = 12, black_king = 13 };

struct board {
    uint8_t mailbox[64] = {};
    uint64_t occupied = 0;

    void put(uint32_t square, uint8_t piece) {
        mailbox[square] = piece;
        occupied |= uint64_t{1} << square;
    }

    // Makes a move, and returns what is kept of it.
    threats::before make(uint32_t from, uint32_t to) {
        threats::before before;
        std::memcpy(before.mailbox, mailbox, sizeof mailbox);
        before.occupied = occupied;
        before.played = setwise_threats_step_capture(from, to, codes[mailbox[from]], codes[mailbox[to]]);
        put(to, mailbox[from]);
        mailbox[from] = 0;
        occupied &= ~(uint64_t{1} << from);
        return before;
    }
};

int main() {
    board board;
    board.put(4, white_king);
    board.put(60, black_king);
    board.put(18, white_bishop);
    board.put(21, white_knight);
    board.put(45, black_bishop);

    // Nf3-d4, Bf6xd4, Bc3xd4.
    const threats::before plies[] = {board.make(21, 27), board.make(45, 27), board.make(18, 27)};

    const threats::updater<threats::full_threats> updater(threats::best_level(), codes);
    static threats::full_threats::changed changed;
    for (const auto &before : plies) {
        if (threats::refreshes(before.played, perspective::white)) return 1;
        if (updater.changes_of(before, perspective::white, 4, changed) != threats::status::ok) return 1;
        std::printf("%zu removed, %zu added\n", threats::removed(changed, perspective::white).size(),
                    threats::added(changed, perspective::white).size());
    }
}
