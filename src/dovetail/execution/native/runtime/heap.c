/* The heap: a bump allocator that never reuses an address, so that a pointer to a freed block is never
 * equal to one to a new block (as in the Program, where objects are never reused), and the search for leaks.
 *
 * What a block contains comes from the stream `memory`. An allocation succeeds, or the run ends for want of
 * memory; unless allocations may fail: then it fails where an input says so.
 */
#include "harness.h"

#define SEAL(block) ((uptr)(block) ^ (uptr)0x5ea1ed5ea1ed5ea1ull)

uptr __dovetail_heap_top;
static uptr last; /* an offset, for the same reason */
static uptr used; /* of memory, where objects are apart */
static uptr blocks;
static int searching;

static uptr room(void) { return __dovetail_batch->apart ? ROOM : (uptr)__dovetail_batch->heap_bytes; }

static int watching(void) { return (__dovetail_batch->checks >> CHECK_MEMORY_LEAK) & 1; }

static void remember_sites(struct block *block, const uptr *frame) {
    for (int i = 0; i < SITES && __dovetail_on_stack((uptr)frame) && frame[1]; i++) {
        const uptr *outer = (const uptr *)frame[0];
        block->sites[i] = frame[1] - 1;
        if (outer <= frame)
            break;
        frame = outer;
    }
}

NORETURN static void out_of_memory(size count, const uptr *frame) {
    if (watching() && !searching)
        __dovetail_find_leaks((uptr)(frame + 2)); /* what is lost by now is lost */
    __dovetail_say("memory limit, on a request for ");
    __dovetail_say_unsigned(count);
    __dovetail_say(" bytes");
    __dovetail_trace(frame);
    __dovetail_end(END_BUDGET, CHECK_NONE, 0);
}

/* What a block costs, where objects are apart: the pages that it lies on. */
static uptr cost(size count) { return ROUND_UP(count, PAGE) + PAGE; }

int __dovetail_room_for(size count) {
    return count < __dovetail_batch->heap_bytes && cost(count) <= (uptr)__dovetail_batch->heap_bytes - used;
}

void *__dovetail_new_block(size count, size alignment, const uptr *frame) {
    const uptr apart = (uptr)__dovetail_batch->apart;
    /* A search for leaks needs two words a block. */
    const uptr tables = watching() ? (blocks + 2) * 2 * sizeof(uptr) : 0;
    const uptr limit = room() - tables;
    const uptr start = __dovetail_heap_top;
    const uptr at = ROUND_UP(start + sizeof(struct block) + apart, alignment < 16 ? 16 : alignment);
    /* With a shadow, an access far outside of a small block must still hit its surroundings. */
    const uptr margin = !__dovetail_batch->shadow || apart ? 16 : count < 64 ? 64 : count > 4096 ? 4096 : count;
    struct block *block;
    if (at < start || at > limit || count > limit - at || limit - at - count < margin + 16)
        out_of_memory(count, frame);
    if (apart) {
        if (!__dovetail_room_for(count))
            out_of_memory(count, frame);
        used += cost(count);
    }
    block = (struct block *)(HEAP + at) - 1;
    __dovetail_heap_top = ROUND_UP(at + count + margin, 16);
    block->seal = SEAL(block);
    block->count = count;
    block->previous = last;
    block->state = LIVE;
    block->lost = 0;
    last = at;
    blocks++;
    if (watching() || __dovetail_batch->checks & 1u << CHECK_MEMORY_CLEANUP)
        remember_sites(block, frame);
    if (__dovetail_batch->shadow)
        __dovetail_unpoison(HEAP + at, count); /* around it nothing is accessible to begin with */
    return (void *)(HEAP + at);
}

int __dovetail_live_block(uptr at, uptr *start, uptr *count) {
    if (at < HEAP || at >= HEAP + __dovetail_heap_top)
        return 0;
    for (uptr offset = last; offset; offset = ((struct block *)(HEAP + offset) - 1)->previous) {
        const struct block *block = (struct block *)(HEAP + offset) - 1;
        if (at < HEAP + offset || at > HEAP + offset + block->count)
            continue;
        *start = HEAP + offset;
        *count = block->count;
        return block->state == LIVE || block->state == PERMANENT;
    }
    return 0;
}

static struct block *block_of(void *pointer, const uptr *frame) {
    const uptr at = (uptr)pointer;
    struct block *block = (struct block *)pointer - 1;
    const int possible = at >= HEAP + sizeof *block && at < HEAP + __dovetail_heap_top && at % 16 == 0;
    if (possible && block->seal == SEAL(block) && block->state == LIVE)
        return block;
    __dovetail_report->record.address = at;
    __dovetail_trace(frame);
    __dovetail_say(possible && block->seal == SEAL(block) && block->state == FREED
                       ? "free of a block that was freed before"
                       : "free of a pointer that is not the start of an allocated block");
    __dovetail_fault(CHECK_INVALID_FREE);
}

