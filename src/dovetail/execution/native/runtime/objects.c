/* Which object a pointer leads to, for what functions outside of the program do (frontend/outside.py).
 *
 * Locals are entered where they are declared and leave with their block; globals are entered before the program starts;
 * blocks of the heap are found in the heap. An object that is on the stack and was not entered (an array of variable
 * length, a compound literal) is one that nothing is known of: the run ends where it is handed over.
 */
#include "harness.h"

#define MOST 4096
#define HANDED 256

/* Addresses are kept as complements, so that a search for leaks does not find them here. */
struct entry {
    uptr hidden, count, serial, constant;
};
#define AT(entry) (~(entry)->hidden)

static struct entry locals[MOST], globals[MOST];
static uptr local_count, global_count, serial;
/* What was handed over, with the object that it was then: another one may come to lie there. */
static struct { uptr hidden, serial; } handed[HANDED];
static uptr handed_count;

extern char __executable_start[] WEAK, etext[] WEAK, end[] WEAK;

/* ---- what the text of the program calls ------------------------------------------------------------- */

size __dovetail_objects(void) { return local_count; }

size __dovetail_object(const void *at, size count) {
    const uptr before = local_count;
    if (local_count == MOST)
        __dovetail_unsupported("more local variables than Dovetail keeps track of natively");
    locals[local_count].hidden = ~(uptr)at;
    locals[local_count].count = count;
    locals[local_count].constant = 0;
    locals[local_count++].serial = ++serial;
    return before;
}

/* One of const type: it is not written, but there may be pointers in it. */
size __dovetail_constant_object(const void *at, size count) {
    const size before = __dovetail_object(at, count);
    locals[before].constant = 1;
    return before;
}

void __dovetail_gone(const size *before) { local_count = *before; }

void __dovetail_lasting(const void *at, size count) {
    for (uptr i = 0; i < global_count; i++)
        if (AT(&globals[i]) == (uptr)at)
            return;
    if (global_count == MOST)
        __dovetail_unsupported("more global variables than Dovetail keeps track of natively");
    globals[global_count].hidden = ~(uptr)at;
    globals[global_count].count = count;
    globals[global_count++].serial = ++serial;
}

void __dovetail_constant_lasting(const void *at, size count) {
    __dovetail_lasting(at, count);
    for (uptr i = 0; i < global_count; i++)
        if (AT(&globals[i]) == (uptr)at)
            globals[i].constant = 1;
}

/* ---- finding them ------------------------------------------------------------------------------------ */

static const struct entry *among(const struct entry *entries, uptr count, uptr at) {
    const struct entry *before = 0;
    while (count--) {
        const struct entry *entry = entries + count;
        if (at >= AT(entry) && at - AT(entry) < entry->count)
            return entry;
        if (!before && at == AT(entry) + entry->count)
            before = entry; /* one past its end */
    }
    return before;
}

/* The one variable of the library that programs can name. */
extern int *__errno_location(void) WEAK;

/* The object that a pointer leads to, if it is alive. */
static const struct entry *found(uptr at) {
    static struct entry block;
    static int errno_entered;
    const struct entry *entry;
    uptr start;
    if (!at)
        return 0;
    if (!errno_entered && __errno_location)
        __dovetail_lasting(__errno_location(), sizeof(int));
    errno_entered = 1;
    entry = among(locals, local_count, at);
    if (!entry)
        entry = among(globals, global_count, at);
    if (!entry && __dovetail_live_block(at, &start, &block.count)) {
        block.hidden = ~start;
        block.serial = ~start; /* no address of the heap is used twice */
        entry = &block;
    }
    return entry && entry->count ? entry : 0;
}

static uptr serial_of(uptr pointer) {
    for (uptr i = handed_count; i--;)
        if (handed[i].hidden == ~pointer)
            return handed[i].serial;
    return 0;
}

/* One that was handed over before. */
static const struct entry *kept(uptr at) {
    const struct entry *entry = found(at);
    return entry && entry->serial == serial_of(at) ? entry : 0;
}

int __dovetail_handed_on(const void *pointer) {
    const uptr at = (uptr)pointer;
    const struct entry *entry = found(at);
    if (!entry) {
        const int image = at >= (uptr)etext && at < (uptr)end;
        if (image || __dovetail_on_stack(at))
            __dovetail_unsupported("an object is handed over that Dovetail does not know natively");
        return 0; /* nothing, a constant, or memory that is not the program's */
    }
    for (uptr i = handed_count; i--;)
        if (handed[i].hidden == ~at) {
            handed[i].serial = entry->serial;
            return 1;
        }
    if (handed_count == HANDED)
        __dovetail_unsupported("more pointers are handed over than Dovetail keeps track of natively");
    handed[handed_count].hidden = ~at;
    handed[handed_count++].serial = entry->serial;
    return 1;
}

