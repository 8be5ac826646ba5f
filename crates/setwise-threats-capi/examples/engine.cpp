// A UCI engine in C++17 without exceptions and RTTI: alpha-beta search with quiescence and a hash table. It reads no commands
// during a search, so that `go infinite` ends by itself, after ten seconds. `engine bench` measures the speed. The option EvalFile is a
// network. `engine check` compares each accumulator of searches with a sum of all features; `engine check net.bin check.txt` then compares
// scores with those of the trainer.
#include "network.hpp"
#include "setwise.hpp"

#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using setwise::move, setwise::position;
using timer = std::chrono::steady_clock;

constexpr int mate = 31000, max_ply = 128, is_capture = 1 << 29;
constexpr setwise::piece_values values = {{100, 320, 335, 500, 950, 20000}}; // by role
constexpr int value_of_code[] = {0, 100, 335, 320, 500, 20000, 950, 0};      // by the code of a piece, without the color

// Material and squares, for the side to move.
static int evaluate(const position &now) {
    const bool ending = __builtin_popcountll(now.occupied() & ~now.by_role(0)) <= 8;
    int sums[2] = {};
    for (setwise::board pieces = now.occupied(); pieces != 0; pieces &= pieces - 1) {
        const int square = __builtin_ctzll(pieces);
        const std::uint32_t code = now.code_on(static_cast<std::uint32_t>(square));
        const int rank = code < 8 ? square / 8 : 7 - square / 8, wing = std::abs(2 * (square % 8) - 7);
        const int center = 6 - std::max(std::abs(2 * rank - 7), wing), pawn = rank * rank * 2 + (wing < 4 ? 6 * rank : 0) - 20;
        const int king = ending ? 6 * center : 4 * wing - 20 * rank, rook = (rank == 6 ? 20 : 0) - wing;
        const int places[] = {0, pawn, 3 * center, 5 * center, rook, king, 2 * center};
        sums[code >> 3] += value_of_code[code & 7] + places[code & 7];
    }
    return 10 + sums[now.turn()] - sums[1 - now.turn()];
}

// ANCHOR: played
static pieces pieces_of(const position &now) {
    pieces out = {{}, now.occupied(), {}};
    for (setwise::board left = out.occupied; left != 0; left &= left - 1) {
        const int square = __builtin_ctzll(left);
        const std::uint32_t code = now.code_on(static_cast<std::uint32_t>(square));
        out.mailbox[square] = static_cast<std::uint8_t>(code);
        if ((code & 7) == 5) out.kings[code >> 3] = static_cast<std::uint8_t>(square);
    }
    return out;
}
// What a move does, in the codes of the library.
static threats::played played_of(const position &now, move m) {
    const std::uint32_t from = m.source(), to = m.target(), piece = codes[now.code_on(from)], captured = codes[now.captured(m)];
    if (m.is_castling()) { // The target is the square of the rook.
        const std::uint32_t king_to = (from & 56) + (from < to ? 6 : 2), rook_to = (from & 56) + (from < to ? 5 : 3);
        return setwise_threats_step_castling(from, king_to, to, rook_to, piece, codes[now.code_on(to)]);
    }
    if (m.kind() == SETWISE_MOVE_KIND_EN_PASSANT) return setwise_threats_step_en_passant(from, to, piece, (from & 56) | (to & 7), captured);
    return setwise_threats_step_move(from, to, piece, m.is_promotion() ? (piece & 8) + 1 + m.promoted() : piece, captured);
}
// ANCHOR_END: played

enum class bound : std::uint8_t { none, upper, lower, exact };
struct entry { std::uint64_t key; move best; std::int16_t score; std::int8_t depth; bound kind; };
struct limits { // times in milliseconds: begin no further depth, end the search
    std::int64_t depth = max_ply - 1, nodes = INT64_MAX, soft = INT64_MAX, hard = INT64_MAX;
};

