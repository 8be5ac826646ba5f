// Attacks, legal moves and features of many positions, in C++17 without exceptions.
//
//   c++ -std=c++17 -Wl,--gc-sections -I crates/setwise-capi/include crates/setwise-capi/examples/boards.cpp
//       target/release/libsetwise_capi.a -o boards
#include "setwise.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

// Returns the value of a result, or ends the program with its message.
template <class T> static T value_of(setwise::result<T> result) {
    if (!result) {
        std::fprintf(stderr, "status %d: %s\n", result.status(), result.message());
        std::exit(EXIT_FAILURE);
    }
    if constexpr (!std::is_void_v<T>) {
        return *std::move(result);
    }
}

static int squares_of(setwise::board board) { return static_cast<int>(std::bitset<64>(board).count()); }

static void attacks() {
    // A rook on a1 in each of a thousand positions, with a blocker on a different square of the first rank.
    const std::vector<setwise::board> rooks(1000, 1), bishops(1000, 0);
    std::vector<setwise::board> occupied(1000), out(1000);
    for (std::size_t i = 0; i < occupied.size(); ++i) {
        occupied[i] = 1ull << (1 + i % 7);
    }
    value_of(setwise::batch_attacks({rooks, bishops, occupied}, out));
    for (std::size_t i = 0; i < 7; ++i) {
        std::printf("blocker %zu: %d squares\n", i, squares_of(out[i]));
    }

    // One piece at a time: a queen on d4, and a bishop on each square, by the default system and by another one.
    std::printf("queen on d4: %d squares\n", squares_of(value_of(setwise::piece_attacks(SETWISE_PIECE_KIND_QUEEN, 27, 0))));
    std::array<std::uint8_t, 64> squares;
    std::iota(squares.begin(), squares.end(), std::uint8_t{0});
    const std::array<setwise::board, 64> empty{};
    std::array<setwise::board, 64> by_best, by_name;
    value_of(setwise::batch_piece_attacks(SETWISE_PIECE_KIND_BISHOP, squares, empty, by_best));
    const auto system = value_of(setwise::piecewise::named("hyperbola-quintessence"));
    value_of(system.batch_piece_attacks(SETWISE_PIECE_KIND_BISHOP, squares, empty, by_name));
    std::printf("%s agrees: %s\n", value_of(system.name()), by_best == by_name ? "yes" : "no");
}

static void features(const setwise::positions &positions) {
    // Rows without gaps, and padded rows.
    const auto set = value_of(setwise::nnue_set_named("full-threats"));
    const setwise::nnue_positions inputs(positions);
    std::vector<std::uint32_t> counts(positions.size());
    value_of(setwise::nnue_count(set, inputs, counts));
    const auto entries = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    std::vector<std::size_t> offsets(positions.size() + 1);
    std::vector<std::uint32_t> first(entries), second(entries);
    value_of(setwise::nnue_csr(set, inputs, offsets, first, second));
    std::printf("threats: %u and %u of %u\n", counts[0], counts[1], value_of(setwise::nnue_size(set)));

    std::vector<std::int32_t> white(positions.size() * 128), black(white.size());
    value_of(setwise::nnue_pad(set, inputs, white, black, 128));
    const auto same = [](std::uint32_t a, std::int32_t b) { return static_cast<std::int32_t>(a) == b; };
    const bool agree = std::equal(first.begin() + counts[0], first.end(), white.begin() + 128, same);
    std::printf("padded rows agree: %s\n", agree ? "yes" : "no");
}

int main() {
    // A kernel can be chosen by its name, before all other calls. Without that, the fastest one of the CPU is used.
    value_of(setwise::select_kernel_from_env());
    attacks();

    const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    };
    // The positions are checked once, here.
    auto positions = value_of(setwise::positions::from_fens(fens));
    std::uint32_t counts[2];
    value_of(positions.count_legal_moves(counts));
    std::printf("legal moves: %u and %u\n", counts[0], counts[1]);
    setwise::board pinned[2];
    setwise::analysis outputs;
    outputs.pinned = pinned;
    value_of(positions.analyze(outputs));
    std::printf("pinned: %d and %d\n", squares_of(pinned[0]), squares_of(pinned[1]));
    features(positions);

    // A move in each of them.
    const setwise::move moves[] = {value_of(positions[0].parse_san("e4")), value_of(positions[1].parse_uci("e1g1"))};
    value_of(positions.play(moves));
    std::printf("%s\n%s\n", positions[0].fen().c_str(), positions[1].fen().c_str());

    // An error is a value.
    const auto wrong = setwise::position::from_fen("8/8/8/8/8/8/8/K7x w - - 0 1");
    std::printf("status %d: %s\n", wrong.status(), wrong.message());
    return wrong.status() == SETWISE_STATUS_BAD_FEN ? EXIT_SUCCESS : EXIT_FAILURE;
}
