/* The run-time half of clang's address sanitizer, in its outlined form: every access of the program calls
 * one of the functions below, which looks at the shadow (one byte for eight bytes: 0 all fine, 1 to 7 so many
 * of them, otherwise none, and why).
 *
 * Stricter than the usual runtime: an address that is in no region the harness knows of (the image, the used
 * part of the heap, the living part of the stack) is wrong whatever is mapped there, and nothing that was freed
 * is used again.
 */
#include "harness.h"

static u8 *shadow_of(uptr at) { return (u8 *)((at >> 3) + SHADOW); }

/* What a shadow byte of zero stands for, which all of them are to begin with: on the heap, and among globals that are
 * apart, nothing is accessible that is not said to be. The shadow holds tags xor this. */
static u8 untouched(uptr at) {
    if (at < HEAP)
        return __dovetail_batch->apart ? TAG_GLOBAL : 0;
    return at < __dovetail_stack_low ? TAG_HEAP : 0;
}

void __dovetail_poison(uptr at, uptr count, u8 tag) { /* `at` is a multiple of eight */
    __dovetail_set(shadow_of(at), tag ^ untouched(at), (count + 7) >> 3);
}

void __dovetail_unpoison(uptr at, uptr count) {
    __dovetail_set(shadow_of(at), untouched(at), count >> 3);
    if (count & 7)
        *shadow_of(at + count) = (count & 7) ^ untouched(at);
}

/* Where objects are apart: a frame that the compiler has made would be left marked when its function returns. */
void __dovetail_constant(uptr at, uptr count) {
    if (!__dovetail_batch->apart)
        return;
    __dovetail_set(shadow_of(at), TAG_CONSTANT ^ untouched(at), count >> 3);
    if (count & 7)
        *shadow_of(at + count) = (TAG_CONSTANT + (count & 7)) ^ untouched(at);
}

/* ---- what an access finds -------------------------------------------------------------------------- */

/* What zero means in the shadow of a place, or ELSEWHERE if nothing may be done there. What lies below the frame of
 * the checking function belongs to functions that have returned. */
enum { ELSEWHERE = 0x100 };

static inline u32 region(uptr at, uptr last, int write, uptr frame) {
    if (at >= frame)
        return last < STACK_TOP ? 0 : ELSEWHERE;
    if (at >= HEAP)
        return last < HEAP + __dovetail_heap_top ? TAG_HEAP : ELSEWHERE;
    if (at < (write ? __dovetail_image_writable : __dovetail_image_low) || last >= __dovetail_image_high)
        return ELSEWHERE;
    return __dovetail_batch->apart ? TAG_GLOBAL : 0;
}

static const char *reason(uptr at, uptr frame, u8 tag) {
    if (at < PAGE)
        return "a null pointer";
    if ((tag & 0xf8) == TAG_CONSTANT)
        return "a constant";
    if (at >= __dovetail_stack_low && at < frame)
        return "a local variable of a function that has returned";
    if (__dovetail_batch->apart && (tag == TAG_HEAP || tag == TAG_GLOBAL))
        return "outside of every object";
    switch (tag) {
    case TAG_HEAP: return "outside of the allocated block";
    case TAG_FREED: return "a block that was freed";
    case TAG_GLOBAL: return "outside of a global variable";
    case TAG_RETURNED: return "a local variable of a function that has returned";
    case TAG_SCOPE: return "a local variable out of its scope";
    case 0xf1: case 0xf2: case 0xf3: return "outside of a local variable";
    case TAG_ALLOCA_LEFT: case TAG_ALLOCA_RIGHT: return "outside of an array of variable length";
    case 0: return "no object there";
    default: return tag < 8 ? "past the end of an object" : "memory that may not be touched";
    }
}

NORETURN static void refuse(uptr at, uptr count, int write, u8 tag, const uptr *frame) {
    __dovetail_say(write ? "write of " : "read of ");
    __dovetail_say_unsigned(count);
    __dovetail_say(count == 1 ? " byte at " : " bytes at ");
    __dovetail_say_hex(at);
    __dovetail_say(": ");
    __dovetail_say(reason(at, (uptr)frame, tag));
    __dovetail_report->record.address = at;
    __dovetail_trace(frame);
    __dovetail_fault(CHECK_INVALID_DEREF);
}

