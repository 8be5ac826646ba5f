// Attacks and legal moves of many positions, with spans and exceptions.
//
//   cargo build --release -p setwise-capi
//   c++ -std=c++20 -I crates/setwise-capi/include crates/setwise-capi/examples/boards.cpp -L target/release -lsetwise_capi
#include "setwise.hpp"

#include <bit>
#include <cstdio>
#include <vector>

int main() {
    try {
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
        std::printf("queen on d4: %d squares\n", std::popcount(setwise::piece_attacks(SETWISE_PIECE_KIND_QUEEN, 27, 0)));

        setwise::position_from_fen("8/8/8/8/8/8/8/K7x w - - 0 1");
    } catch (const setwise::error &error) {
        std::printf("status %d: %s\n", error.status(), error.what());
        return error.status() == SETWISE_STATUS_BAD_FEN ? 0 : 1;
    }
    return 1;
}
