// The functions in C find what Rust finds: moves FILE
#include "moves.h"

// The calls of a set, on one level.
#define CHECK(set, place, index, suffix)                                                                                                   \
    static void check_##set(uint32_t level, const sample *one, const setwise_threats_before *before,                                       \
                            const setwise_threats_before *foreign, size_t number) {                                                        \
        static setwise_threats_changed##suffix changed;                                                                                    \
        static setwise_threats_records records;                                                                                            \
        static index list[SETWISE_THREATS_CAPACITY];                                                                                       \
        const uint64_t expected = one->expected[place];                                                                                    \
        uint64_t sums[4] = {0, 0, 0, 0}; /* own codes, the engine's, one perspective, records */                                           \
        for (int call = 0; call < 3; call++) {                                                                                             \
            for (uint32_t side = 0; side < 2; side++) {                                                                                    \
                int status;                                                                                                                \
                if (call == 2) {                                                                                                           \
                    status = setwise_threats_##set##_changes_of(level, NULL, before, side, one->kings[side], &changed);                    \
                } else {                                                                                                                   \
                    status = setwise_threats_##set##_changes(level, call == 0 ? NULL : codes, call == 0 ? before : foreign, one->kings[0], \
                                                             one->kings[1], &changed);                                                     \
                }                                                                                                                          \
                check(status == SETWISE_THREATS_OK, "status", number);                                                                     \
                size_t count;                                                                                                              \
                if (setwise_threats_refreshes(&before->played, side)) continue;                                                            \
                const index *removed = setwise_threats_removed##suffix(&changed, side, &count);                                            \
                for (size_t i = 0; i < count; i++) sums[call] += sum(removed[i], side, 0);                                                 \
                const index *added = setwise_threats_added##suffix(&changed, side, &count);                                                \
                for (size_t i = 0; i < count; i++) sums[call] += sum(added[i], side, 1);                                                   \
            }                                                                                                                              \
        }                                                                                                                                  \
        check(setwise_threats_##set##_records(level, codes, foreign, &records) == SETWISE_THREATS_OK, "status of records", number);        \
        for (uint32_t side = 0; side < 2; side++) {                                                                                        \
            if (setwise_threats_refreshes(&before->played, side)) continue;                                                                \
            const int status =                                                                                                             \
                setwise_threats_##set##_number(level, &records, side, one->kings[side], list, SETWISE_THREATS_CAPACITY);                   \
            check(status == SETWISE_THREATS_OK, "status of numbers", number);                                                              \
            for (uint32_t i = 0; i < records.count; i++) sums[3] += sum(list[i], side, i >= records.removed);                              \
        }                                                                                                                                  \
        uint64_t features = 0;                                                                                                             \
        const int status = setwise_threats_##set##_features(codes, foreign, one->kings[0], one->kings[1], &changed);                       \
        check(status == SETWISE_THREATS_OK, "status of features", number);                                                                 \
        for (uint32_t side = 0; side < 2; side++) {                                                                                        \
            size_t count;                                                                                                                  \
            const index *added = setwise_threats_added##suffix(&changed, side, &count);                                                    \
            for (size_t i = 0; i < count; i++) features += sum(added[i], side, 1);                                                         \
        }                                                                                                                                  \
        check(features == one->features[place], "features of set " #set, number);                                                          \
        check(sums[0] == expected && sums[1] == expected && sums[2] == expected && sums[3] == expected, "set " #set, number);              \
    }
CHECK(59808, 0, uint16_t, )
CHECK(60144, 1, uint16_t, )
CHECK(79856, 2, uint32_t, _wide)

// Threats with pairs of pawns and pieces on squares.
static void check_joined(uint32_t level, const sample *one, const setwise_threats_before *before, const setwise_threats_before *foreign,
                         size_t number) {
    static setwise_threats_changed_wide changed;
    const setwise_threats_others others = {sizeof others, SETWISE_THREATS_HALF_KA_V2_HM, SETWISE_THREATS_PAIRS_FIRST, {0}};
    uint64_t sums[2] = {0, 0}, features = 0;
    uint32_t size = 0, refreshes = 0;
    check(setwise_threats_others_size(&others, &size) == SETWISE_THREATS_OK && size == 4560 + 22528, "size", number);
    for (uint32_t side = 0; side < 2; side++) {
        const int status = setwise_threats_joined_refreshes(&others, before, side, &refreshes);
        check(status == SETWISE_THREATS_OK && refreshes == (one->refreshes >> (4 + side) & 1u), "joined refreshes", number);
        for (int call = 0; call < 2 && !refreshes; call++) {
            const uint8_t *kings = one->kings;
            const int found = call == 0 ? setwise_threats_59808_joined_changes(level, NULL, &others, before, kings[0], kings[1], &changed)
                                        : setwise_threats_59808_joined_changes_of(level, codes, &others, foreign, side, kings[side], &changed);
            check(found == SETWISE_THREATS_OK, "status of joined changes", number);
            size_t count;
            const uint32_t *removed = setwise_threats_removed_wide(&changed, side, &count);
            for (size_t i = 0; i < count; i++) sums[call] += sum(removed[i], side, 0);
            const uint32_t *added = setwise_threats_added_wide(&changed, side, &count);
            for (size_t i = 0; i < count; i++) sums[call] += sum(added[i], side, 1);
        }
    }
    check(sums[0] == one->expected[3] && sums[1] == one->expected[3], "joined changes", number);
    const int status = setwise_threats_59808_joined_features(codes, &others, foreign, one->kings[0], one->kings[1], &changed);
    check(status == SETWISE_THREATS_OK, "status of joined features", number);
    for (uint32_t side = 0; side < 2; side++) {
        size_t count;
        const uint32_t *added = setwise_threats_added_wide(&changed, side, &count);
        for (size_t i = 0; i < count; i++) features += sum(added[i], side, 1);
    }
    // `Extractor`, which the file has the sums of, takes the kings from the position.
    const int is_there = before->mailbox[one->kings[0]] == 6 && before->mailbox[one->kings[1]] == 14;
    check(!is_there || features == one->features[3], "joined features", number);
}

int main(int count, char **arguments) {
    FILE *file = fopen(count > 1 ? arguments[1] : "", "rb");
    check(file != NULL, "no file", 0);
    uint32_t levels[4], level_count = 0;
    for (uint32_t level = 0; level < 8; level++) {
        if (setwise_threats_has_level(level)) levels[level_count++] = level;
    }
    check(levels[level_count - 1] == setwise_threats_best_level(), "the best level is the last one", 0);
    sample one;
    size_t number = 0, kinds[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    for (; fread(&one, sizeof one, 1, file) == 1; number++) {
        setwise_threats_before before, foreign;
        memcpy(before.mailbox, one.mailbox, sizeof one.mailbox);
        before.occupied = one.occupied;
        before.played = played_of(&one);
        check(before.played.refreshes == (one.refreshes & 3), "refreshes", number);
        foreign = before;
        translate(&foreign);
        check(fits(&before, &foreign, one.kings), "the move fits", number);
        const uint32_t level = levels[number % level_count];
        check_59808(level, &one, &before, &foreign, number);
        check_60144(level, &one, &before, &foreign, number);
        check_79856(level, &one, &before, &foreign, number);
        check_joined(level, &one, &before, &foreign, number);
        kinds[one.kind]++;
    }
    for (int kind = 0; kind < 9; kind++) check(kinds[kind] > 0, "a kind of moves is missing", number);
    fclose(file);
    printf("%zu moves equal on %u levels\n", number, (unsigned)level_count);
    return 0;
}
