/* dovetail.h: what a C or C++ program says to Dovetail.
 *
 *     dovetail_always(c)      c holds whenever execution comes here; a check, as assert is
 *     dovetail_assume(c)      executions that come here without c are of no interest
 *     dovetail_initial(c)     the executions to look at are those that come here with c; to Dovetail, an assumption
 *     dovetail_sometime(c)    wherever execution is, it may still come here with c; for `dovetail abstract`
 *     dovetail_final(c)       which executions come here with c? for `dovetail abstract`
 *     dovetail_predicate(c)   c is worth distinguishing here; a hint that changes no answer
 *     dovetail_requires(c), dovetail_ensures(c), dovetail_assigns(what, ...), dovetail_invariant(c),
 *     dovetail_decreases(e), dovetail_pure()   contracts, at the beginning of a function or of the body of a loop; in them
 *                             dovetail_result, dovetail_old(e), dovetail_fresh(p, bytes), dovetail_readable(p, bytes),
 *                             dovetail_writable(p, bytes), dovetail_disjoint(p, bytes, q, bytes),
 *                             dovetail_forall(i, low, high, c), dovetail_exists(i, low, high, c),
 *                             dovetail_range(p, bytes), dovetail_object(p); see docs/specifications.md
 *     dovetail_type_invariant(T, c)   outside of functions: c holds of each object of type T, dovetail_self, between calls
 *     dovetail_any_int()      any value of the type; one function for each scalar type:
 *                             bool char schar uchar short ushort int uint long ulong longlong ulonglong
 *                             size float double
 *
 * And of lists, of any record with a pointer to the next one. Two macros, at the beginning of a file, make the functions
 * that look at them, and three more are conditions, for dovetail_always, assert, or an if:
 *
 *     dovetail_lists(struct node, next)            there are lists of this type, linked by this member
 *     dovetail_ordered_lists(struct node, next, data)   and they have something to be ordered by
 *     dovetail_list(x, next)                       x is a list: null, or linked from one to the next until null
 *     dovetail_sorted(x, next, data)               and nothing in it is greater than what comes next
 *     dovetail_permutation(x, y, next, data)       x and y are lists with the same data, each as often
 *
 * Dovetail reads this file with __DOVETAIL__ defined and gives the names their meaning. Any other compiler (C89 and
 * later, C++98 and later) gets an ordinary program that can be run:
 *
 *   - dovetail_always is assert, so NDEBUG switches it off;
 *   - dovetail_assume ends the program with exit(0) where the condition does not hold: quietly, as a path that is
 *     of no interest, though functions registered with atexit do run;
 *   - dovetail_initial, _sometime, _final and _predicate do nothing and do not evaluate their argument: they are
 *     about the executions that are looked at, and this is one of them or not;
 *   - clauses of contracts are nothing at all (from C99 and C++11 on);
 *   - dovetail_any_* gives the next number in the text file that the environment variable DOVETAIL_INPUTS names, and 0
 *     when there is no such file or no number left. The numbers are separated by white space or commas:
 *     decimal, 0x-hexadecimal or floating (1.5, inf, nan, 0x1.8p3); # starts a comment that ends with the line.
 *     A whole number wraps to its type, as a cast does; a floating one is cut off towards zero.
 *
 * The argument of any of these has no side effect that the program relies on, as with assert.
 */
#ifndef DOVETAIL_H
#define DOVETAIL_H

#if defined(__cplusplus)
#define DOVETAIL_BOOL bool
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L
#define DOVETAIL_BOOL _Bool
#else
#define DOVETAIL_BOOL int
#endif

/* long long is an extension of GNU's in C89 and C++98. */
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L) || (defined(__cplusplus) && __cplusplus >= 201103L)
#define DOVETAIL_HAS_LONG_LONG 1
typedef long long dovetail_longlong;
typedef unsigned long long dovetail_ulonglong;
#elif defined(__GNUC__)
#define DOVETAIL_HAS_LONG_LONG 1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wlong-long"
typedef long long dovetail_longlong;
typedef unsigned long long dovetail_ulonglong;
#pragma GCC diagnostic pop
#else
#define DOVETAIL_HAS_LONG_LONG 0
typedef long dovetail_longlong;
typedef unsigned long dovetail_ulonglong;
#endif

