/* Copying and filling: unchecked for the harness itself, checked against the shadow as primitives of the
 * library models and as the functions that the compiler calls of its own accord.
 */
#include "harness.h"

void __dovetail_move(void *to, const void *from, size count) {
    char *target = to;
    const char *source = from;
    if ((uptr)to - (uptr)from >= count)
        __asm__ volatile("rep movsb" : "+D"(target), "+S"(source), "+c"(count) : : "memory");
    else
        while (count--)
            target[count] = source[count];
}

void __dovetail_set(void *to, int byte, size count) {
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(count) : "a"(byte) : "memory");
}

static void *checked_move(void *to, const void *from, size count, const uptr *frame) {
    __dovetail_check_range((uptr)from, count, 0, frame);
    __dovetail_check_range((uptr)to, count, 1, frame);
    __dovetail_move(to, from, count);
    return to;
}

static void *checked_set(void *to, int byte, size count, const uptr *frame) {
    __dovetail_check_range((uptr)to, count, 1, frame);
    __dovetail_set(to, byte, count);
    return to;
}

void __dovetail_copy(void *to, const void *from, size count) {
    checked_move(to, from, count, __builtin_frame_address(0));
}

void __dovetail_fill(void *to, int byte, size count) { checked_set(to, byte, count, __builtin_frame_address(0)); }

#define MOVE(name) \
    void *name(void *to, const void *from, size count) { \
        return checked_move(to, from, count, __builtin_frame_address(0)); \
    }
#define SET(name) \
    void *name(void *to, int byte, size count) { return checked_set(to, byte, count, __builtin_frame_address(0)); }

WEAK MOVE(memcpy)
WEAK MOVE(memmove)
WEAK SET(memset)
MOVE(__asan_memcpy)
MOVE(__asan_memmove)
SET(__asan_memset)

WEAK int memcmp(const void *left, const void *right, size count) {
    const u8 *a = left, *b = right;
    __dovetail_check_range((uptr)left, count, 0, __builtin_frame_address(0));
    __dovetail_check_range((uptr)right, count, 0, __builtin_frame_address(0));
    for (; count--; a++, b++)
        if (*a != *b)
            return *a - *b;
    return 0;
}

/* What a function reads and keeps nothing of. */
void __dovetail_readable(const void *from, size count) {
    __dovetail_check_range((uptr)from, count, 0, __builtin_frame_address(0));
}

int __dovetail_errno_matters(void) { return 1; }
int __dovetail_rounding_matters(void) { return 1; }

extern const int __dovetail_descriptors_are_followed WEAK;
int __dovetail_descriptors_matter(void) { return &__dovetail_descriptors_are_followed != 0; }

/* The executor sees to it: a run that gets here with pieces that overlap ends there as unsupported. */
void __dovetail_apart(const void *a, size n, const void *b, size m) { (void)a, (void)n, (void)b, (void)m; }