struct engine {
    setwise::history line; // the positions of the game before the root, then of the searched line
    std::size_t game = 0;  // the number of those before the root
    std::vector<entry> table = std::vector<entry>(1 << 20);
    int history[2][4096] = {}; // of quiet moves, by color, source and target
    std::int64_t nodes = 0;
    bool stop = false;
    limits limit;
    move best; // at the root
    timer::time_point start;
    std::unique_ptr<network> net;
    std::int64_t checked = -1; // the number of accumulators that were compared, if they are

    std::int64_t elapsed() const { return std::chrono::duration_cast<std::chrono::milliseconds>(timer::now() - start).count(); }
    bool drawn(const position &now) const {
        if (line.plies_to_repetition(now) != 0) return true;
        const bool may_end = now.halfmoves() >= 100 || __builtin_popcountll(now.occupied()) <= 4;
        return may_end && now.status() > SETWISE_GAME_STATUS_CHECKMATE;
    }
    // The score of the position of a ply, for the side to move.
    int guess_of(const position &now, int ply) {
        if (!net) return evaluate(now);
        const auto number = static_cast<std::size_t>(ply);
        const int score = net->evaluate(number, now.turn());
        if (checked >= 0 && !net->agrees(number)) std::abort();
        checked += checked >= 0;
        return std::clamp(score, max_ply - mate, mate - max_ply);
    }
    int search_after(const position &now, const threats::played &played, int depth, int ply, int alpha, int beta, bool may_pass) {
        if (net) net->make(static_cast<std::size_t>(ply - 1), played, pieces_of(now));
        return -search(now, depth, ply, alpha, beta, may_pass);
    }
    // The hash move; captures and queens, of the most valuable piece by the least valuable one first; other moves by history.
    int order(const position &now, move m, move hashed) const {
        if (m == hashed) return 1 << 30;
        const int gain = value_of_code[now.captured(m) & 7] + (m.promoted() == SETWISE_ROLE_QUEEN ? 850 : 0);
        if (gain == 0) return history[now.turn()][m.bits() & 4095];
        return is_capture + 64 * gain - value_of_code[now.code_on(m.source()) & 7];
    }

    int search(const position &now, int depth, int ply, int alpha, int beta, bool may_pass) {
        if (nodes >= limit.nodes || (nodes % 1024 == 0 && elapsed() >= limit.hard)) stop = true;
        if (stop) return 0;
        ++nodes;
        const std::uint64_t key = now.key();
        while (line.size() > game + static_cast<std::size_t>(ply)) line.pop();
        if (ply > 0 && drawn(now)) return 0;
        const bool check = now.checkers() != 0, quiescence = depth <= 0 && !check;
        const int guess = guess_of(now, ply), lowest = alpha;
        if (ply == max_ply || (quiescence && guess >= beta) || !line.push(now)) return guess;
        entry &slot = table[key % table.size()];
        const bool hit = slot.key == key && slot.kind != bound::none;
        const move hashed = hit ? slot.best : move();
        const bool decides = slot.kind == bound::exact || (slot.kind == bound::lower ? slot.score >= beta : slot.score <= alpha);
        // The score of a mate depends on the ply, so that it is not taken from the table.
        if (hit && decides && ply > 0 && slot.depth >= depth && std::abs(slot.score) < mate - max_ply) return slot.score;
        const setwise::board officers = now.by_color(now.turn()) & ~(now.by_role(0) | now.by_role(5));
        if (may_pass && !check && depth >= 3 && guess >= beta && (officers & (officers - 1)) != 0) { // zugzwang is rare
            const int score = search_after(*now.null_move(), setwise_threats_step_null(), depth - 3, ply + 1, -beta, 1 - beta, false);
            if (score >= beta && !stop) return beta;
        }
        auto moves = quiescence ? now.captures() : now.legal_moves();
        if (moves.empty() && !quiescence) return check ? ply - mate : 0;
        int orders[SETWISE_MOVE_LIST_ROOM], highest = quiescence ? guess : -mate;
        for (std::size_t i = 0; i < moves.size(); ++i) orders[i] = order(now, moves[i], hashed);
        move found = hashed;
        for (std::size_t i = 0; i < moves.size() && highest < beta; ++i) {
            const auto next = static_cast<std::size_t>(std::max_element(orders + i, orders + moves.size()) - orders);
            std::swap(orders[i], orders[next]);
            const move m = std::exchange(moves[next], moves[i]);
            if (quiescence && !now.exchange_reaches(m, values, 0)) continue;
            const position after = now.play_unchecked(m);
            const threats::played played = net ? played_of(now, m) : setwise_threats_step_null();
            const bool quiet = orders[i] < is_capture;
            const int deeper = check ? depth : depth - 1, shallower = deeper - (depth >= 3 && i >= 4 && quiet && !check);
            alpha = std::max(alpha, highest);
            int score = alpha + 1; // later moves must show first that they are better than the best one
            if (i > 0 && depth > 0) score = search_after(after, played, shallower, ply + 1, -alpha - 1, -alpha, true);
            if (score > alpha) score = search_after(after, played, deeper, ply + 1, -beta, -alpha, true);
            if (stop) return 0;
            highest = std::max(highest, score);
            if (score > alpha) found = m, best = ply == 0 ? m : best;
            if (score >= beta && quiet) history[now.turn()][m.bits() & 4095] += depth * depth;
        }
        const auto kind = highest >= beta ? bound::lower : highest > lowest ? bound::exact : bound::upper;
        slot = {key, found, static_cast<std::int16_t>(highest), static_cast<std::int8_t>(std::max(depth, 0)), kind};
        return highest;
    }

