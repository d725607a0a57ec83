/* The two input streams, and every function through which a program reads them.
 *
 * Which number an entry of `values` is in which type is decided in Python (inputs.py), once for the
 * interpreter and the native run; here the wanted form is only picked.
 */
#include "harness.h"

static const struct vector *current;
static const char *next_memory;
static const struct value zero;

void __dovetail_begin_inputs(const struct vector *vector) {
    current = vector;
    next_memory = (const char *)(vector + 1) + vector->values * sizeof(struct value);
}

const char *__dovetail_wild_pieces(const struct vector *vector) {
    const char *at = (const char *)(vector + 1) + vector->values * sizeof(struct value);
    for (u32 i = 0; i < vector->memory; i++)
        at += 8 + ROUND_UP((uptr) * (const u64 *)at, 8);
    return at;
}

static void note(u8 stream, size count, const char *type) {
    struct report *report = __dovetail_report;
    struct record *record = &report->record;
    u32 length = 0;
    u8 *to;
    while (type[length] && length < 255)
        length++;
    if (record->log_bytes + 6 + length > LOG) {
        record->log_lost++;
        return;
    }
    to = report->log + record->log_bytes;
    to[0] = stream;
    to[1] = (u8)length;
    for (int i = 0; i < 4; i++)
        to[2 + i] = (u8)((u64)count >> 8 * i);
    __dovetail_move(to + 6, type, length);
    record->log_bytes += 6 + length;
}

static const struct value *take(size count, const char *type) {
    const u32 index = __dovetail_report->record.values++;
    note(0, count, type);
    return index < current->values ? (const struct value *)(current + 1) + index : &zero;
}

void __dovetail_memory_input(void *to, size count, const char *type, int fresh) {
    const u32 index = __dovetail_report->record.memory++;
    note(1, count, type);
    if (index < current->memory) {
        u64 length = *(const u64 *)next_memory;
        const char *from = next_memory + 8;
        const size given = length < count ? (size)length : count;
        __dovetail_move(to, from, given);
        if (!fresh)
            __dovetail_set((char *)to + given, 0, count - given);
        next_memory = from + ROUND_UP((uptr)length, 8);
    } else if (!fresh) {
        __dovetail_set(to, 0, count);
    }
}

void __dovetail_uninitialised(void *variable, size count) { __dovetail_memory_input(variable, count, "variable", 0); }

/* Where C leaves a value open: what it is here is an input, too. */
int __dovetail_choice(void) {
    int any;
    __dovetail_memory_input(&any, sizeof any, "choice", 0);
    return any;
}

int __dovetail_nonzero(int holds) {
    int any;
    if (!holds)
        return 0;
    any = __dovetail_choice();
    return any ? any : 1;
}

#define COUNT(name, type) \
    int __dovetail_##name(type x) { return x ? name(x) : __dovetail_choice(); }
COUNT(__builtin_clz, unsigned)
COUNT(__builtin_clzl, unsigned long)
COUNT(__builtin_clzll, unsigned long long)
COUNT(__builtin_ctz, unsigned)
COUNT(__builtin_ctzl, unsigned long)
COUNT(__builtin_ctzll, unsigned long long)

WEAK void __VERIFIER_nondet_memory(void *at, size count) {
    __dovetail_check_range((uptr)at, count, 1, __builtin_frame_address(0));
    __dovetail_memory_input(at, count, "memory", 0);
}

/* For generated stubs: an entry of `values` as a number of any type. */
void __dovetail_input(void *into, unsigned count, const char *type) {
    const struct value *value = take(count, type);
    const char *word = type;
    int is_float = 0, is_double = 0, is_bool = 0;
    for (; *word; word++) {
        is_float |= word[0] == 'f' && word[1] == 'l' && word[2] == 'o' && word[3] == 'a' && word[4] == 't';
        is_double |= word[0] == 'd' && word[1] == 'o' && word[2] == 'u' && word[3] == 'b' && word[4] == 'l';
        is_bool |= word[0] == '_' && word[1] == 'B' && word[2] == 'o' && word[3] == 'o' && word[4] == 'l';
        if (*word == '*')
            is_float = is_double = is_bool = 0;
    }
    if (is_float && count == sizeof(float))
        __dovetail_move(into, &value->as_single, sizeof(float));
    else if (is_double && count == sizeof(double))
        __dovetail_move(into, &value->as_double, sizeof(double));
    else if (is_double && count == sizeof(long double)) {
        long double wide = value->as_double;
        __dovetail_move(into, &wide, sizeof wide);
    } else if (is_bool && count == 1)
        *(u8 *)into = (value->low | value->high) != 0;
    else {
        const size given = count < 16 ? count : 16;
        __dovetail_move(into, &value->low, given);
        __dovetail_set((char *)into + given, 0, count - given);
    }
}

