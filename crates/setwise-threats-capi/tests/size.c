// Calls of one set, two or three (or none), so that the linker keeps them: .ci/capi compares the bytes of the programs.
#include "setwise_threats.h"

#include <stdio.h>

#ifndef SETS
#define SETS 3
#endif

#define CALL(set, index, suffix)                                                                                                           \
    do {                                                                                                                                   \
        static setwise_threats_changed##suffix changed;                                                                                    \
        static index list[SETWISE_THREATS_CAPACITY];                                                                                       \
        status |= setwise_threats_##set##_changes(level, codes, &before, 4, 60, &changed);                                                 \
        status |= setwise_threats_##set##_changes_of(level, codes, &before, 1, 60, &changed);                                              \
        status |= setwise_threats_##set##_features(codes, &before, 4, 60, &changed);                                                       \
        status |= setwise_threats_##set##_records(level, codes, &before, &records);                                                        \
        status |= setwise_threats_##set##_number(level, &records, 0, 4, list, SETWISE_THREATS_CAPACITY);                                   \
        printf("%u changes, %u records\n", (unsigned)changed.count, (unsigned)records.count);                                              \
    } while (0)

int main(void) {
#if SETS > 0
    static setwise_threats_records records;
    static const uint8_t codes[16] = {0, 1, 2, 3, 4, 5, 6, 0, 0, 9, 10, 11, 12, 13, 14, 0};
    // A pawn attacks a rook.
    static setwise_threats_before before;
    before.mailbox[4] = 6, before.mailbox[60] = 14, before.mailbox[12] = 1, before.mailbox[37] = 12;
    before.occupied = 1ull << 4 | 1ull << 60 | 1ull << 12 | 1ull << 37;
    before.played = setwise_threats_step_quiet(12, 28, 1);
    const uint32_t level = setwise_threats_best_level();
    int32_t status = 0;
    CALL(59808, uint16_t, );
#if SETS > 1
    CALL(60144, uint16_t, );
#endif
#if SETS > 2
    CALL(79856, uint32_t, _wide);
#endif
    return status;
#else
    printf("no changes\n");
    return 0;
#endif
}