    // Searches deeper and deeper. The best move of an unfinished depth counts as well, as the one of the depth before comes first.
    move go(const position &root, const limits &given) {
        start = timer::now(), nodes = 0, stop = false, limit = given, game = line.size();
        std::fill_n(history[0], 2 * 4096, 0);
        if (net) net->set(0, pieces_of(root));
        const auto moves = root.legal_moves();
        best = moves.empty() ? move() : moves[0];
        for (int depth = 1; depth <= limit.depth && !moves.empty() && elapsed() < limit.soft; ++depth) {
            const int score = search(root, depth, 0, -mate, mate, false), plies = mate - std::abs(score);
            if (stop) break;
            std::cout << "info depth " << depth << " score " << (plies <= max_ply ? "mate " : "cp ")
                      << (plies > max_ply ? score : score > 0 ? (plies + 1) / 2 : -plies / 2) << " nodes " << nodes << " time "
                      << elapsed() << " pv " << best.uci().c_str() << std::endl;
        }
        while (line.size() > game) line.pop();
        return best;
    }
};

static limits read_limits(std::istringstream &words, bool white) {
    limits out;
    std::int64_t number = 0, clock = INT64_MAX, increment = 0, moves = 25;
    for (std::string word; words >> word >> number;) {
        if (word == "depth") out.depth = std::min(number, out.depth);
        if (word == "nodes") out.nodes = number;
        if (word == "movetime") out.hard = number;
        if (word == (white ? "wtime" : "btime")) clock = number;
        if (word == (white ? "winc" : "binc")) increment = number;
        if (word == "movestogo") moves = std::max<std::int64_t>(1, number);
    }
    if (number <= 0) out.hard = 10000; // no limit
    if (clock < INT64_MAX) {
        out.hard = std::max<std::int64_t>(1, std::min(2 * (clock / moves + increment), clock - 50));
        out.soft = out.hard / 4;
    }
    return out;
}