#include <stddef.h>

/* Lists. These are ordinary functions, for Dovetail as for any compiler. A list that comes back to itself is none, so
 * that all of them end. */
#if defined(__GNUC__)
#define DOVETAIL_FUNCTION static __inline__ __attribute__((unused))
#elif defined(_MSC_VER)
#define DOVETAIL_FUNCTION static __inline
#else
#define DOVETAIL_FUNCTION static
#endif

#define dovetail_lists(type, next)                                                                                     \
    DOVETAIL_FUNCTION int dovetail_list_by_##next(type const *fast) {                                                  \
        type const *slow = fast;                                                                                       \
        while (fast != NULL && fast->next != NULL) {                                                                   \
            fast = fast->next->next;                                                                                   \
            slow = slow->next;                                                                                         \
            if (fast == slow)                                                                                          \
                return 0;                                                                                              \
        }                                                                                                              \
        return 1;                                                                                                      \
    }                                                                                                                  \
    struct dovetail_lists_by_##next

#define dovetail_ordered_lists(type, next, data)                                                                       \
    DOVETAIL_FUNCTION int dovetail_sorted_by_##next##_##data(type const *x) {                                          \
        if (!dovetail_list_by_##next(x))                                                                               \
            return 0;                                                                                                  \
        for (; x != NULL && x->next != NULL; x = x->next)                                                              \
            if (x->data > x->next->data)                                                                               \
                return 0;                                                                                              \
        return 1;                                                                                                      \
    }                                                                                                                  \
    DOVETAIL_FUNCTION size_t dovetail_count_by_##next##_##data(type const *x, type const *like) {                      \
        size_t count = 0;                                                                                              \
        for (; x != NULL; x = x->next)                                                                                 \
            if (x->data == like->data)                                                                                 \
                count++;                                                                                               \
        return count;                                                                                                  \
    }                                                                                                                  \
    DOVETAIL_FUNCTION int dovetail_permutation_by_##next##_##data(type const *x, type const *y) {                      \
        type const *at;                                                                                                \
        size_t more = 0;                                                                                               \
        if (!dovetail_list_by_##next(x) || !dovetail_list_by_##next(y))                                                \
            return 0;                                                                                                  \
        for (at = x; at != NULL; at = at->next) {                                                                      \
            more++;                                                                                                    \
            if (dovetail_count_by_##next##_##data(x, at) != dovetail_count_by_##next##_##data(y, at))                  \
                return 0;                                                                                              \
        }                                                                                                              \
        for (at = y; at != NULL && more > 0; at = at->next)                                                            \
            more--;                                                                                                    \
        return at == NULL && more == 0;                                                                                \
    }                                                                                                                  \
    struct dovetail_lists_by_##next##_##data

#define dovetail_list(x, next) (dovetail_list_by_##next(x))
#define dovetail_sorted(x, next, data) (dovetail_sorted_by_##next##_##data(x))
#define dovetail_permutation(x, y, next, data) (dovetail_permutation_by_##next##_##data(x, y))

/* Clauses have any number of arguments, which macros cannot have before. */
#if (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L) || (defined(__cplusplus) && __cplusplus >= 201103L)
#define DOVETAIL_HAS_CLAUSES 1
#endif

#ifdef __DOVETAIL__

#ifdef __cplusplus
extern "C" {
#endif

void dovetail_always(DOVETAIL_BOOL condition);
void dovetail_assume(DOVETAIL_BOOL condition);
void dovetail_initial(DOVETAIL_BOOL condition);
void dovetail_sometime(DOVETAIL_BOOL condition);
void dovetail_final(DOVETAIL_BOOL condition);
void dovetail_predicate(DOVETAIL_BOOL condition);

DOVETAIL_BOOL dovetail_any_bool(void);
char dovetail_any_char(void);
signed char dovetail_any_schar(void);
unsigned char dovetail_any_uchar(void);
short dovetail_any_short(void);
unsigned short dovetail_any_ushort(void);
int dovetail_any_int(void);
unsigned int dovetail_any_uint(void);
long dovetail_any_long(void);
unsigned long dovetail_any_ulong(void);
#if DOVETAIL_HAS_LONG_LONG
dovetail_longlong dovetail_any_longlong(void);
dovetail_ulonglong dovetail_any_ulonglong(void);
#endif
size_t dovetail_any_size(void);
float dovetail_any_float(void);
double dovetail_any_double(void);

#ifdef __cplusplus
}
#endif

#ifdef DOVETAIL_HAS_CLAUSES
/* Clauses are read before the compiler sees them, in these words. */
#define dovetail_requires(...) __CPROVER_requires(__VA_ARGS__)
#define dovetail_ensures(...) __CPROVER_ensures(__VA_ARGS__)
#define dovetail_assigns(...) __CPROVER_assigns(__VA_ARGS__)
#define dovetail_pure() __CPROVER_assigns()
#define dovetail_invariant(...) __CPROVER_loop_invariant(__VA_ARGS__)
#define dovetail_decreases(...) __CPROVER_decreases(__VA_ARGS__)
#define dovetail_result __CPROVER_return_value
#define dovetail_old(e) __CPROVER_old(e)
#define dovetail_fresh(p, bytes) __CPROVER_is_fresh(p, bytes)
#define dovetail_readable(p, bytes) __CPROVER_r_ok(p, bytes)
#define dovetail_writable(p, bytes) __CPROVER_w_ok(p, bytes)
#define dovetail_type_invariant(...) __CPROVER_dovetail_type_invariant(__VA_ARGS__)
#define dovetail_self __CPROVER_dovetail_self
#define dovetail_string(s) __CPROVER_dovetail_string(s)
#define dovetail_range(p, bytes) __CPROVER_object_upto(p, bytes)
#define dovetail_object(p) __CPROVER_object_whole(p)
#define dovetail_disjoint(p, n, q, m) \
    (!__CPROVER_same_object(p, q) || (const char *)(p) + (n) <= (const char *)(q) \
     || (const char *)(q) + (m) <= (const char *)(p))
#define dovetail_forall(i, low, high, c) \
    __CPROVER_forall { __auto_type i; ((low) <= i && i < (high)) ==> (c) }
#define dovetail_exists(i, low, high, c) \
    __CPROVER_exists { __auto_type i; ((low) <= i && i < (high)) && (c) }
#endif

#else /* any other compiler */

#ifdef DOVETAIL_HAS_CLAUSES
#define dovetail_requires(...) ((void)0)
#define dovetail_ensures(...) ((void)0)
#define dovetail_assigns(...) ((void)0)
#define dovetail_pure() ((void)0)
#define dovetail_invariant(...) ((void)0)
#define dovetail_decreases(...) ((void)0)
#define dovetail_type_invariant(...) struct dovetail_said_of_a_type
#endif

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define dovetail_always(c) assert(c)
#define dovetail_assume(c) ((c) ? (void)0 : exit(0))
#define dovetail_initial(c) ((void)sizeof((c) ? 1 : 0))
#define dovetail_sometime(c) ((void)sizeof((c) ? 1 : 0))
#define dovetail_final(c) ((void)sizeof((c) ? 1 : 0))
#define dovetail_predicate(c) ((void)sizeof((c) ? 1 : 0))

/* One position in the file for all files of a program, where the linker can merge definitions. */
#if defined(__GNUC__)
#define DOVETAIL_SHARED __attribute__((weak))
#elif defined(_MSC_VER)
#define DOVETAIL_SHARED __declspec(selectany)
#else
#define DOVETAIL_SHARED static
#endif

#ifdef __cplusplus
extern "C" {
#endif
DOVETAIL_SHARED FILE *dovetail_inputs_file = NULL;
DOVETAIL_SHARED int dovetail_inputs_opened = 0;
#ifdef __cplusplus
}
#endif

/* The next word of the file of inputs; empty when there is none. */
DOVETAIL_FUNCTION void dovetail_next_word(char *word, size_t room) {
    size_t n = 0;
    int c = ' ';
    if (!dovetail_inputs_opened) {
        const char *name = getenv("DOVETAIL_INPUTS");
        dovetail_inputs_opened = 1;
        if (name != NULL && name[0] != '\0')
            dovetail_inputs_file = fopen(name, "r");
        if (name != NULL && name[0] != '\0' && dovetail_inputs_file == NULL)
            fprintf(stderr, "dovetail.h: cannot read %s: every input is 0\n", name);
    }
    word[0] = '\0';
    if (dovetail_inputs_file == NULL)
        return;
    while (c == ' ' || c == ',' || c == '\t' || c == '\n' || c == '\r' || c == '#') {
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(dovetail_inputs_file);
        if (c != EOF)
            c = getc(dovetail_inputs_file);
    }
    while (c != EOF && c != ' ' && c != ',' && c != '\t' && c != '\n' && c != '\r' && c != '#') {
        if (n + 1 < room)
            word[n++] = (char)c;
        c = getc(dovetail_inputs_file);
    }
    if (c == '#')
        ungetc(c, dovetail_inputs_file);
    word[n] = '\0';
}

/* Is it written as a floating number? An e is a digit after 0x. */
DOVETAIL_FUNCTION int dovetail_is_floating(const char *word) {
    const char *digits = word + (word[0] == '-' || word[0] == '+');
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
        return strpbrk(digits, ".pP") != NULL;
    return strpbrk(digits, ".eEnNiI") != NULL;
}

DOVETAIL_FUNCTION dovetail_ulonglong dovetail_next_whole(void) {
    char word[64];
    const char *at = word;
    dovetail_ulonglong value = 0;
    unsigned base = 10;
    int negative;
    dovetail_next_word(word, sizeof word);
    if (dovetail_is_floating(word)) {
        double number = strtod(word, NULL);
        if (number > -9223372036854775808.0 && number < 0.0)
            return (dovetail_ulonglong)0 - (dovetail_ulonglong)(-number);
        return number >= 0.0 && number < 18446744073709551616.0 ? (dovetail_ulonglong)number : 0;
    }
    negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
        base = 16;
        at += 2;
    }
    for (; *at != '\0'; at++) {
        const char *all = "0123456789abcdef0123456789ABCDEF";
        const char *digit = strchr(all, *at);
        if (digit == NULL || (size_t)(digit - all) % 16 >= base)
            break;
        value = value * base + (unsigned)((size_t)(digit - all) % 16);
    }
    return negative ? (dovetail_ulonglong)0 - value : value;
}

