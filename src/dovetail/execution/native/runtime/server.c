/* The fork server: reads a batch of input vectors, runs the program once for each in a child of its own,
 * and writes one record for each to standard output.
 *
 * The child can reach nothing: standard input and output are closed, no file can be opened or grow,
 * memory is what the server mapped, and under seccomp's strict mode any system call but exit kills it.
 * A child that is killed, or that runs wild in its own memory, leaves the server and its siblings as they were.
 */
#include "harness.h"

struct report *__dovetail_report;
const struct batch *__dovetail_batch;
uptr __dovetail_stack_low, __dovetail_image_low, __dovetail_image_high, __dovetail_image_writable;

extern char __ehdr_start[] __attribute__((visibility("hidden")));

void __dovetail_program(void); /* in ends.c: constructors, the entry function, exit */

#if defined(__i386__)
__asm__(".globl _start\n_start:\n xorl %ebp, %ebp\n andl $-16, %esp\n call __dovetail_serve\n hlt\n"
        ".globl __dovetail_restore\n__dovetail_restore:\n movl $173, %eax\n int $0x80\n"
        /* long __dovetail_system(number, a, b, c, d, e, f), arguments on the stack */
        ".globl __dovetail_system\n__dovetail_system:\n"
        " pushl %ebp\n pushl %ebx\n pushl %esi\n pushl %edi\n"
        " movl 20(%esp), %eax\n movl 24(%esp), %ebx\n movl 28(%esp), %ecx\n movl 32(%esp), %edx\n"
        " movl 36(%esp), %esi\n movl 40(%esp), %edi\n movl 44(%esp), %ebp\n int $0x80\n"
        " popl %edi\n popl %esi\n popl %ebx\n popl %ebp\n ret\n"
        ".globl __dovetail_switch\n__dovetail_switch:\n"
        " movl 4(%esp), %esp\n xorl %ebp, %ebp\n call __dovetail_program\n ud2\n");
#else
__asm__(".globl _start\n_start:\n xorl %ebp, %ebp\n andq $-16, %rsp\n call __dovetail_serve\n hlt\n"
        ".globl __dovetail_restore\n__dovetail_restore:\n movl $15, %eax\n syscall\n"
        ".globl __dovetail_system\n__dovetail_system:\n"
        " movq %rdi, %rax\n movq %rsi, %rdi\n movq %rdx, %rsi\n movq %rcx, %rdx\n movq %r8, %r10\n"
        " movq %r9, %r8\n movq 8(%rsp), %r9\n syscall\n ret\n"
        ".globl __dovetail_switch\n__dovetail_switch:\n"
        " movq %rdi, %rsp\n xorl %ebp, %ebp\n call __dovetail_program\n ud2\n");
#endif

void __dovetail_restore(void);
NORETURN void __dovetail_switch(uptr stack_top);

#define CALL0(n) __dovetail_system(n, 0, 0, 0, 0, 0, 0)
#define CALL1(n, a) __dovetail_system(n, (long)(a), 0, 0, 0, 0, 0)
#define CALL2(n, a, b) __dovetail_system(n, (long)(a), (long)(b), 0, 0, 0, 0)
#define CALL3(n, a, b, c) __dovetail_system(n, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define CALL4(n, a, b, c, d) __dovetail_system(n, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)

enum { SIGILL = 4, SIGTRAP = 5, SIGBUS = 7, SIGFPE = 8, SIGKILL = 9, SIGSEGV = 11, SIGALRM = 14, SIGPROF = 27 };

/* A failure of the harness itself, never of the program: the server's exit status says which step. */
NORETURN static void give_up(int step) {
    for (;;)
        CALL1(SYS_exit, step);
}

enum { READ = 1, WRITE = 2, SHARED = 1, PRIVATE = 2, FIXED = 16, ANONYMOUS = 32, NORESERVE = 0x4000 };
enum { OWN_AND_LAZY = PRIVATE | ANONYMOUS | NORESERVE | FIXED };