/* Where nothing is followed from there: is it one to be written? */
int __dovetail_handed(const void *pointer) {
    const struct entry *entry = found((uptr)pointer);
    return !(entry && entry->constant) && __dovetail_handed_on(pointer);
}

int __dovetail_is_changed(const void *pointer) {
    const struct entry *entry = kept((uptr)pointer);
    return entry && !entry->constant;
}

int __dovetail_is_kept(const void *pointer) { return kept((uptr)pointer) != 0; }

int __dovetail_is_same(const void *pointer, const void *other) {
    const struct entry *entry = kept((uptr)other);
    const uptr serial_there = entry ? entry->serial : 0;
    const struct entry *here = found((uptr)pointer);
    return serial_there && here && here->serial == serial_there;
}

void *__dovetail_start_of(const void *pointer) {
    const struct entry *entry = found((uptr)pointer);
    return entry ? (void *)AT(entry) : 0;
}

size __dovetail_bytes_of(const void *pointer) {
    const struct entry *entry = found((uptr)pointer);
    return entry ? entry->count : 0;
}

void __dovetail_overwritten(void *pointer) {
    const struct entry *entry = found((uptr)pointer);
    if (entry)
        __dovetail_memory_input((void *)AT(entry), entry->count, "outside", 0);
}

/* ---- what contracts ask (frontend/clause_words.py) ---------------------------------------------------- */

/* Of an object that was not entered nothing is known; memory that is not the program's is none. */
static const struct entry *asked(uptr at) {
    const struct entry *entry = found(at);
    if (!entry && ((at >= (uptr)__executable_start && at < (uptr)end) || __dovetail_on_stack(at)))
        __dovetail_unsupported("a contract asks about an object that Dovetail does not know natively");
    return entry;
}

static int has_room(uptr at, size count) {
    const struct entry *entry = asked(at);
    return !count || (entry && at - AT(entry) <= entry->count && count <= entry->count - (at - AT(entry)));
}

int __dovetail_is_readable(const void *pointer, size count) { return has_room((uptr)pointer, count); }

int __dovetail_is_writable(const void *pointer, size count) {
    const struct entry *entry = asked((uptr)pointer);
    return has_room((uptr)pointer, count) && !(entry && entry->constant);
}

int __dovetail_is_string(const void *pointer) {
    for (size count = 1; pointer && has_room((uptr)pointer, count); count++)
        if (!((const char *)pointer)[count - 1])
            return 1;
    return 0;
}

int __dovetail_one_object(const void *pointer, const void *other) {
    const struct entry *entry = asked((uptr)pointer);
    const uptr serial_here = entry ? entry->serial : 0;
    entry = asked((uptr)other);
    return entry ? entry->serial == serial_here : !serial_here; /* addresses as such count as one object */
}

int __dovetail_same_record(const volatile void *one, const volatile void *other, size count) {
    for (size at = 0; at < count; at++)
        if (((const volatile char *)one)[at] != ((const volatile char *)other)[at])
            return 0;
    return 1;
}

int __dovetail_exactly(int holds) { return holds; }
void __dovetail_noted(const char *text) { (void)text; }
void __dovetail_loop_opens(int loop, const char *text) { (void)loop, (void)text; }
void __dovetail_loop_variable(size bytes) { (void)bytes; }
void __dovetail_loop_place(const volatile void *start) { (void)start; }
void __dovetail_loop_room(size bytes) { (void)bytes; }
void __dovetail_loop_begins(void) {}
void __dovetail_loop_ends(int loop) { (void)loop; }
int __dovetail_for_all(int holds) { return holds; }
int __dovetail_for_all_to(int holds) { return holds; }
extern void dovetail_assume(int condition);
int __dovetail_is_block(const void *pointer) {
    uptr start, count;
    return __dovetail_live_block((uptr)pointer, &start, &count) && start == (uptr)pointer;
}
void __dovetail_by_contract(const char *function, int own) { (void)function, (void)own, dovetail_assume(__dovetail_choice() == 0); }
void __dovetail_pointers_of(const char *function, int given) { (void)function, (void)given; }
void __dovetail_given(const char *text, int condition) { (void)text, dovetail_assume(condition); }

/* May a pointer go so many elements further, or back? */
int __dovetail_leads(const void *pointer, int back, u64 count, size element) {
    const struct entry *entry = count ? asked((uptr)pointer) : 0;
    const uptr before = entry ? (uptr)pointer - AT(entry) : 0;
    const uptr room = !entry ? 0 : back ? before : entry->count - before;
    return !count || (entry && (!element || count <= room / element));
}
