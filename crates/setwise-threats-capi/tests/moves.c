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
        check(before.played.refreshes == one.refreshes, "refreshes", number);
        foreign = before;
        translate(&foreign);
        check(fits(&before, &foreign, one.kings), "the move fits", number);
        const uint32_t level = levels[number % level_count];
        check_59808(level, &one, &before, &foreign, number);
        check_60144(level, &one, &before, &foreign, number);
        check_79856(level, &one, &before, &foreign, number);
        kinds[one.kind]++;
    }
    for (int kind = 0; kind < 9; kind++) check(kinds[kind] > 0, "a kind of moves is missing", number);
    fclose(file);
    printf("%zu moves equal on %u levels\n", number, (unsigned)level_count);
    return 0;
}