DOVETAIL_FUNCTION double dovetail_any_double(void) {
    char word[64];
    dovetail_next_word(word, sizeof word);
    return strtod(word, NULL);
}

DOVETAIL_FUNCTION float dovetail_any_float(void) { return (float)dovetail_any_double(); }
DOVETAIL_FUNCTION DOVETAIL_BOOL dovetail_any_bool(void) { return dovetail_next_whole() != 0; }
DOVETAIL_FUNCTION char dovetail_any_char(void) { return (char)dovetail_next_whole(); }
DOVETAIL_FUNCTION signed char dovetail_any_schar(void) { return (signed char)dovetail_next_whole(); }
DOVETAIL_FUNCTION unsigned char dovetail_any_uchar(void) { return (unsigned char)dovetail_next_whole(); }
DOVETAIL_FUNCTION short dovetail_any_short(void) { return (short)dovetail_next_whole(); }
DOVETAIL_FUNCTION unsigned short dovetail_any_ushort(void) { return (unsigned short)dovetail_next_whole(); }
DOVETAIL_FUNCTION int dovetail_any_int(void) { return (int)dovetail_next_whole(); }
DOVETAIL_FUNCTION unsigned int dovetail_any_uint(void) { return (unsigned int)dovetail_next_whole(); }
DOVETAIL_FUNCTION long dovetail_any_long(void) { return (long)dovetail_next_whole(); }
DOVETAIL_FUNCTION unsigned long dovetail_any_ulong(void) { return (unsigned long)dovetail_next_whole(); }
#if DOVETAIL_HAS_LONG_LONG
DOVETAIL_FUNCTION dovetail_longlong dovetail_any_longlong(void) { return (dovetail_longlong)dovetail_next_whole(); }
DOVETAIL_FUNCTION dovetail_ulonglong dovetail_any_ulonglong(void) { return dovetail_next_whole(); }
#endif
DOVETAIL_FUNCTION size_t dovetail_any_size(void) { return (size_t)dovetail_next_whole(); }

#endif /* __DOVETAIL__ */

#endif /* DOVETAIL_H */
