/* How a run ends: the functions of C and of SV-COMP that end one, and the report that they leave.
 *
 * Not here: ends by signal (server.c) and by a failed check of arithmetic or memory (their own files).
 */
#include "harness.h"

/* ---- text ------------------------------------------------------------------------------------------ */

void __dovetail_say(const char *text) {
    struct record *record = &__dovetail_report->record;
    while (*text && record->text_bytes < TEXT)
        __dovetail_report->text[record->text_bytes++] = *text++;
}

static void say_in_base(u64 number, u32 base) {
    char digits[24];
    char *at = digits + sizeof digits;
    *--at = 0;
    do
        *--at = "0123456789abcdef"[number % base];
    while (number /= base);
    __dovetail_say(at);
}

void __dovetail_say_unsigned(u64 number) { say_in_base(number, 10); }

void __dovetail_say_signed(i64 number) {
    if (number < 0)
        __dovetail_say("-");
    say_in_base(number < 0 ? 0 - (u64)number : (u64)number, 10);
}

void __dovetail_say_hex(u64 number) {
    __dovetail_say("0x");
    say_in_base(number, 16);
}

/* ---- where ----------------------------------------------------------------------------------------- */

int __dovetail_on_stack(uptr address) {
    return address >= __dovetail_stack_low && address < STACK_TOP - 2 * sizeof(uptr);
}

void __dovetail_trace_address(uptr address) {
    struct record *record = &__dovetail_report->record;
    if (record->frames < FRAMES)
        __dovetail_report->frames[record->frames++] = address;
}

void __dovetail_trace(const uptr *frame) {
    while (__dovetail_on_stack((uptr)frame) && frame[1]) {
        const uptr *outer = (const uptr *)frame[0];
        __dovetail_trace_address(frame[1] - 1); /* inside of the call, not after it */
        if (outer <= frame)
            break;
        frame = outer;
    }
}

/* ---- the end --------------------------------------------------------------------------------------- */

NORETURN void __dovetail_end(enum end end, enum check check, i32 number) {
    struct record *record = &__dovetail_report->record;
    record->check = check;
    record->number = number;
    record->end = end; /* last: without it the rest does not count */
    for (;;)
        __dovetail_system(SYS_exit, 0, 0, 0, 0, 0, 0);
}

NORETURN void __dovetail_fault(enum check check) {
    if (__dovetail_batch->checks & 1u << check)
        __dovetail_end(END_VIOLATION, check, 0);
    __dovetail_end(END_UNDEFINED, CHECK_NONE, 0);
}

NORETURN static void violated(enum check check, const uptr *frame) {
    __dovetail_trace(frame);
    __dovetail_end(END_VIOLATION, check, 0);
}

/* The front end puts this just before each call of an error function; what that function would do then,
 * above all one that the file defines itself, plays no part any more. */
NORETURN void __dovetail_at(int number) {
    __dovetail_trace(__builtin_frame_address(0));
    __dovetail_end(END_VIOLATION, CHECK_BY_NUMBER, number);
}

/* These are reached without __dovetail_at only through a pointer. One that the file defines has this put at
 * its beginning: the place of the error is where it was called from. */
NORETURN void __dovetail_entered(void) {
    const uptr *frame = __builtin_frame_address(0);
    violated(CHECK_UNREACH_CALL, (const uptr *)frame[0]);
}

WEAK NORETURN void reach_error(void) { violated(CHECK_UNREACH_CALL, __builtin_frame_address(0)); }
WEAK NORETURN void __VERIFIER_error(void) { violated(CHECK_UNREACH_CALL, __builtin_frame_address(0)); }

WEAK NORETURN void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
    (void)file, (void)line, (void)function;
    __dovetail_say(condition);
    violated(CHECK_ASSERTION, __builtin_frame_address(0));
}

NORETURN void __dovetail_unsupported(const char *reason) {
    __dovetail_trace(__builtin_frame_address(0));
    __dovetail_say(reason);
    __dovetail_end(END_UNSUPPORTED, CHECK_NONE, 0);
}

NORETURN static void assumption_fails(const char *which, const uptr *frame) {
    __dovetail_say(which);
    __dovetail_trace(frame);
    __dovetail_end(END_ASSUMPTION, CHECK_NONE, 0);
}

/* What is alive begins with the caller's part of the stack: below it is what returned functions have left. */
#define BEHIND(frame) ((uptr)((const uptr *)(frame) + 2))