/* ---- __VERIFIER_nondet_X and dovetail_any_X --------------------------------------------------------- */

/* Narrow types are returned as the int they are promoted to: right for a caller that declares the
 * function with its own type, and for one that does not declare it. */
#define INPUT(suffix, returned, type, name) \
    WEAK returned __VERIFIER_nondet_##suffix(void) { return (returned)(type)take(sizeof(type), name)->low; } \
    WEAK returned dovetail_any_##suffix(void) { return (returned)(type)take(sizeof(type), name)->low; }

INPUT(char, int, char, "char")
INPUT(schar, int, signed char, "signed char")
INPUT(uchar, unsigned, unsigned char, "unsigned char")
INPUT(unsigned_char, unsigned, unsigned char, "unsigned char")
INPUT(u8, unsigned, unsigned char, "unsigned char")
INPUT(short, int, short, "short")
INPUT(ushort, unsigned, unsigned short, "unsigned short")
INPUT(u16, unsigned, unsigned short, "unsigned short")
INPUT(int, int, int, "int")
INPUT(uint, unsigned, unsigned, "unsigned int")
INPUT(unsigned, unsigned, unsigned, "unsigned int")
INPUT(unsigned_int, unsigned, unsigned, "unsigned int")
INPUT(u32, unsigned, unsigned, "unsigned int")
INPUT(long, long, long, "long")
INPUT(ulong, unsigned long, unsigned long, "unsigned long")
INPUT(size_t, size, size, "size_t")
INPUT(sector_t, unsigned long, unsigned long, "sector_t")
INPUT(pthread_t, unsigned long, unsigned long, "pthread_t")
INPUT(longlong, long long, long long, "long long")
INPUT(ulonglong, unsigned long long, unsigned long long, "unsigned long long")
INPUT(loff_t, long long, long long, "loff_t")
INPUT(u64, unsigned long long, unsigned long long, "unsigned long long")
INPUT(pointer, void *, uptr, "void *")
INPUT(charp, char *, uptr, "char *")
INPUT(pchar, char *, uptr, "char *")

#define INPUT_BOOL(function) \
    WEAK int function(void) { \
        const struct value *value = take(1, "_Bool"); \
        return (value->low | value->high) != 0; \
    }
INPUT_BOOL(__VERIFIER_nondet_bool)
INPUT_BOOL(__VERIFIER_nondet__Bool)
INPUT_BOOL(dovetail_any_bool)
INPUT_BOOL(dovetail_any__Bool)

WEAK float __VERIFIER_nondet_float(void) { return take(sizeof(float), "float")->as_single; }
WEAK float dovetail_any_float(void) { return take(sizeof(float), "float")->as_single; }
WEAK double __VERIFIER_nondet_double(void) { return take(sizeof(double), "double")->as_double; }
WEAK double dovetail_any_double(void) { return take(sizeof(double), "double")->as_double; }

#if defined(__SIZEOF_INT128__)
static unsigned __int128 take_wide(const char *type) {
    const struct value *value = take(16, type);
    return (unsigned __int128)value->high << 64 | value->low;
}
WEAK __int128 __VERIFIER_nondet_int128(void) { return (__int128)take_wide("__int128"); }
WEAK __int128 dovetail_any_int128(void) { return (__int128)take_wide("__int128"); }
WEAK unsigned __int128 __VERIFIER_nondet_uint128(void) { return take_wide("unsigned __int128"); }
WEAK unsigned __int128 dovetail_any_uint128(void) { return take_wide("unsigned __int128"); }
#endif