static void *map_from(uptr at, size bytes, int protection, int flags, int file, u64 offset, int step) {
#if defined(__i386__)
    offset /= PAGE; /* what this machine's call takes */
#endif
    long got = __dovetail_system(SYS_mmap, (long)at, (long)bytes, protection, flags, file, (long)offset);
    if ((unsigned long)got > -4096ul)
        give_up(step);
    return (void *)got;
}

static void *map(uptr at, size bytes, int protection, int flags, int file, int step) {
    return map_from(at, bytes, protection, flags, file, 0, step);
}

static void map_shadow(uptr low, uptr high, int step) {
    uptr from = ROUND_DOWN((low >> 3) + SHADOW, PAGE), to = ROUND_UP((high >> 3) + SHADOW + 1, PAGE);
    map(from, to - from, READ | WRITE, OWN_AND_LAZY, -1, step);
}

/* ---- the image: what the linker made, found without names that the program could have taken --------- */

const struct program_header *__dovetail_segments(u16 *count) {
#if defined(__i386__)
    *count = *(const u16 *)(__ehdr_start + 44);
    return (const void *)(__ehdr_start + *(const u32 *)(__ehdr_start + 28));
#else
    *count = *(const u16 *)(__ehdr_start + 56);
    return (const void *)(__ehdr_start + *(const u64 *)(__ehdr_start + 32));
#endif
}

static void find_image(void) {
    u16 count;
    const struct program_header *segment = __dovetail_segments(&count);
    __dovetail_image_low = (uptr)__ehdr_start;
    __dovetail_image_writable = ~(uptr)0;
    for (u16 i = 0; i < count; i++) {
        if (segment[i].type != SEGMENT_LOADED)
            continue;
        if (segment[i].at + segment[i].bytes > __dovetail_image_high)
            __dovetail_image_high = (uptr)(segment[i].at + segment[i].bytes);
        if (segment[i].flags & SEGMENT_WRITABLE && segment[i].at < __dovetail_image_writable)
            __dovetail_image_writable = (uptr)segment[i].at; /* the linker puts them last */
    }
}

/* ---- signals: the child says what hit it ------------------------------------------------------------ */

struct action {
    void (*handler)(int, void *, void *);
    unsigned long flags;
    void (*restorer)(void);
    u64 mask;
};

static void on_signal(int number, void *information, void *context) {
    enum { CODE_FROM_KERNEL = 128 };
    const int code = ((const int *)information)[2];
#if defined(__i386__)
    const uptr address = ((const uptr *)information)[3];
    const uptr *registers = (const uptr *)((const char *)context + 20);
    uptr frame = registers[6], stack = registers[7], at = registers[14];
#else
    const uptr address = ((const uptr *)information)[2];
    const uptr *registers = (const uptr *)((const char *)context + 40);
    uptr frame = registers[10], stack = registers[15], at = registers[16];
#endif
    const int called = number == SIGSEGV && address == at; /* there are no instructions there */
    const int in_shadow = __dovetail_batch->shadow && address >= SHADOW && address < HEAP;
    /* Below the stack lies nothing; a frame may be large, so anything within 64 MiB is taken for it, but
     * only if the stack really is used up there. */
    const int overflow = number == SIGSEGV && code != CODE_FROM_KERNEL && address < __dovetail_stack_low &&
                         stack < __dovetail_stack_low + 2 * PAGE && stack + (64ul << 20) > __dovetail_stack_low;

    __dovetail_report->record.address = address;
    if (called && __dovetail_on_stack(stack))
        __dovetail_trace_address(*(const uptr *)stack - 1); /* a call to nowhere: the caller is what counts */
    else
        __dovetail_trace_address(at);
    if (__dovetail_on_stack(frame))
        __dovetail_trace((const uptr *)frame);
    if (overflow)
        __dovetail_say("stack overflow");
    else if ((number == SIGSEGV || number == SIGBUS) && code != CODE_FROM_KERNEL) {
        __dovetail_say(called ? "call of " : "access to ");
        __dovetail_say_hex(address);
        __dovetail_say(called ? ", which is no function" : address >= __dovetail_image_low && address < __dovetail_image_writable
                           ? ", a constant" : ", where there is nothing");
        /* The shadow is touched by nobody but the sanitizer, when something else went wrong before. */
        if (!in_shadow && (__dovetail_batch->checks & 1u << CHECK_INVALID_DEREF))
            __dovetail_end(END_VIOLATION, CHECK_INVALID_DEREF, number);
    }
    __dovetail_end(END_UNDEFINED, CHECK_NONE, number);
}