void __dovetail_check_range(uptr at, uptr count, int write, const uptr *frame) {
    const uptr last = at + count - 1;
    if (!__dovetail_batch->shadow || !count)
        return;
    const u32 untouched_there = last < at ? ELSEWHERE : region(at, last, write, (uptr)frame);
    if (untouched_there == ELSEWHERE) {
        const int constant = at >= __dovetail_image_low && at < __dovetail_image_writable;
        refuse(at, count, write, constant ? TAG_CONSTANT : 0, frame);
    }
    for (uptr granule = at >> 3; granule <= last >> 3; granule++) {
        u8 tag = *(const u8 *)(granule + SHADOW) ^ untouched_there;
        if (!tag)
            continue;
        if ((tag & 0xf8) == TAG_CONSTANT && !write && !(tag &= 7))
            continue;
        if (tag > 7 || (granule == last >> 3 ? (last & 7) + 1 : 8) > tag)
            /* After a granule that is partly fine comes the margin that says whose end this is. */
            refuse(at, count, write, tag <= 7 ? *(const u8 *)(granule + 1 + SHADOW) ^ untouched_there : tag, frame);
    }
}

/* Nearly every access lies in granules all of which are fine. */
static inline void check(uptr at, uptr count, int write, const uptr *frame) {
    const uptr last = at + count - 1;
    const u32 mask = region(at, last, write, (uptr)frame);
    if (mask == ELSEWHERE || last < at || *shadow_of(at) != mask || *shadow_of(last) != mask)
        __dovetail_check_range(at, count, write, frame);
}

#define ACCESS(count) \
    void __asan_load##count(uptr at) { check(at, count, 0, __builtin_frame_address(0)); } \
    void __asan_store##count(uptr at) { check(at, count, 1, __builtin_frame_address(0)); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
void __asan_loadN(uptr at, uptr count) { __dovetail_check_range(at, count, 0, __builtin_frame_address(0)); }
void __asan_storeN(uptr at, uptr count) { __dovetail_check_range(at, count, 1, __builtin_frame_address(0)); }

/* ---- the stack: the program says what its frames look like ----------------------------------------- */

#define SET_SHADOW(hex) \
    void __asan_set_shadow_##hex(u8 *shadow, uptr count) { __dovetail_set(shadow, 0x##hex, count); }
SET_SHADOW(00)
SET_SHADOW(01)
SET_SHADOW(02)
SET_SHADOW(03)
SET_SHADOW(04)
SET_SHADOW(05)
SET_SHADOW(06)
SET_SHADOW(07)
SET_SHADOW(f1)
SET_SHADOW(f2)
SET_SHADOW(f3)
SET_SHADOW(f5)
SET_SHADOW(f8)

void __asan_poison_stack_memory(uptr at, uptr count) { __dovetail_poison(at, count, TAG_SCOPE); }
void __asan_unpoison_stack_memory(uptr at, uptr count) { __dovetail_unpoison(at, count); }

/* Around an array of variable length the compiler leaves 32 bytes on the left, and on the right what is
 * missing to a multiple of 32, and 32 more. */
void __asan_alloca_poison(uptr at, uptr count) {
    const uptr right = ROUND_UP(at + count, 32) + 32;
    __dovetail_poison(at - 32, 32, TAG_ALLOCA_LEFT);
    __dovetail_poison(ROUND_DOWN(at + count, 8), right - ROUND_DOWN(at + count, 8), TAG_ALLOCA_RIGHT);
    __dovetail_unpoison(at, count);
}

void __asan_allocas_unpoison(uptr from, uptr to) {
    if (from && from <= to)
        __dovetail_set(shadow_of(from), 0, (to - from) >> 3);
}

/* ---- globals --------------------------------------------------------------------------------------- */

struct global { /* as clang lays it out */
    uptr at, count, count_with_margin;
    const char *name, *module;
    uptr has_constructor, location, indicator;
};

void __asan_register_globals(const struct global *globals, uptr count) {
    for (uptr i = 0; i < count; i++) {
        __dovetail_poison(globals[i].at, globals[i].count_with_margin, TAG_GLOBAL);
        __dovetail_unpoison(globals[i].at, globals[i].count);
    }
}

void __asan_register_elf_globals(uptr *done, const struct global *from, const struct global *to) {
    if (*done)
        return;
    *done = 1;
    __asan_register_globals(from, (uptr)(to - from));
}

void __asan_unregister_globals(const struct global *globals, uptr count) { (void)globals, (void)count; }
void __asan_unregister_elf_globals(uptr *done, const struct global *from, const struct global *to) {
    (void)done, (void)from, (void)to;
}

/* Around constructors, to find reads of what other units have yet to construct: C has none of that. */
void __asan_before_dynamic_init(const char *unit) { (void)unit; }
void __asan_after_dynamic_init(void) {}
void __asan_init(void) {}
void __asan_version_mismatch_check_v8(void) {}
/* A function that does not return ends the run here: there is no longjmp whose frames would need cleaning. */
void __asan_handle_no_return(void) {}