/* Where a program ends inside of functions, what it has lost by then is lost. */
static void find_lost(const uptr *frame) {
    if (__dovetail_batch->checks & 1u << CHECK_MEMORY_LEAK)
        __dovetail_find_leaks(BEHIND(frame));
}

/* Instead of __dovetail_at, where nobody asks whether an error function is called. */
NORETURN void __dovetail_quiet(void) {
    find_lost(__builtin_frame_address(0));
    assumption_fails("an error that no property asks about", __builtin_frame_address(0));
}

WEAK void __VERIFIER_assume(int condition) {
    if (!condition)
        assumption_fails("__VERIFIER_assume", __builtin_frame_address(0));
}

WEAK void dovetail_assume(int condition) {
    if (!condition)
        assumption_fails("dovetail_assume", __builtin_frame_address(0));
}

WEAK void dovetail_initial(int condition) {
    if (!condition)
        assumption_fails("dovetail_initial", __builtin_frame_address(0));
}

/* What is asked of all executions together: nothing to do in one. */
WEAK void dovetail_sometime(int condition) { (void)condition; }
WEAK void dovetail_final(int condition) { (void)condition; }
WEAK void dovetail_predicate(int condition) { (void)condition; }

WEAK NORETURN void abort(void) {
    find_lost(__builtin_frame_address(0));
    assumption_fails("abort", __builtin_frame_address(0));
}

/* Called by models that end the program in this way. */
NORETURN void __dovetail_stop(void) {
    find_lost(__builtin_frame_address(0));
    assumption_fails("abort", __builtin_frame_address(0));
}

/* ---- exit ------------------------------------------------------------------------------------------ */

typedef void (*handler)(void);

/* The model that calls what was given to atexit, if the program uses it. */
extern WEAK void __dovetail_run_at_exit(void);

extern const handler __init_array_start[] WEAK __attribute__((visibility("hidden")));
extern const handler __init_array_end[] WEAK __attribute__((visibility("hidden")));
extern const handler __fini_array_start[] WEAK __attribute__((visibility("hidden")));
extern const handler __fini_array_end[] WEAK __attribute__((visibility("hidden")));

NORETURN void __dovetail_leave(int code, uptr live) {
    for (const handler *f = __fini_array_end; f > __fini_array_start;)
        (*--f)();
    if (__dovetail_batch->checks & 1u << CHECK_MEMORY_LEAK)
        __dovetail_find_leaks(live);
    if (__dovetail_batch->checks & 1u << CHECK_MEMORY_CLEANUP)
        __dovetail_find_left();
    __dovetail_end(END_NORMAL, CHECK_NONE, code);
}

/* Called by the models of exit and its kin: alive is what their callers have. */
NORETURN void __dovetail_halt(int code) { __dovetail_leave(code, BEHIND(*(uptr *)__builtin_frame_address(0))); }
WEAK NORETURN void exit(int code) { __dovetail_leave(code, BEHIND(__builtin_frame_address(0))); }
WEAK NORETURN void _exit(int code) { __dovetail_end(END_NORMAL, CHECK_NONE, code); }
WEAK NORETURN void _Exit(int code) { __dovetail_end(END_NORMAL, CHECK_NONE, code); }
WEAK NORETURN void quick_exit(int code) { __dovetail_end(END_NORMAL, CHECK_NONE, code); }

/* ---- the program ----------------------------------------------------------------------------------- */

extern int __dovetail_entry(int count, char **arguments, char **environment); /* a name given by the linker */

static char program_name[] __attribute__((aligned(16))) = "program";
static char *arguments[] __attribute__((aligned(16))) = {program_name, 0};
static char *environment[] __attribute__((aligned(16))) = {0};

__attribute__((used)) void __dovetail_program(void) {
    if (__dovetail_batch->apart) {
        __dovetail_begin_objects();
        __dovetail_unpoison((uptr)program_name, sizeof program_name);
        __dovetail_unpoison((uptr)arguments, sizeof arguments);
        __dovetail_unpoison((uptr)environment, sizeof environment);
    }
    for (const handler *f = __init_array_start; f < __init_array_end; f++)
        (*f)();
    /* A function that takes no arguments ignores these; both targets allow it. */
    int code = __dovetail_entry(1, arguments, environment);
    if (__dovetail_run_at_exit)
        __dovetail_run_at_exit();
    __dovetail_leave(code, STACK_TOP);
}