/* The time is up. What has been lost by now is lost, however long the program would go on. The timer has a few more
 * ticks after the first, so that it can be seen what stays lost. */
static void on_time(int number, void *information, void *context) {
    static int ticks;
    struct record *record = &__dovetail_report->record;
#if defined(__i386__)
    const uptr stack = ((const uptr *)((const char *)context + 20))[7];
#else
    const uptr stack = ((const uptr *)((const char *)context + 40))[15];
#endif
    (void)information;
    if (record->end != END_NONE)
        for (;;) /* it is just leaving */
            __dovetail_system(SYS_exit, 0, 0, 0, 0, 0, 0);
    if (__dovetail_on_stack(stack)) {
        __dovetail_sample_leaks(stack, number);
        if (++ticks < SAMPLES)
            return;
    }
    record->text_bytes = record->frames = 0;
    __dovetail_say("time limit");
    __dovetail_end(END_BUDGET, CHECK_NONE, number);
}

static void catch_time(void) {
    struct action action = {on_time, 0x4 | 0x04000000 | 0x08000000, __dovetail_restore, 0};
    if (CALL4(SYS_rt_sigaction, SIGPROF, &action, 0, 8))
        give_up(27);
}

static void catch_signals(void) {
    static const int caught[] = {SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV};
    struct { void *at; int flags; size bytes; } stack = {0, 0, 1u << 16};
    struct action action = {on_signal, 0x4 | 0x04000000 | 0x08000000, __dovetail_restore, 0};
    stack.at = map(0, stack.bytes, READ | WRITE, PRIVATE | ANONYMOUS, -1, 20);
    if (CALL2(SYS_sigaltstack, &stack, 0))
        give_up(21);
    for (unsigned i = 0; i < sizeof caught / sizeof *caught; i++)
        if (CALL4(SYS_rt_sigaction, caught[i], &action, 0, 8))
            give_up(22);
}

/* ---- limits ---------------------------------------------------------------------------------------- */

static void limit(int resource, unsigned long most) {
    unsigned long limits[2] = {most, most};
    if (CALL2(SYS_setrlimit, resource, limits))
        give_up(23);
}

static void set_limits(void) {
    enum { FSIZE = 1, CORE = 4, NOFILE = 7 };
    limit(FSIZE, 0);
    limit(CORE, 0);
    limit(NOFILE, 0);
}

static void set_timer(int which, u64 microseconds) {
    enum { TICK = 5000 };
    long timer[4] = {0, TICK, (long)(microseconds / 1000000), (long)(microseconds % 1000000)};
    CALL3(SYS_setitimer, which, timer, 0);
}

/* ---- wild memory: pages outside of the program, which a vector asks for ------------------------------ */

NORETURN static void no_wild_memory(u64 at) {
    __dovetail_say("memory outside of the program cannot be at ");
    __dovetail_say_hex(at);
    __dovetail_end(END_UNSUPPORTED, CHECK_NONE, 0);
}

static void map_wild(const struct vector *vector) {
    enum { NOREPLACE = 0x100000 };
    const char *piece = __dovetail_wild_pieces(vector);
    u64 mapped = PAGE; /* up to here it is done; the first page is never there */
    for (u32 i = 0; i < vector->wild; i++) {
        const u64 at = ((const u64 *)piece)[0], length = ((const u64 *)piece)[1];
        const u64 from = at & ~(u64)(PAGE - 1), past = (at + (length ? length : 1) + PAGE - 1) & ~(u64)(PAGE - 1);
        if (past <= from || (uptr)past != past || from < PAGE)
            no_wild_memory(at);
        if (past > mapped) {
            const uptr start = (uptr)(from > mapped ? from : mapped);
            const long got = __dovetail_system(SYS_mmap, (long)start, (long)(past - start), READ | WRITE,
                                               PRIVATE | ANONYMOUS | NORESERVE | NOREPLACE, -1, 0);
            if ((uptr)got != start)
                no_wild_memory(at);
            mapped = past;
        }
        __dovetail_move((void *)(uptr)at, piece + 16, (size)length);
        piece += 16 + ROUND_UP((uptr)length, 8);
    }
}