// Reads `startpos` or `fen` and a FEN, then moves. Writes the positions before the last one that it can repeat.
static setwise::result<position> read_position(std::istringstream &words, setwise::history &line) {
    std::string word, fen;
    const bool start = words >> word && word == "startpos";
    while (words >> word && word != "moves") fen += word + " ";
    auto now = position::from_fen(start ? position::startpos().fen().c_str() : fen.c_str());
    for (line.clear(); now && words >> word;) {
        if (now->halfmoves() == 0) line.clear();
        const auto pushed = line.push(*now);
        const auto played = now->parse_uci(word);
        now = {pushed ? played.status() : pushed.status(), played ? now->play_unchecked(*played) : *now};
    }
    return now;
}

static void bench(engine &player, const limits &limit) {
    std::int64_t nodes = 0, time = 1;
    for (const char *fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/3p4/8/8/8/8/3PP3/4K3 w - - 0 1",
                            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"}) {
        player.go(*position::from_fen(fen), limit);
        nodes += player.nodes, time += player.elapsed();
    }
    std::cout << "nodes " << nodes << "\nnps " << 1000 * nodes / time << std::endl;
}

// ANCHOR: agrees
// Whether the network gives the trainer's scores, of lines `FEN;SCORE`. A position is an update of the one before it, where that is possible.
static bool agrees(network &net, std::istream &&lines) {
    std::size_t ply = 0, updates = 0, count = 0;
    pieces last = {};
    for (std::string fen, score; std::getline(lines, fen, ';') && std::getline(lines, score); count++, ply++) {
        const auto now = position::from_fen(fen);
        if (!now) return false;
        const pieces next = pieces_of(*now);
        setwise_threats_square changed[65];
        std::size_t squares = 0;
        for (std::uint8_t at = 0; at < 64; at++) {
            if (last.mailbox[at] != next.mailbox[at]) changed[squares++] = {at, codes[last.mailbox[at]], codes[next.mailbox[at]]};
        }
        threats::played played;
        if (count > 0 && threats::step_squares({changed, squares}, played) == threats::status::ok) {
            net.make(ply - 1, played, next);
            updates++;
        } else {
            net.set(ply = 0, next);
        }
        if (net.evaluate(ply, now->turn()) != std::atoi(score.c_str())) return std::cout << fen << " has another score\n", false;
        last = next;
    }
    std::cout << count << " scores of the trainer, " << updates << " by updates" << std::endl;
    return count > 0;
}
// ANCHOR_END: agrees

int main(int count, char **arguments) {
    engine player;
    const std::string task = count > 1 ? arguments[1] : "";
    if (task == "bench") return bench(player, limits{6}), EXIT_SUCCESS;
    if (task == "check") {
        player.net = std::make_unique<network>(), player.checked = 0;
        if (count > 2 && !player.net->load(arguments[2])) return std::cerr << "no network: " << arguments[2] << std::endl, EXIT_FAILURE;
        bench(player, limits{5, 20000});
        std::cout << "accumulators " << player.checked << std::endl;
        return count < 4 || agrees(*player.net, std::ifstream(arguments[3])) ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    position now = position::startpos();
    for (std::string line, word; word != "quit" && std::getline(std::cin, line);) {
        std::istringstream words(line);
        words >> word;
        if (word == "uci") {
            std::cout << "id name setwise example\nid author setwise\noption name EvalFile type string default <empty>\nuciok" << std::endl;
        }
        if (line.rfind("setoption name EvalFile value ", 0) == 0) {
            player.net = std::make_unique<network>();
            if (!player.net->load(line.c_str() + 30)) player.net.reset(), std::cout << "info string no network: " << line << std::endl;
        }
        if (word == "isready") std::cout << "readyok" << std::endl;
        if (word == "ucinewgame") player.table.assign(player.table.size(), entry());
        if (word == "position") {
            const auto read = read_position(words, player.line);
            if (!read) std::cout << "info string " << read.message() << std::endl;
            now = read ? *read : position::startpos();
        }
        if (word == "go") {
            const move best = player.go(now, read_limits(words, now.turn() == 0));
            std::cout << "bestmove " << (best ? best.uci().c_str() : "0000") << std::endl;
        }
    }
}
