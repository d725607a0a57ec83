/* What the files of the native harness share: the wire format, the layout of the address space, the
 * record of the one run, and the raw system calls. Freestanding: no libc, no compiler runtime.
 *
 * Every name with external linkage begins with `__dovetail_`, or is one that the C program under test
 * may call (then it is weak, because the program may define it itself).
 */
#ifndef DOVETAIL_HARNESS_H
#define DOVETAIL_HARNESS_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;
typedef __UINTPTR_TYPE__ uptr;
typedef __SIZE_TYPE__ size;

#define WEAK __attribute__((weak))
#define NORETURN __attribute__((noreturn))
#define PAGE 4096ul
#define ROUND_UP(n, to) (((n) + (to) - 1) & ~((uptr)(to) - 1))
#define ROUND_DOWN(n, to) ((n) & ~((uptr)(to) - 1))

/* The address space is fixed, so that a program which looks at its own addresses sees the same ones in
 * every run. SHADOW is where clang's address sanitizer expects it (one shadow byte for eight bytes). */
#if defined(__i386__)
/* The stack is in the lower half: the probes of -fstack-clash-protection compare addresses as signed numbers. */
#define HEAP 0x40000000ul
#define ROOM 0x30000000ul /* the address space of the heap, where objects are apart */
#define STACK_TOP 0x7fff0000ul
#define SHADOW 0x20000000ul
#else
#define HEAP 0x1000000000ul
#define ROOM 0x1000000000ul
#define STACK_TOP 0x3000000000ul
#define SHADOW 0x7fff8000ul
#endif

/* ---- the wire format; its other half is wire.py ---------------------------------------------------- */

#define BATCH_MAGIC 0x44544c35u

struct batch {
    u32 magic, count;
    u64 cpu_microseconds;  /* the limit for one vector */
    u64 wall_microseconds; /* a backstop for one vector */
    u64 heap_bytes, stack_bytes;
    u32 checks; /* bit 1 << enum check: reported as a violation, otherwise as undefined */
    u32 shadow; /* the program is compiled with the address sanitizer */
    u64 steps;  /* the limit for one vector, in blocks of the user's code; 0 is none. Only with coverage */
    u64 seen_at; /* where in the batch's file the map of what has been seen begins: a multiple of a page */
    u32 edges;   /* the bytes of that map; 0: coverage is not asked for */
    u32 logs;    /* the log of a run goes over the wire: 0 always, 1 only if the run saw something new */
    u32 compare; /* comparisons are noted; only with coverage */
    u32 events;  /* whether the order in which targets are reached goes over the wire */
    u32 abstract; /* whether states are abstracted, and the abstract states go over the wire */
    u32 unused;
    u64 apart; /* the program is compiled for objects apart, so many bytes from each other; 0: it is not */
};

struct value { /* one entry of the stream `values`, in every form in which it can be consumed */
    u64 low, high;
    double as_double;
    float as_single;
    u32 unused;
};

struct vector { /* followed by the values, then for each piece of memory a u64 length and padded bytes, and for
                  * each piece of wild memory, in ascending order, a u64 address, a u64 length and padded bytes */
    u32 values, memory, wild, unused;
    u64 bytes; /* of the whole vector, this header included */
};

enum end { END_NONE, END_NORMAL, END_VIOLATION, END_ASSUMPTION, END_UNDEFINED, END_UNSUPPORTED, END_BUDGET };

enum check {
    CHECK_NONE,
    CHECK_BY_NUMBER, /* the front end knows which one it is */
    CHECK_UNREACH_CALL,
    CHECK_ASSERTION,
    CHECK_OVERFLOW,
    CHECK_DIVISION_BY_ZERO,
    CHECK_SHIFT,
    CHECK_INVALID_DEREF,
    CHECK_INVALID_FREE,
    CHECK_MEMORY_LEAK,
    CHECK_MEMORY_CLEANUP,
    CHECK_UNSIGNED_OVERFLOW,
    CHECK_CONVERSION
};

