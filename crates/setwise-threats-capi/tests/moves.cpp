// The classes in C++ find what Rust finds: moves FILE
#include "moves.h"

#include <initializer_list>

namespace threats = setwise::threats;
using threats::perspective;

// The calls of a set, on one level.
template <class Set>
static void check_set(threats::level level, const sample &one, size_t set, const threats::before &before, const threats::before &foreign,
                      size_t number) {
    const uint64_t expected = one.expected[set], features = one.features[set];
    const threats::updater<Set> own(level), other(level, codes);
    static typename Set::changed changed;
    static typename Set::index list[SETWISE_THREATS_CAPACITY];
    static threats::records records;
    const uint32_t white = one.kings[0], black = one.kings[1];
    const auto sum_of = [&](perspective side) {
        const auto which = static_cast<uint32_t>(side);
        uint64_t total = 0;
        if (threats::refreshes(before.played, side)) return total;
        for (const auto index : threats::removed(changed, side)) total += sum(index, which, 0);
        for (const auto index : threats::added(changed, side)) total += sum(index, which, 1);
        return total;
    };
    const perspective sides[] = {perspective::white, perspective::black};
    check(own.fits(before, white, black) && !own.fits(foreign, white, black) && other.fits(foreign, white, black), "the move fits", number);
    uint64_t sums[4] = {0, 0, 0, 0};
    size_t told[2] = {0, 0};
    const auto count = [&](perspective side, auto) { told[static_cast<int>(side)]++; };
    check(own.changes_with(before, white, black, changed, count) == threats::status::ok, "status", number);
    for (const auto side : sides) {
        const size_t both = threats::removed(changed, side).size() + threats::added(changed, side).size();
        check(told[static_cast<int>(side)] == both, "each index is told", number);
        sums[0] += sum_of(side);
    }
    check(other.changes(foreign, white, black, changed) == threats::status::ok, "status", number);
    for (const auto side : sides) sums[1] += sum_of(side);
    check(own.find(before, records) == threats::status::ok, "status of records", number);
    for (const auto side : sides) {
        const uint32_t king = one.kings[static_cast<int>(side)];
        check(other.changes_of(foreign, side, king, changed) == threats::status::ok, "status of one perspective", number);
        sums[2] += sum_of(side);
        if (threats::refreshes(before.played, side)) continue;
        check(own.number(records, side, king, {list, SETWISE_THREATS_CAPACITY}) == threats::status::ok, "status of numbers", number);
        for (uint32_t i = 0; i < records.count; i++) sums[3] += sum(list[i], static_cast<uint32_t>(side), i >= records.removed);
    }
    for (const uint64_t found : sums) check(found == expected, "another sum", number);
    check(own.features(before, white, black, changed) == threats::status::ok, "status of features", number);
    uint64_t all = 0;
    for (const auto side : sides) {
        for (const auto index : threats::added(changed, side)) all += sum(index, static_cast<uint32_t>(side), 1);
    }
    check(all == features, "another sum of features", number);
}

static void check_joined(threats::level level, const sample &one, const threats::before &before, const threats::before &foreign,
                         size_t number) {
    const auto others = threats::others_of(SETWISE_THREATS_HALF_KA_V2_HM, SETWISE_THREATS_PAIRS_FIRST);
    const threats::joined<> own(level, others), other(level, others, codes);
    static setwise_threats_changed_wide changed;
    uint64_t sums[2] = {0, 0}, features = 0;
    check(own.size() == 59808 + 4560 + 22528 && threats::joined<>(level, threats::others_of(9)).size() == 0, "size", number);
    for (const auto side : {perspective::white, perspective::black}) {
        const auto which = static_cast<uint32_t>(side);
        const uint32_t king = one.kings[which];
        const auto sum_of = [&] {
            uint64_t total = 0;
            for (const auto index : threats::removed(changed, side)) total += sum(index, which, 0);
            for (const auto index : threats::added(changed, side)) total += sum(index, which, 1);
            return own.refreshes(before, side) ? 0 : total;
        };
        check(own.changes(before, one.kings[0], one.kings[1], changed) == threats::status::ok, "status of joined changes", number);
        sums[0] += sum_of();
        check(other.changes_of(foreign, side, king, changed) == threats::status::ok, "status of one perspective", number);
        sums[1] += sum_of();
        check(own.features(before, one.kings[0], one.kings[1], changed) == threats::status::ok, "status of joined features", number);
        for (const auto index : threats::added(changed, side)) features += sum(index, which, 1);
    }
    check(sums[0] == one.expected[3] && sums[1] == one.expected[3], "another joined sum", number);
    const bool is_there = before.mailbox[one.kings[0]] == 6 && before.mailbox[one.kings[1]] == 14;
    check(!is_there || features == one.features[3], "another sum of joined features", number);
}

int main(int count, char **arguments) {
    FILE *file = fopen(count > 1 ? arguments[1] : "", "rb");
    check(file != nullptr, "no file", 0);
    threats::level levels[4];
    size_t level_count = 0, number = 0;
    const threats::level all[] = {threats::level::words, threats::level::avx2, threats::level::avx512, threats::level::neon};
    for (const auto level : all) {
        if (threats::has(level)) levels[level_count++] = level;
    }
    sample one;
    for (; fread(&one, sizeof one, 1, file) == 1; number++) {
        threats::before before;
        memcpy(before.mailbox, one.mailbox, sizeof one.mailbox);
        before.occupied = one.occupied;
        before.played = played_of(&one);
        threats::before foreign = before;
        translate(&foreign);
        const auto level = levels[number % level_count];
        check_set<threats::full_threats>(level, one, 0, before, foreign, number);
        check_set<threats::full_threats_60144>(level, one, 1, before, foreign, number);
        check_set<threats::full_threats_79856>(level, one, 2, before, foreign, number);
        check_joined(level, one, before, foreign, number);
    }
    check(number > 0, "no moves", 0);
    fclose(file);
    printf("%zu moves equal on %zu levels\n", number, level_count);
}
