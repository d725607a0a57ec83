/* Probes: what the front end puts into a program's text to learn which targets a run reaches.
 *
 * A target is a number. What is kept is which of them were reached, as a map of bits, and, as far as there is
 * room, in which order. Both are in the memory that the server shares with the run, so they outlast it, however it
 * ends.
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