void __dovetail_release(void *pointer, const uptr *frame) {
    struct block *block;
    if (!pointer)
        return;
    block = block_of(pointer, frame);
    block->state = FREED;
    if (__dovetail_batch->shadow)
        __dovetail_poison((uptr)pointer, block->count ? block->count : 1, TAG_FREED);
}

/* ---- the primitives of the library models, and the functions of C ----------------------------------- */

/* Where the user says that allocations may fail, the program has this, and whether one does is an input. */
extern const int __dovetail_malloc_may_fail WEAK;
extern int *__errno_location(void) WEAK;

static int fails(void) {
    if (!&__dovetail_malloc_may_fail || !__dovetail_choice())
        return 0;
    if (__errno_location)
        *__errno_location() = 12; /* ENOMEM */
    return 1;
}

static void *with_input(size count, size alignment, const uptr *frame) {
    void *pointer = __dovetail_new_block(count, alignment, frame);
    __dovetail_memory_input(pointer, count, "heap", 1);
    return pointer;
}

/* For what is handed to the program: there is always memory. */
void *__dovetail_made(size count) { return with_input(count, 16, __builtin_frame_address(0)); }

void *__dovetail_allocate(size count) {
    return fails() ? 0 : with_input(count, 16, __builtin_frame_address(0));
}

void *__dovetail_allocate_aligned(size alignment, size count) {
    if (fails())
        return 0;
    return with_input(count, alignment, __builtin_frame_address(0));
}

/* calloc's memory is zero: it takes nothing from the input vector. */
void *__dovetail_allocate_zeroed(size count) {
    void *pointer;
    if (fails())
        return 0;
    pointer = __dovetail_new_block(count, 16, __builtin_frame_address(0));
    __dovetail_set(pointer, 0, count);
    return pointer;
}

void __dovetail_free(void *pointer) { __dovetail_release(pointer, __builtin_frame_address(0)); }

size __dovetail_object_size(void *pointer) { return block_of(pointer, __builtin_frame_address(0))->count; }

WEAK void *malloc(size count) { return with_input(count, 16, __builtin_frame_address(0)); }

WEAK void *aligned_alloc(size alignment, size count) {
    return with_input(count, alignment, __builtin_frame_address(0));
}

WEAK void *memalign(size alignment, size count) { return with_input(count, alignment, __builtin_frame_address(0)); }

WEAK void *calloc(size members, size each) {
    void *pointer;
    size count;
    if (__builtin_mul_overflow(members, each, &count))
        return 0;
    pointer = __dovetail_new_block(count, 16, __builtin_frame_address(0));
    __dovetail_set(pointer, 0, count);
    return pointer;
}

WEAK void free(void *pointer) { __dovetail_release(pointer, __builtin_frame_address(0)); }

/* Always moves: a new block with contents of its own, then the copy. */
WEAK void *realloc(void *pointer, size count) {
    const uptr *frame = __builtin_frame_address(0);
    size kept;
    void *moved;
    if (!pointer)
        return with_input(count, 16, frame);
    kept = block_of(pointer, frame)->count;
    if (!count) {
        __dovetail_release(pointer, frame);
        return 0;
    }
    moved = with_input(count, 16, frame);
    __dovetail_move(moved, pointer, kept < count ? kept : count);
    __dovetail_release(pointer, frame);
    return moved;
}

/* What a stream is: not the program's to free, and never lost, since the library knows where it is. */
void *__dovetail_open(size count) {
    void *pointer = __dovetail_new_block(count, 16, __builtin_frame_address(0));
    __dovetail_set(pointer, 0, count);
    ((struct block *)pointer - 1)->state = PERMANENT;
    return pointer;
}

void __dovetail_close(void *pointer) {
    struct block *block = (struct block *)pointer - 1;
    block->state = FREED;
    if (__dovetail_batch->shadow)
        __dovetail_poison((uptr)pointer, block->count, TAG_FREED);
}

/* Only reached where the name is not the compiler's own: lives to the end of the run and is no leak. */
WEAK void *alloca(size count) {
    void *pointer = with_input(count, 16, __builtin_frame_address(0));
    ((struct block *)pointer - 1)->state = PERMANENT;
    return pointer;
}

/* Thread-local variables (-femulated-tls), for the one thread that there is. */
struct thread_local { size count, alignment; void *object; const void *initial; };

