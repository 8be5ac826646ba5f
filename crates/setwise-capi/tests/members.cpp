// Every member of setwise.hpp, used once: each must compile, and return what C returns.
#pragma GCC diagnostic error "-Wold-style-cast"
#include "setwise.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <vector>
#undef NDEBUG
#include <cassert>

using namespace setwise;

struct counter {
    int calls = 0;
    bool operator()(const setwise_perft_progress &now) {
        ++calls;
        return now.done <= now.parts;
    }
};
static bool go_on(const setwise_perft_progress &) { return true; }
static std::size_t length(view<const int> v) { return v.size(); }

int main() {
    assert(length(std::vector<int>{1, 2}) == 2);

    // views
    int c[3] = {1, 2, 3};
    std::array<int, 2> a{4, 5};
    const std::vector<int> v{6};
    std::vector<int> w{7};
    view<int> v1 = c, v2 = a, v3 = w;
    view<const int> v4 = v, v5 = c, v6 = a, v7 = v1, v8;
    view<const int> v9(c, 2);
    view<const int> v10 = {};
    assert(v1.size() == 3);
    assert(v2[1] == 5);
    assert(v3.data() == w.data());
    assert(v4[0] == 6);
    assert(v5.size() == 3);
    assert(v6.size() == 2);
    assert(v7[2] == 3);
    assert(v8.empty());
    assert(v9.size() == 2);
    assert(v10.empty());
    int sum = 0;
    for (int x : v1) sum += x;
    assert(sum == 6);
    static_assert(!std::is_convertible_v<const std::vector<int> &, view<int>>, "");
    static_assert(!std::is_convertible_v<std::vector<int>, view<int>>, "");
    static_assert(!std::is_convertible_v<std::vector<long> &, view<int>>, "");
    static_assert(std::is_convertible_v<std::vector<int> &, view<const int>>, "");

    // position
    position p = position::startpos(), q{};
    (void)q;
    auto bad = position::from_fen("nonsense");
    assert(!bad);
    assert(bad.status() == SETWISE_STATUS_BAD_FEN);
    assert(*bad.message());
    std::puts(bad.message());
    const auto k = position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 7");
    assert(k);
    assert(k.value().turn() == 0);
    assert(k->count_legal_moves() == 48);
    assert(!std::strcmp(k.message(), "no error"));
    assert(position::from_setup(k->setup()).value().key() == k->key());
    setwise_setup broken = k->setup();
    broken.roles[5] = 0;
    auto b2 = position::from_setup(broken);
    assert(b2.status() == SETWISE_STATUS_BAD_POSITION);
    std::puts(b2.message());
    assert(!std::strcmp(k->fen().c_str(), "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 7"));
    assert(position(k->raw()).key() == k->key());
    assert(p.occupied() == 0xffff00000000ffff);
    assert(p.by_color(1) == 0xffff000000000000);
    assert(p.by_role(5) == 0x1000000000000010);
    assert(p.pieces(0, 3) == 0x81);
    assert(p.code_on(0) == 4);
    assert(p.role_on(0) == SETWISE_ROLE_ROOK && p.role_on(32) == SETWISE_ROLE_NONE);
    assert(code_role(11) == SETWISE_ROLE_KNIGHT);
    assert(p.castling() == 0x8100000000000081);
    assert(p.en_passant() == 0);
    assert(k->halfmoves() == 3);
    assert(k->fullmove() == 7);
    move_list list;
    assert(list.empty());
    assert(k->legal_moves(list));
    assert(list.size() == 48);
    assert(k->legal_moves().size() == 48);
    assert(k->captures(list));
    assert(list.size() == 8);
    assert(k->captures().size() == 8);
    for (move m : list) {
        assert(m && k->is_legal(m));
        std::printf("%s %s %d; ", m.uci().c_str(), k->san(m)->c_str(), *k->exchange_value(m, {{1, 3, 3, 5, 9, 100}}));
    }
    list[0] = list.data()[1];
    const move_list &cl = list;
    assert(cl[0] == cl.begin()[0]);
    assert(cl.end() - cl.begin() == 8);
    assert(cl.data());
    assert(list.begin() != list.end());
    const move castle = *k->parse_uci("e1g1");
    assert(castle.is_castling() && !castle.is_promotion() && castle.promoted() == SETWISE_ROLE_NONE);
    assert(k->captured(castle) == 0 && k->captured(*k->parse_uci("e2a6")) == 10);
    const auto pawn = position::from_fen("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert(pawn->parse_uci("a7b8n")->is_promotion() && pawn->parse_uci("a7b8n")->promoted() == SETWISE_ROLE_KNIGHT);
    assert(!p.parse_uci("e2e4")->is_promotion());
    assert(castle.source() == 4);
    assert(castle.target() == 7);
    assert(!std::strcmp(castle.uci().c_str(), "e1g1"));
    assert(!std::strcmp(castle.uci(true).c_str(), "e1h1"));
    assert(*k->parse_san("O-O") == castle);
    assert(move(castle.bits()) == castle);
    assert(castle != move());
    assert(!move());
    assert((move() < castle));
    assert(move().uci().c_str()[0] == 0);
    const auto nouci = k->parse_uci("e1e8"), nosan = k->parse_san("Qh8");
    assert(nouci.status() == SETWISE_STATUS_BAD_MOVE);
    assert(!nosan);
    assert(!k->san(move()));
    std::puts(nouci.message());
    assert(k->play(castle));
    assert(k->play(castle)->key() == k->play_unchecked(castle).key());
    assert(k->play(move()).status() == SETWISE_STATUS_ILLEGAL_MOVE);
    // parts of a text
    const std::string_view line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id 1";
    const auto part = position::from_fen(line.substr(0, 27));
    assert(part && part->count_legal_moves() == 6 && position::from_fen(std::string_view()).status() == SETWISE_STATUS_BAD_FEN);
    const auto operations = position::from_fen(line);
    assert(!operations && std::strstr(operations.message(), "EPD"));
    assert(part->parse_san(line.substr(31, 2)) && !part->parse_san(line.substr(31, 3)));
    assert(p.parse_uci(std::string_view("e2e4e5").substr(0, 4)) && !p.parse_uci(std::string_view("0000")));
    assert(piecewise::named(std::string_view("hyperbola-quintessence,x").substr(0, 22)));
    assert(!nnue_set_named(std::string_view("full")) && !select_kernel(std::string_view("x")));
    assert(kernel_is_supported(std::string_view(*kernel_name(0))));
    const char *const every = "full-threats-full-threats-full-threats-full-threats-full-threats-full-threats";
    assert(nnue_set_named(std::string_view(every, 12)) && !nnue_set_named(std::string_view(every)));

    // repetitions
    history past;
    position current = p;
    const char *const knights[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    for (std::uint32_t ply = 0; ply < 20; ++ply) {
        assert(past.size() == ply && past.empty() == (ply == 0));
        assert(past.repetitions(current) == ply / 4 && past.plies_to_repetition(current) == (ply < 4 ? 0 : 4));
        assert(past.is_threefold(current) == (ply >= 8));
        assert(past.push(current));
        current = *current.play(*current.parse_uci(knights[ply % 4]));
    }
    const history copy = past;
    while (past.push(current)) {}
    assert(past.size() == SETWISE_HISTORY_ROOM && past.push(current).status() == SETWISE_STATUS_NO_ROOM);
    assert(past.pop() && past.size() == SETWISE_HISTORY_ROOM - 1);
    past.clear();
    assert(!past.pop() && !past.is_threefold(current) && copy.is_threefold(current));

    assert(k->null_move()->turn() == 1);
    assert(k->mirror().turn() == 1);
    assert(k->mirror().mirror().key() == k->key());
    assert(k->pawn_key());
    assert(k->material_key());
    assert(p.polyglot_key() == 0x463b96181691fc9c);
    assert(k->checkers() == 0);
    assert(k->pinned() == 0);
    assert(p.attackers_to(18) == p.attackers_to(18, p.occupied()));
    assert(!k->gives_check(castle));
    assert(p.status() == SETWISE_GAME_STATUS_ONGOING);
    assert(k->exchange_value(move(), {{1, 3, 3, 5, 9, 100}}).status() == SETWISE_STATUS_ILLEGAL_MOVE);
    assert(k->exchange_reaches(castle, {{1, 3, 3, 5, 9, 100}}, 0));
    assert(*p.perft(3) == 8902);
    assert(*p.perft(4, perft_options{}) == 197281);
    assert(p.perft(65).status() != SETWISE_STATUS_OK);
    counter counts;
    perft_options options;
    options.threads = 2;
    options.hash_bytes = 1 << 20;
    assert(*p.perft(4, options, counts) == 197281);
    assert(counts.calls > 0);
    assert(p.perft(4, {}, [](const setwise_perft_progress &) { return false; }).status() == SETWISE_STATUS_STOPPED);
    const auto constant = [](const setwise_perft_progress &) { return true; };
    assert(*p.perft(2, {}, constant) == 400);
    assert(*p.perft(2, {}, go_on) == 400);
    assert(*p.perft(2, {}, &go_on) == 400);

    // positions
    const std::array<position, 2> pair{p, *k};
    auto made = positions::from(pair);
    assert(made);
    assert(made->size() == 2);
    positions all = *std::move(made);
    assert(made->empty());
    assert(made->get() == nullptr);
    positions other;
    other = std::move(all);
    all = std::move(other);
    assert(all.size() == 2);
    assert(positions().empty());
    const char *const fens[] = {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "x"};
    auto wrong = positions::from_fens(fens);
    assert(wrong.status() == SETWISE_STATUS_BAD_FEN);
    std::puts(wrong.message());
    const std::vector<const char *> good{fens[0]};
    assert(positions::from_fens(good)->size() == 1);
    const setwise_setup setups[] = {p.setup(), k->setup()};
    assert(positions::from_setups(setups)->size() == 2);
    auto copied = all.copy();
    assert(copied);
    assert((*copied)[1].key() == k->key());
    std::uint32_t n[2], n3[3];
    assert(all.count_legal_moves(n));
    assert(n[0] == 20);
    assert(n[1] == 48);
    assert(all.count_legal_moves(n3).status() == SETWISE_STATUS_WRONG_LENGTH);
    assert(all.count_captures(n));
    assert(n[1] == 8);
    move_kinds kinds[2];
    assert(all.count_move_kinds(kinds));
    assert(kinds[1].captures == 8);
    std::size_t offsets[3];
    std::vector<move> moves(68);
    assert(all.legal_moves(offsets, moves));
    assert(offsets[2] == 68);
    assert(p.is_legal(moves[0]));
    assert(all.legal_moves({}, moves).status() == SETWISE_STATUS_WRONG_LENGTH);
    std::puts(all.legal_moves({}, moves).message());
    assert(all.legal_moves(offsets, view<move>(moves.data(), 5)).status() == SETWISE_STATUS_NO_ROOM);
    std::uint64_t keys[2];
    assert(all.keys(keys));
    assert(keys[1] == k->key());
    board boards2[2];
    assert(all.checkers(boards2));
    assert(boards2[0] == 0);
    setwise_game_status st[2];
    assert(all.status(st));
    assert(st[1] == SETWISE_GAME_STATUS_ONGOING);
    attack_map maps[2];
    assert(all.attack_maps(maps));
    assert(maps[0].white);
    role_counts mobility[2];
    board x[5][2];
    std::uint32_t lm[2];
    analysis out{x[0], x[1], x[2], x[3], x[4], mobility, lm};
    assert(all.analyze(out));
    assert(lm[1] == 48);
    assert(mobility[0].of[0] == 16);
    assert(x[3][0] == maps[0].white);
    assert(analyze(pair, out));
    analysis short_out;
    short_out.pinned = view<board>(boards2, 1);
    assert(all.analyze(short_out).status() == SETWISE_STATUS_WRONG_LENGTH);
    assert(analyze(pair, short_out).status() == SETWISE_STATUS_WRONG_LENGTH);
    assert(validate_positions(pair));
    assert(count_legal_moves(pair, n));
    assert(!count_legal_moves(pair, n3));
    const move two[] = {*p.parse_uci("e2e4"), castle};
    std::uint8_t flags[2], flag1[1];
    std::int32_t won[2], won1[1];
    assert(all.is_legal(two, flags));
    assert(flags[0]);
    assert(flags[1]);
    assert(!all.is_legal(two, flag1));
    assert(all.exchange_values(two, {{1, 3, 3, 5, 9, 100}}, won));
    assert(won[0] == 0);
    assert(!all.exchange_values(two, {}, won1));
    assert(all.move_effects(two, flags));
    assert(flags[0] == 0);
    assert(!all.move_effects(two, flag1));
    assert(all.play(two));
    assert(all[1].turn() == 1);
    assert(all.play(two).status() == SETWISE_STATUS_ILLEGAL_MOVE);

    // boards
    assert(attacks(1, 0, 1) == 0x1010101010101feull);
    assert(ray_attacks(1, 0, 1).of[SETWISE_DIRECTION_EAST] == 0xfe);
    assert(*occluded_fill(1, ~1ull, SETWISE_DIRECTION_EAST) == 0xff);
    assert(!occluded_fill(1, 1, static_cast<setwise_direction>(9)));
    const std::vector<board> one(3, 1), none(3);
    std::vector<board> o(3), o2(2), r[8];
    for (auto &d : r) d.resize(3);
    const batch in{one, none, one};
    assert(batch_attacks(in, o));
    assert(o[0] == 0x1010101010101feull);
    assert(!batch_attacks(in, o2));
    assert(batch_ray_attacks(in, {r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]}));
    assert(r[2][0] == 0xfe);
    assert(!batch_ray_attacks(in, {r[0], r[1], r[2], r[3], r[4], r[5], r[6], o2}));
    assert(batch_occluded_fill(one, none, SETWISE_DIRECTION_EAST, o));
    assert(o[0] == 1);
    assert(!batch_occluded_fill(one, o2, SETWISE_DIRECTION_EAST, o));
    assert(batch_xray_attacks(in, none, o));
    assert(!batch_xray_attacks(in, o2, o));
    piecewise best;
    assert(best.name());
    assert(piecewise::named("hyperbola-quintessence"));
    assert(!piecewise::named("none"));
    assert(piecewise::count() >= 1);
    assert(!piecewise(99).name());
    assert(*best.piece_attacks(SETWISE_PIECE_KIND_ROOK, 0, 0) == 0x1010101010101feull);
    assert(!piece_attacks(SETWISE_PIECE_KIND_ROOK, 64, 0));
    const std::uint8_t squares[3] = {0, 1, 2};
    assert(best.batch_piece_attacks(SETWISE_PIECE_KIND_ROOK, squares, none, o));
    assert(!batch_piece_attacks(SETWISE_PIECE_KIND_ROOK, squares, none, o2));
    assert(*best.attacks(1, 0, 1) == 0x1010101010101feull);
    assert(best.ray_attacks(1, 0, 1)->of[2] == 0xfe);
    assert(best.batch_attacks(in, o));
    assert(best.batch_ray_attacks(in, {r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]}));

    // kernels
    assert(*version() && kernel_count() && kernel_is_supported(*kernel_name(0)));
    assert(!kernel_is_supported("x"));
    assert(!select_kernel("x"));
    assert(select_kernel_from_env());
    assert(entry_point_count());
    assert(entry_point_name(0));
    assert(selected_kernel(*entry_point_name(0), 64));
    assert(!selected_kernel("x", 1) && selected_kernel(std::string_view(*entry_point_name(0)), 64));

    // networks
    const auto set = *nnue_set_named("full-threats");
    assert(!nnue_set_named("x"));
    assert(*nnue_size(set) == 59808);
    assert(*nnue_max_active(set));
    assert(*nnue_level());
    const setwise_eight_boards eight[] = {eight_boards(p), eight_boards(*k)};
    setwise_twelve_boards twelve[1] = {};
    for (std::uint32_t i = 0; i < 12; ++i) twelve[0].pieces[i / 6][i % 6] = p.pieces(i / 6, i % 6);
    const auto again = positions::from(pair);
    const nnue_positions e{eight}, t{twelve, SETWISE_PERSPECTIVES_MOVER_OTHER}, ch{*again};
    std::uint32_t ne[2], nt[1], nc[2];
    assert(nnue_count(set, e, ne));
    assert(nnue_count(set, t, nt));
    assert(nnue_count(set, ch, nc));
    assert(ne[0] == nt[0]);
    assert(ne[0] == nc[0]);
    assert(ne[1] == nc[1]);
    assert(!nnue_count(set, e, nt));
    std::vector<std::uint32_t> f(ne[0] + ne[1]), g(f.size());
    std::size_t of[3];
    assert(nnue_csr(set, ch, of, f, g));
    assert(of[2] == f.size());
    assert(!nnue_csr(set, ch, view<std::size_t>(of, 2), f, g));
    assert(!nnue_csr(set, ch, {}, f, g));
    assert(nnue_csr(set, ch, of, view<std::uint32_t>(f.data(), 1), view<std::uint32_t>(g.data(), 1)).status() == SETWISE_STATUS_NO_ROOM);
    std::vector<std::int32_t> pa(256), pb(256);
    assert(nnue_pad(set, ch, pa, pb, 128));
    assert(pa[0] == static_cast<std::int32_t>(f[0]));
    assert(nnue_pad(set, ch, pa, pb, 64).status() == SETWISE_STATUS_WRONG_LENGTH);
    assert(!nnue_pad(set, ch, pa, pb, 0));
#if defined(__cpp_exceptions)
    positions thrown = positions::from(pair).or_throw();
    assert(thrown.size() == 2);
    thrown.count_legal_moves(n).or_throw();
    auto kept = positions::from(pair);
    assert(kept.or_throw().size() == 2);
    const auto &ck = kept;
    assert(ck.or_throw().size() == 2);
    assert((*ck).size() == 2);
    assert(ck.value().size() == 2);
    (*kept).size();
    kept.value().size();
    try { position::from_fen("q").or_throw(); return 1; } catch (const std::runtime_error &er) { assert(*er.what()); }
    try { thrown.count_legal_moves(n3).or_throw(); return 1; } catch (const error &er) { assert(er.status() == SETWISE_STATUS_WRONG_LENGTH); }
#endif
    std::puts("every member of setwise.hpp");
}
