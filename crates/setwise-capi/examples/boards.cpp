// Attacks, legal moves and features of many positions, with spans and exceptions.
//
//   cargo build --release -p setwise-capi
//   c++ -std=c++20 -I crates/setwise-capi/include crates/setwise-capi/examples/boards.cpp -L target/release -lsetwise_capi
#include "setwise.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <numeric>
#include <vector>

int main() {
    try {
        // A kernel can be chosen by its name, before all other calls. Without that, the fastest one of the CPU is used.
        setwise::select_kernel_from_env();

        // A rook on a1 in each of a thousand positions, with a blocker on a different square of the first rank.
        const std::vector<setwise::board> rooks(1000, 1), bishops(1000, 0);
        std::vector<setwise::board> occupied(1000), out(1000);
        for (std::size_t i = 0; i < occupied.size(); ++i) {
            occupied[i] = 1ull << (1 + i % 7);
        }
        setwise::batch_attacks({rooks, bishops, occupied}, out);
        for (int i = 0; i < 7; ++i) {
            std::printf("blocker %d: %d squares\n", i, std::popcount(out[i]));
        }

        const setwise_position positions[] = {
            setwise::position_from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            setwise::position_from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        };
        std::uint32_t counts[2];
        setwise::count_legal_moves(positions, counts);
        std::printf("legal moves: %u and %u\n", counts[0], counts[1]);
        setwise::board pinned[2];
        setwise_analysis_arrays arrays{};
        arrays.pinned = pinned;
        setwise::analyze(positions, arrays);
        std::printf("pinned: %d and %d\n", std::popcount(pinned[0]), std::popcount(pinned[1]));
        // One piece at a time: a queen on d4, and a bishop on each square, by the default system and by another one.
        std::printf("queen on d4: %d squares\n", std::popcount(setwise::piece_attacks(SETWISE_PIECE_KIND_QUEEN, 27, 0)));
        std::array<std::uint8_t, 64> squares;
        std::iota(squares.begin(), squares.end(), 0);
        const std::array<setwise::board, 64> empty{};
        std::array<setwise::board, 64> bishops_by_best, bishops_by_name;
        setwise::batch_piece_attacks(SETWISE_PIECE_KIND_BISHOP, squares, empty, bishops_by_best);
        const setwise::piecewise system("hyperbola-quintessence");
        system.batch_piece_attacks(SETWISE_PIECE_KIND_BISHOP, squares, empty, bishops_by_name);
        std::printf("%s agrees: %s\n", system.name().c_str(), bishops_by_best == bishops_by_name ? "yes" : "no");

        // The features of a neural network: rows without gaps, and padded rows.
        const setwise_eight_boards inputs[] = {setwise::eight_boards(positions[0]), setwise::eight_boards(positions[1])};
        const setwise::nnue_positions features_of{std::span<const setwise_eight_boards>(inputs)};
        const auto set = setwise::nnue_set_named("full-threats");
        const auto rows = setwise::nnue_csr(set, features_of);
        std::vector<std::int32_t> white(2 * 128), black(2 * 128);
        setwise::nnue_pad(set, features_of, white, black, 128);
        std::printf("threats: %zu and %zu of %u\n", rows.offsets[1], rows.offsets[2] - rows.offsets[1], setwise::nnue_size(set));
        std::printf("padded rows agree: %s\n",
                    std::equal(rows.first.begin() + rows.offsets[1], rows.first.end(), white.begin() + 128) ? "yes" : "no");

        std::printf("%s\n", setwise::position_to_fen(positions[1]).c_str());
        setwise::position_from_fen("8/8/8/8/8/8/8/K7x w - - 0 1");
    } catch (const setwise::error &error) {
        std::printf("status %d: %s\n", error.status(), error.what());
        return error.status() == SETWISE_STATUS_BAD_FEN ? 0 : 1;
    }
    return 1;
}