void *__emutls_get_address(struct thread_local *variable) {
    if (!variable->object) {
        void *object = __dovetail_new_block(variable->count, variable->alignment, __builtin_frame_address(0));
        ((struct block *)object - 1)->state = PERMANENT;
        if (variable->initial)
            __dovetail_move(object, variable->initial, variable->count);
        variable->object = object;
    }
    return variable->object;
}

/* ---- leaks ------------------------------------------------------------------------------------------ */

struct search {
    struct block **blocks; /* by address */
    struct block **found;  /* reached, not looked into yet */
    uptr count, waiting;
};

static void reach(struct search *search, uptr value) {
    uptr low = 0, high = search->count;
    struct block *block;
    while (low < high) { /* the last block that begins at or before value */
        const uptr middle = low + (high - low) / 2;
        if ((uptr)(search->blocks[middle] + 1) <= value)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return;
    block = search->blocks[low - 1];
    /* A pointer just past the end keeps a block, too: C lets a program walk back from there. */
    if (block->state == LIVE && value - (uptr)(block + 1) <= block->count) {
        block->state = REACHED;
        search->found[search->waiting++] = block;
    }
}

/* At every byte: members of packed records may be anywhere. */
static void scan(struct search *search, uptr from, uptr to) {
    const uptr first = (uptr)(search->blocks[0] + 1), span = HEAP + __dovetail_heap_top - first;
    for (; from < to && to - from >= sizeof(uptr); from++) {
        uptr value;
        __builtin_memcpy(&value, (const void *)from, sizeof value);
        if (value - first <= span)
            reach(search, value);
    }
}

static void scan_globals(struct search *search) {
    u16 count;
    const struct program_header *segment = __dovetail_segments(&count);
    for (u16 i = 0; i < count; i++)
        if (segment[i].type == SEGMENT_LOADED && segment[i].flags & SEGMENT_WRITABLE)
            scan(search, (uptr)segment[i].at, (uptr)segment[i].at + (uptr)segment[i].bytes);
}

NORETURN static void found(struct block *block, enum check check, const char *what, int signal) {
    for (int i = 0; i < SITES; i++)
        if (block->sites[i])
            __dovetail_trace_address(block->sites[i]);
    __dovetail_report->record.address = (uptr)(block + 1);
    __dovetail_say("a block of ");
    __dovetail_say_unsigned(block->count);
    __dovetail_say(" bytes allocated here is ");
    __dovetail_say(what);
    __dovetail_end(END_VIOLATION, check, signal);
}

static void find_lost(uptr live, uptr times, int signal) {
    struct search search = {0, 0, 0, 0};
    struct block *block;
    uptr index, at;
    for (at = last; at; at = block->previous) {
        block = (struct block *)(HEAP + at) - 1;
        search.count++;
    }
    if (!search.count)
        return;
    /* The tables go where the heap is not used yet; they are not scanned. */
    if ((room() - __dovetail_heap_top) / (2 * sizeof(uptr)) < search.count + 1)
        out_of_memory(search.count * 2 * sizeof(uptr), 0);
    search.blocks = (struct block **)(HEAP + ROUND_UP(__dovetail_heap_top, 16));
    search.found = search.blocks + search.count;
    for (at = last, index = search.count; at; at = block->previous) {
        block = (struct block *)(HEAP + at) - 1;
        search.blocks[--index] = block;
    }
    scan_globals(&search);
    scan(&search, live, STACK_TOP);
    for (index = 0; index < search.count; index++)
        if (search.blocks[index]->state == PERMANENT || search.blocks[index]->state == LOCAL)
            scan(&search, (uptr)(search.blocks[index] + 1),
                 (uptr)(search.blocks[index] + 1) + search.blocks[index]->count);
    while (search.waiting) {
        block = search.found[--search.waiting];
        scan(&search, (uptr)(block + 1), (uptr)(block + 1) + block->count);
    }
    for (index = 0; index < search.count; index++) {
        block = search.blocks[index];
        block->lost = block->state == LIVE ? block->lost + 1 : 0;
        if (block->state == LIVE && block->lost >= times)
            found(block, CHECK_MEMORY_LEAK, "lost", signal);
        if (block->state == REACHED)
            block->state = LIVE;
    }
}

void __dovetail_find_leaks(uptr live) {
    searching = 1;
    find_lost(live, 1, 0);
}

void __dovetail_sample_leaks(uptr live, int signal) {
    if (!searching) /* else the run is at its end, and blocks are marked */
        find_lost(live, SAMPLES, signal);
}

void __dovetail_find_left(void) {
    struct block *block;
    for (uptr at = last; at; at = block->previous) {
        block = (struct block *)(HEAP + at) - 1;
        if (block->state == LIVE)
            found(block, CHECK_MEMORY_CLEANUP, "not freed", 0);
    }
}