/* ---- one vector ------------------------------------------------------------------------------------ */

enum { PR_SET_PDEATHSIG = 1 };

NORETURN static void child(const struct vector *vector, long server) {
    enum { REAL = 0, PROF = 2, PR_SET_SECCOMP = 22, STRICT = 1, AS = 9 };
    CALL2(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL); /* not inherited */
    if (CALL0(SYS_getppid) != server)
        give_up(0); /* it was quicker */
    CALL1(SYS_close, 1);
    if (vector->wild)
        map_wild(vector);
    limit(AS, PAGE); /* all that a run may use is mapped already */
    set_timer(PROF, __dovetail_batch->cpu_microseconds);
    set_timer(REAL, __dovetail_batch->wall_microseconds);
    CALL2(SYS_prctl, PR_SET_SECCOMP, STRICT); /* where it is forbidden, the limits above must do */
    __dovetail_begin_inputs(vector);
    __dovetail_switch(STACK_TOP - 64);
}

static int is_timeout(int status) {
    const struct record *record = &__dovetail_report->record;
    const int caught = record->end == END_BUDGET || record->end == END_VIOLATION ? record->number : 0;
    const int signal = status & 0x7f ? status & 0x7f : record->check != CHECK_BY_NUMBER ? caught : 0;
    return signal == SIGPROF || signal == SIGALRM;
}

static void judge_status(int status) {
    struct record *record = &__dovetail_report->record;
    const int signal = status & 0x7f;
    if (record->log_bytes > LOG || record->text_bytes > TEXT || record->file_bytes > TEXT ||
        record->frames > FRAMES || record->end > END_BUDGET || record->check > CHECK_CONVERSION ||
        record->compared > COMPARISONS || record->mark_bytes > MARKS || record->events > EVENTS + 1 ||
        record->states > KEPT + 1 || record->moves > KEPT + 1) {
        __dovetail_set(record, 0, sizeof *record);
        record->end = END_UNDEFINED;
        __dovetail_say("the program wrote into the memory of the harness");
    } else if (signal != 0 && is_timeout(status)) {
        record->end = END_BUDGET;
        record->text_bytes = 0;
        __dovetail_say("time limit");
    } else if (signal != 0) {
        record->end = END_UNDEFINED;
        record->number = signal;
    } else if (record->end == END_NONE) {
        record->end = END_UNDEFINED;
        __dovetail_say("the program left without ending");
    } else {
        return;
    }
    record->check = CHECK_NONE;
}

static void send(const void *bytes, size count) {
    const char *from = bytes;
    while (count) {
        long sent = CALL3(SYS_write, 1, from, count);
        if (sent <= 0)
            give_up(30); /* nobody listens any more */
        from += sent;
        count -= (size)sent;
    }
}

static void send_report(void) {
    /* One write for a run with a short log, which is the usual case: pack what is short. Not in a variable of this
     * file: later runs would inherit it, and the search for leaks would take an address in it for a pointer. */
    struct report *report = __dovetail_report;
    struct record *record = &report->record;
    char *to = report->packed;
#define PACK(from, count) (__dovetail_move(to, from, count), to += (count))
    PACK(record, sizeof *record);
    PACK(report->frames, record->frames * sizeof *report->frames);
    PACK(report->text, record->text_bytes);
    PACK(report->file, record->file_bytes);
    PACK(report->marks, record->mark_bytes);
    if (record->log_bytes <= SHORT_LOG)
        PACK(report->log, record->log_bytes);
#undef PACK
    send(report->packed, (size)(to - report->packed));
    if (record->log_bytes > SHORT_LOG)
        send(report->log, record->log_bytes);
    if (record->compared)
        send(report->comparisons, record->compared * sizeof *report->comparisons);
    if (__dovetail_batch->events)
        send(report->events, (record->events < EVENTS ? record->events : EVENTS) * sizeof *report->events);
    if (__dovetail_batch->abstract) {
        send(report->states.kept, (record->states < KEPT ? record->states : KEPT) * sizeof *report->states.kept);
        send(report->moves.kept, (record->moves < KEPT ? record->moves : KEPT) * sizeof *report->moves.kept);
    }
}

