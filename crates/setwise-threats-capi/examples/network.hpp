// A network with threats, pairs of pawns and pieces on squares, and its accumulators in a search, in C++17 without exceptions. They are updated
// when a position is evaluated: several plies at once, and from all features where the king leaves its bucket or crosses the middle of the
// board. engine.cpp searches with it.
#ifndef NETWORK_HPP
#define NETWORK_HPP

#include "setwise_threats.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <vector>

namespace threats = setwise::threats;
using threats::perspective;

// ANCHOR: board
// The engine's codes: pawn 1, bishop 2, knight 3, rook 4, king 5, queen 6, plus 8 for Black. The table gives those of the library.
constexpr uint8_t codes[16] = {0, 1, 3, 2, 4, 6, 5, 0, 0, 9, 11, 10, 12, 14, 13, 0};

struct pieces {
    uint8_t mailbox[64];
    uint64_t occupied;
    uint8_t kings[2];
};
// ANCHOR_END: board

// ANCHOR: network
class network {
public:
    static constexpr int width = 16;

    // Random weights, which say nothing about chess.
    network() {
        uint32_t number = 1;
        for (int16_t &weight : weights_) weight = static_cast<int16_t>(((number = number * 1664525 + 1013904223) >> 27) - 16);
    }
    // The whole numbers of the trainer: bias, weights by feature, output, constant.
    bool load(const char *path) {
        std::FILE *file = std::fopen(path, "rb");
        if (file == nullptr) return false;
        const bool is_whole = std::fread(weights_.data(), 2, weights_.size(), file) == weights_.size() && std::fgetc(file) == EOF;
        std::fclose(file);
        return is_whole;
    }
    // The position of a ply. Call it for the root.
    void set(std::size_t number, const pieces &now) {
        if (plies_.size() <= number) plies_.resize(number + 1);
        ply &ply = plies_[number];
        std::memcpy(ply.before.mailbox, now.mailbox, 64);
        ply.before.occupied = now.occupied;
        for (int side = 0; side < 2; side++) ply.kings[side] = now.kings[side], ply.is_ready[side] = false;
    }
    // Call it for each move and null move of the search.
    void make(std::size_t number, const threats::played &played, const pieces &after) {
        plies_[number].before.played = played;
        set(number + 1, after);
    }
    // Returns the score of a ply for the side to move, 0 for White.
    int evaluate(std::size_t number, std::size_t turn) {
        catch_up(number);
        const int16_t *output = &weights_[width * (1 + inputs_.size())];
        int sum = 256 * output[2 * width];
        for (const int16_t *sums : {plies_[number].sums[turn], plies_[number].sums[1 - turn]}) {
            for (int i = 0; i < width; i++) sum += std::clamp<int>(sums[i], 0, 256) * *output++;
        }
        return static_cast<int>(int64_t{400} * sum >> 14);
    }
    // Returns whether the accumulators of a ply are sums of all features.
    bool agrees(std::size_t number) {
        const ply found = plies_[number];
        for (const perspective side : {perspective::white, perspective::black}) refresh(number, side);
        return std::memcmp(found.sums, plies_[number].sums, sizeof found.sums) == 0;
    }

private:
    struct ply {
        threats::before before; // The position, and the move that is made in it.
        uint8_t kings[2];
        int16_t sums[2][width]; // The accumulators, by perspective,
        bool is_ready[2];       // and whether they are those of the position.
    };

    void catch_up(std::size_t number) {
        const std::size_t white = base(number, perspective::white), black = base(number, perspective::black);
        if (white == black) {
            for (std::size_t next = white + 1; next <= number; next++) update(next, {perspective::white, perspective::black});
        } else {
            for (std::size_t next = white + 1; next <= number; next++) update(next, {perspective::white});
            for (std::size_t next = black + 1; next <= number; next++) update(next, {perspective::black});
        }
    }
    // Returns the last ply with an accumulator from which updates lead here.
    std::size_t base(std::size_t number, perspective side) {
        for (; !plies_[number].is_ready[static_cast<int>(side)]; number--) {
            if (number == 0 || inputs_.refreshes(plies_[number - 1].before, side)) {
                refresh(number, side);
                break;
            }
        }
        return number;
    }
    // From the ply before: less the rows that the move removes, plus those that it adds.
    void update(std::size_t number, std::initializer_list<perspective> sides) {
        const ply &last = plies_[number - 1];
        ply &next = plies_[number];
        assert(setwise_threats_fits(codes, &last.before, next.kings[0], next.kings[1]));
        if (sides.size() == 2) {
            check(inputs_.changes(last.before, next.kings[0], next.kings[1], changed_));
        } else {
            const perspective side = *sides.begin();
            check(inputs_.changes_of(last.before, side, next.kings[static_cast<int>(side)], changed_));
        }
        for (const perspective side : sides) {
            const int which = static_cast<int>(side);
            std::memcpy(next.sums[which], last.sums[which], sizeof next.sums[which]);
            add(next.sums[which], threats::removed(changed_, side), -1);
            add(next.sums[which], threats::added(changed_, side), 1);
            next.is_ready[which] = true;
        }
    }
    // From all features.
    void refresh(std::size_t number, perspective side) {
        ply &ply = plies_[number];
        check(inputs_.features(ply.before, ply.kings[0], ply.kings[1], changed_));
        const int which = static_cast<int>(side);
        std::memcpy(ply.sums[which], weights_.data(), sizeof ply.sums[which]);
        add(ply.sums[which], threats::added(changed_, side), 1);
        ply.is_ready[which] = true;
    }
    void add(int16_t (&sums)[width], threats::view<const uint32_t> features, int sign) {
        for (const uint32_t feature : features) {
            const int16_t *row = &weights_[width * (1 + feature)];
            for (int i = 0; i < width; i++) sums[i] = static_cast<int16_t>(sums[i] + sign * row[i]);
        }
    }
    // Other statuses are mistakes of the program.
    static void check(threats::status status) {
        if (status != threats::status::ok) std::abort();
    }

    threats::joined<threats::full_threats> inputs_{
        threats::best_level(), threats::others_of(SETWISE_THREATS_HALF_KA_V2_HM_TRAINING, SETWISE_THREATS_PAIRS_FIRST), codes};
    std::vector<int16_t> weights_ = std::vector<int16_t>(width * (1 + inputs_.size() + 2) + 1);
    threats::joined<threats::full_threats>::changed changed_;
    std::vector<ply> plies_;
};
// ANCHOR_END: network

#endif