#define FRAMES 12
#define TEXT 512
#define LOG (1u << 20)
#define SHORT_LOG 4096
#define MARKS (1u << 13)  /* bytes: for so many targets, times eight */
#define EVENTS (1u << 14) /* the first targets that a run reaches, in order */
#define KEPT (1u << 13)   /* the first abstract states, and the first moves from one to the next */
#define SLOTS (2 * KEPT)

struct record { /* what goes over the wire; then frames, text, file, marks, log and
                * events, abstract states and moves, each as long as said here */
    u32 end, check;
    i32 number; /* exit code, number of the check, or signal */
    u32 line, column;
    u32 values, memory; /* how many entries were consumed, also those past the end of the stream */
    u32 frames, text_bytes, file_bytes, log_bytes;
    u32 log_lost; /* consumptions that found the log full */
    u32 fresh;     /* edges seen for the first time, or for the first time about so often */
    u32 new_edges; /* of these, the former */
    u32 compared;  /* comparisons noted; they follow the log */
    u32 mark_bytes, events; /* of the targets reached; one event more than there is room for: some are lost */
    u32 states, moves; /* abstract states, and moves between them; one more than there is room for: some are lost */
    u32 last; /* the last abstract state; 0: none */
    u64 steps;    /* blocks of the user's code that were entered; 0 without coverage */
    u64 address;
};

#define COMPARISONS 768
#define SITES_KNOWN 4096

struct comparison { /* of two integers of so many bytes; `site` tells where in the code */
    u32 site, bytes;
    u64 left, right;
};

struct keys { /* a set of numbers, in the order in which they came, and where each of them is, plus one, by its hash */
    u64 kept[KEPT];
    u16 slots[SLOTS];
};

struct report { /* shared between the run (a forked child) and the server (its parent) */
    struct record record;
    u64 frames[FRAMES];
    char text[TEXT];
    char file[TEXT];
    u8 log[LOG];
    struct comparison comparisons[COMPARISONS];
    u8 at_site[SITES_KNOWN]; /* how often a comparison was noted, by a part of its site's address */
    u8 marks[MARKS];
    u32 events[EVENTS];
    struct keys states, moves;
    char packed[sizeof(struct record) + FRAMES * sizeof(u64) + 2 * TEXT + MARKS + SHORT_LOG]; /* of the server, to send */
};

/* ---- the one run ----------------------------------------------------------------------------------- */

extern struct report *__dovetail_report;
extern const struct batch *__dovetail_batch;
extern uptr __dovetail_stack_low, __dovetail_image_low, __dovetail_image_high;
extern uptr __dovetail_image_writable; /* in the image, what lies before cannot be written */

struct program_header { /* of ELF */
#if defined(__i386__)
    u32 type, offset, at, physical, in_file, bytes, flags, alignment;
#else
    u32 type, flags;
    u64 offset, at, physical, in_file, bytes, alignment;
#endif
};
enum { SEGMENT_LOADED = 1, SEGMENT_WRITABLE = 2 };
/* The segments of the program itself. */
const struct program_header *__dovetail_segments(u16 *count);

void __dovetail_begin_inputs(const struct vector *vector);
/* Where the pieces of wild memory are in a vector. */
const char *__dovetail_wild_pieces(const struct vector *vector);

/* Text for a person, appended to the report. */
void __dovetail_say(const char *text);
void __dovetail_say_unsigned(u64 number);
void __dovetail_say_signed(i64 number);
void __dovetail_say_hex(u64 number);

/* The frames from `frame` (a frame pointer) outwards become the report's position. */
void __dovetail_trace(const uptr *frame);
void __dovetail_trace_address(uptr address);
int __dovetail_on_stack(uptr address);

NORETURN void __dovetail_end(enum end end, enum check check, i32 number);
/* Ends the run as a violation if `check` is one of those asked for, otherwise as undefined. */
NORETURN void __dovetail_fault(enum check check);
/* Runs the exit handlers, looks for leaks and ends the run; the stack from `live` upwards is alive. */
NORETURN void __dovetail_leave(int code, uptr live);

/* Numbers the edges; `seen` is the map of the batch's file. Then, before each run and after it. */
void __dovetail_begin_coverage(u8 *counts, u8 *seen, u32 edges);
void __dovetail_forget_counts(void);
void __dovetail_merge_counts(void);