static void run(const struct vector *vector) {
    int status = 0;
    long pid;
    __dovetail_set(&__dovetail_report->record, 0, sizeof __dovetail_report->record);
    if (__dovetail_batch->compare)
        __dovetail_set(__dovetail_report->at_site, 0, sizeof __dovetail_report->at_site);
    __dovetail_set(__dovetail_report->marks, 0, MARKS);
    if (__dovetail_batch->abstract) {
        __dovetail_set(__dovetail_report->states.slots, 0, sizeof __dovetail_report->states.slots);
        __dovetail_set(__dovetail_report->moves.slots, 0, sizeof __dovetail_report->moves.slots);
    }
    const long server = CALL0(SYS_getpid);
    pid = CALL0(SYS_fork);
    if (pid == 0)
        child(vector, server);
    if (pid < 0)
        give_up(31);
    while (CALL4(SYS_wait4, pid, &status, 0, 0) != pid)
        ;
    judge_status(status);
    if (__dovetail_batch->edges) {
        if (is_timeout(status))
            __dovetail_forget_counts(); /* how far it came in a time is another story each time */
        else
            __dovetail_merge_counts();
        if (__dovetail_batch->logs && !__dovetail_report->record.fresh)
            __dovetail_report->record.log_bytes = 0;
    }
    send_report();
}

static void begin_coverage(const struct batch *batch) {
    const size bytes = ROUND_UP(batch->edges, PAGE);
    u8 *seen = map_from(0, bytes, READ | WRITE, SHARED, 0, batch->seen_at, 25);
    u8 *counts = map(0, bytes, READ | WRITE, SHARED | ANONYMOUS, -1, 26);
    __dovetail_begin_coverage(counts, seen, batch->edges);
}

NORETURN __attribute__((used)) void __dovetail_serve(void) {
    enum { SEEK_END = 2 };
    const struct batch *batch;
    const char *at;
    long bytes = CALL3(SYS_lseek, 0, 0, SEEK_END);
    if (bytes < (long)sizeof(struct batch))
        give_up(10);
    batch = map(0, (size)bytes, READ, PRIVATE, 0, 11);
    if (batch->magic != BATCH_MAGIC)
        give_up(12);
    __dovetail_batch = batch;
    CALL2(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (batch->edges)
        begin_coverage(batch);
    CALL1(SYS_close, 0);
    CALL1(SYS_close, 2);
    __dovetail_report = map(0, sizeof(struct report), READ | WRITE, SHARED | ANONYMOUS, -1, 13);
    __dovetail_stack_low = STACK_TOP - (uptr)batch->stack_bytes;
    find_image();
    if (__dovetail_image_high > SHADOW)
        give_up(27);
    const uptr heap_bytes = batch->apart ? ROOM : (uptr)batch->heap_bytes;
    map(HEAP, heap_bytes, READ | WRITE, OWN_AND_LAZY, -1, 14);
    map(__dovetail_stack_low, (size)batch->stack_bytes, READ | WRITE, OWN_AND_LAZY, -1, 15);
    if (batch->shadow) {
        map_shadow(__dovetail_image_low, __dovetail_image_high, 16);
        map_shadow(HEAP, HEAP + heap_bytes, 17);
        map_shadow(__dovetail_stack_low, STACK_TOP, 18);
    }
    catch_signals();
    if (batch->checks & 1u << CHECK_MEMORY_LEAK)
        catch_time();
    set_limits();
    at = (const char *)(batch + 1);
    for (u32 i = 0; i < batch->count; i++) {
        const struct vector *vector = (const struct vector *)at;
        run(vector);
        at += vector->bytes;
    }
    give_up(0);
}
