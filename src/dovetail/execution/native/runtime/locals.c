/* Where objects are apart (apart.py): local variables, parameters passed in memory and what `alloca` gives as blocks
 * of the heap, and the globals by their table.
 *
 * A block is not used again after the return of its function, so that a pointer to it is never one to a later
 * variable; unless memory is used up: then that which has been dead for longest is used again first.
 */
#include "harness.h"

static uptr newest; /* of the local variables that live; an offset, so that it does not look like a pointer */

/* ---- those that are dead, first in, first out, by size ----------------------------------------------- */

#define QUEUES 1024
static struct { uptr first, last; } dead[QUEUES];

static struct block *at_offset(uptr offset) { return (struct block *)(HEAP + offset) - 1; }
static uptr queue_of(uptr count) { return (count >> 2 ^ count >> 14) % QUEUES; }

static void bury(uptr offset) {
    struct block *block = at_offset(offset);
    const uptr queue = queue_of(block->count);
    block->linked = 0;
    if (dead[queue].first)
        at_offset(dead[queue].last)->linked = offset;
    else
        dead[queue].first = offset;
    dead[queue].last = offset;
}

/* One of just this size that has been dead for longest; 0 if the first in its queue is another. */
static uptr reborn(size count, size alignment) {
    const uptr queue = queue_of(count), offset = dead[queue].first;
    if (!offset || at_offset(offset)->count != count || (HEAP + offset) % alignment)
        return 0;
    dead[queue].first = at_offset(offset)->linked;
    __dovetail_set((void *)(HEAP + offset), 0, count);
    return offset;
}

static void *make(size count, size alignment, int accessible, const uptr *frame) {
    uptr offset = __dovetail_room_for(count) ? 0 : reborn(count, alignment);
    if (!offset)
        offset = (uptr)__dovetail_new_block(count, alignment, frame) - HEAP;
    at_offset(offset)->state = LOCAL;
    at_offset(offset)->linked = newest;
    newest = offset;
    if (accessible)
        __dovetail_unpoison(HEAP + offset, count);
    else
        __dovetail_poison(HEAP + offset, count, TAG_SCOPE);
    return (void *)(HEAP + offset);
}

/* ---- what the rewritten program calls ---------------------------------------------------------------- */

/* A variable that is `scoped` is accessible only from the beginning of its scope on. */
void *__dovetail_local(size count, size alignment, int scoped) {
    return make(count, alignment, !scoped, __builtin_frame_address(0));
}

void *__dovetail_parameter(const void *given, size count, size alignment) {
    void *at = make(count, alignment, 1, __builtin_frame_address(0));
    __dovetail_move(at, given, count);
    return at;
}

void *__dovetail_dynamic(size count, size alignment) { return make(count, alignment, 1, __builtin_frame_address(0)); }

void __dovetail_scope_begins(void *at) { __dovetail_unpoison((uptr)at, ((struct block *)at - 1)->count); }
void __dovetail_scope_ends(void *at) { __dovetail_poison((uptr)at, ((struct block *)at - 1)->count, TAG_SCOPE); }

uptr __dovetail_enter_frame(void) { return newest; }

void __dovetail_leave_frame(uptr before) {
    while (newest != before) {
        struct block *block = at_offset(newest);
        const uptr offset = newest;
        newest = block->linked;
        block->state = FREED;
        __dovetail_poison(HEAP + offset, block->count, TAG_RETURNED);
        bury(offset);
    }
}

/* ---- globals ----------------------------------------------------------------------------------------- */

struct object { uptr at, count; };

extern const struct object __start_dovetail_objects[] WEAK __attribute__((visibility("hidden")));
extern const struct object __stop_dovetail_objects[] WEAK __attribute__((visibility("hidden")));

void __dovetail_begin_objects(void) {
    for (const struct object *object = __start_dovetail_objects; object < __stop_dovetail_objects; object++)
        __dovetail_unpoison(object->at, object->count);
}