/* Unchecked; the regions may overlap. */
void __dovetail_move(void *to, const void *from, size count);
void __dovetail_set(void *to, int byte, size count);
/* The next entry of the stream `memory`, or zeros, fills [to, to + count); `fresh` memory is zero already
 * and is not touched for the sake of zeros. */
void __dovetail_memory_input(void *to, size count, const char *type, int fresh);
int __dovetail_choice(void);

/* ---- the heap and its shadow ----------------------------------------------------------------------- */

#define SITES 3
extern uptr __dovetail_heap_top; /* an offset from HEAP, so that it does not look like a pointer */

enum { LIVE = 1, REACHED, FREED, PERMANENT, LOCAL };

struct block { /* just before the bytes that the program gets */
    uptr seal;     /* tells a block from other bytes */
    uptr count;    /* of the program's bytes */
    uptr previous; /* the block before, as an offset from HEAP; 0 for none */
    uptr state;
    uptr sites[SITES]; /* who allocated it, innermost first */
    uptr lost;   /* how often in a row it was found to be */
    uptr linked; /* of a local variable: the one before, or what is free after it; as an offset */
} __attribute__((aligned(16)));

void *__dovetail_new_block(size count, size alignment, const uptr *frame);
void __dovetail_release(void *pointer, const uptr *frame);
/* Does an address lie in a block that is alive, or just behind it? If so, where that is, and how large. */
int __dovetail_live_block(uptr at, uptr *start, uptr *count);
NORETURN void __dovetail_unsupported(const char *reason);
/* Ends the run as a violation if a block is lost; the stack from `live` upwards is alive. */
void __dovetail_find_leaks(uptr live);
/* The same in the middle of anything, when a signal interrupts the run: a block counts as lost once it was so
 * SAMPLES times, because just now a register may have its address. */
#define SAMPLES 3
void __dovetail_sample_leaks(uptr live, int signal);
/* Ends the run as a violation if a block was not freed. */
void __dovetail_find_left(void);
/* Is there room for that many bytes more? */
int __dovetail_room_for(size count);

/* Where objects are apart: the globals become accessible, and nothing else in the image. */
void __dovetail_begin_objects(void);
/* Marks [at, at + count) as not to be touched, for the reason that `tag` stands for; or as fine again. */
void __dovetail_poison(uptr at, uptr count, u8 tag);
void __dovetail_unpoison(uptr at, uptr count);
/* Marks [at, at + count) as an object that may be read and not written, until it is marked anew. */
void __dovetail_constant(uptr at, uptr count);
/* Ends the run if [at, at + count) may not be touched. Does nothing without the shadow. */
void __dovetail_check_range(uptr at, uptr count, int write, const uptr *frame);

#define TAG_HEAP 0xfa
#define TAG_FREED 0xfd
#define TAG_GLOBAL 0xf9
#define TAG_SCOPE 0xf8
#define TAG_ALLOCA_LEFT 0xca
#define TAG_ALLOCA_RIGHT 0xcb
#define TAG_RETURNED 0xf5
#define TAG_CONSTANT 0xe0 /* can be read; plus so many bytes as are left of an object, if less than eight */

/* ---- system calls ---------------------------------------------------------------------------------- */

#if defined(__i386__)
enum { SYS_exit = 1, SYS_fork = 2, SYS_write = 4, SYS_close = 6, SYS_lseek = 19, SYS_getpid = 20, SYS_getppid = 64, SYS_setrlimit = 75,
       SYS_setitimer = 104, SYS_wait4 = 114, SYS_prctl = 172, SYS_rt_sigaction = 174,
       SYS_sigaltstack = 186, SYS_mmap = 192 };
#else
enum { SYS_exit = 60, SYS_fork = 57, SYS_write = 1, SYS_close = 3, SYS_lseek = 8, SYS_getpid = 39, SYS_getppid = 110, SYS_setrlimit = 160,
       SYS_setitimer = 38, SYS_wait4 = 61, SYS_prctl = 157, SYS_rt_sigaction = 13,
       SYS_sigaltstack = 131, SYS_mmap = 9 };
#endif

long __dovetail_system(long number, long a, long b, long c, long d, long e, long f);

#endif
