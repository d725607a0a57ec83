/* Probes: what the front end puts into a program's text to learn which targets a run reaches.
 *
 * A target is a number. What is kept is which of them were reached, as a map of bits, and, as far as there is
 * room, in which order. Both are in the memory that the server shares with the run, so they outlast it, however it
 * ends.
 *
 * At some places the state of the run is abstracted: which of the predicates hold there, as the bits of a number. An
 * abstract state is the number of the place, times 2^16, plus these. What is kept is the set of abstract states, and of
 * the pairs in which one was the next after another.
 */
#include "harness.h"

static void mark(int target) {
    struct report *report = __dovetail_report;
    struct record *record = &report->record;
    const u32 number = (u32)target, byte = number >> 3;
    if (byte >= MARKS)
        return;
    report->marks[byte] |= (u8)(1u << (number & 7));
    if (byte >= record->mark_bytes)
        record->mark_bytes = byte + 1;
    if (record->events < EVENTS)
        report->events[record->events] = number;
    if (record->events <= EVENTS) /* one more: there was no room */
        record->events++;
}

int __dovetail_took(int if_true, int if_false, int value) {
    mark(value ? if_true : if_false);
    return value;
}

void __dovetail_reached(int target) { mark(target); }

void __dovetail_met(int target, int condition) {
    if (condition)
        mark(target);
}

static u32 keep(struct keys *keys, u32 count, u64 key) {
    u32 slot = (u32)((key * 0x9e3779b97f4a7c15ull) >> 32) % SLOTS;
    for (; keys->slots[slot]; slot = (slot + 1) % SLOTS)
        if (keys->kept[keys->slots[slot] - 1] == key)
            return count;
    if (count >= KEPT)
        return KEPT + 1;
    keys->kept[count] = key;
    keys->slots[slot] = (u16)(count + 1);
    return count + 1;
}

/* The number of a place, how many predicates it has, and for each whether it holds. */
void __dovetail_vector(int place, int predicates, ...) {
    struct report *report = __dovetail_report;
    struct record *record = &report->record;
    const u32 before = record->last; /* not in a variable of the run: it could be taken for a pointer */
    u32 state = (u32)place << 16;
    __builtin_va_list truths;
    if (!__dovetail_batch->abstract)
        return;
    __builtin_va_start(truths, predicates);
    for (int i = 0; i < predicates; i++)
        state |= (u32)(__builtin_va_arg(truths, int) != 0) << i;
    __builtin_va_end(truths);
    record->states = keep(&report->states, record->states, state);
    if (before)
        record->moves = keep(&report->moves, record->moves, (u64)before << 32 | state);
    record->last = state;
}

/* The value that a switch is about; behind it, how many cases, and for each its least and its greatest value. The
 * targets of the cases are numbered on from `first`; the last one is for all other values. */
#define CHOSEN(suffix, type) \
    type __dovetail_chosen_##suffix(int first, type value, int cases, ...) { \
        __builtin_va_list limits; \
        int at = 0, found = 0; \
        __builtin_va_start(limits, cases); \
        for (; at < cases && !found; at++) { \
            const type low = __builtin_va_arg(limits, type), high = __builtin_va_arg(limits, type); \
            found = low <= value && value <= high; \
        } \
        __builtin_va_end(limits); \
        mark(first + (found ? at - 1 : cases)); \
        return value; \
    }

CHOSEN(int, int)
CHOSEN(uint, unsigned)
CHOSEN(longlong, long long)
CHOSEN(ulonglong, unsigned long long)
