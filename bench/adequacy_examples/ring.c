/* A ring buffer of samples: a fixed number of places, the oldest sample is read first, and a full buffer either
 * refuses new samples or overwrites the oldest, as its owner wishes.
 *
 * `main` is a driver: it reads a script of operations from the inputs, so that a test is a vector of numbers.
 * The first number is the mode (0 refuses, anything else overwrites); then come operations:
 *
 *     1 v   put v                  4     clear
 *     2     get                    5 n   drop up to n of the oldest
 *     3     peek                   6     sum of what is in it
 *     0     the end
 *
 * The predicates are what a tester of a ring buffer thinks of: empty, full, and whether it has wrapped around.
 */
#include <dovetail.h>

#define CAPACITY 4
#define OPERATIONS 24

enum result { DONE = 0, REFUSED = 1, EMPTY = 2, OVERWRITTEN = 3, UNKNOWN = 4 };

static int samples[CAPACITY];
static unsigned head;  /* where the oldest sample is */
static unsigned count; /* how many there are */
static int overwriting;
static unsigned lost;
static int taken;

/* ---- places -------------------------------------------------------------------------------------------- */

static unsigned next(unsigned place) {
    if (place + 1 == CAPACITY)
        return 0;
    return place + 1;
}

static unsigned behind(unsigned place, unsigned steps) {
    unsigned at = place + steps;
    if (at >= CAPACITY)
        at -= CAPACITY;
    return at;
}

/* ---- the module ---------------------------------------------------------------------------------------- */

static void ring_clear(void) {
    head = 0;
    count = 0;
    lost = 0;
}

static void ring_open(int mode) {
    ring_clear();
    overwriting = mode != 0;
}

static enum result ring_put(int value) {
    dovetail_predicate(count == 0);
    dovetail_predicate(count == CAPACITY);
    dovetail_predicate(overwriting);
    if (count == CAPACITY) {
        if (!overwriting) {
            lost++;
            return REFUSED;
        }
        samples[head] = value;
        head = next(head);
        lost++;
        return OVERWRITTEN;
    }
    samples[behind(head, count)] = value;
    count++;
    return DONE;
}

static enum result ring_get(void) {
    dovetail_predicate(count == 0);
    dovetail_predicate(count == CAPACITY);
    dovetail_predicate(head == CAPACITY - 1);
    if (count == 0)
        return EMPTY;
    taken = samples[head];
    head = next(head);
    count--;
    return DONE;
}

static enum result ring_peek(void) {
    dovetail_predicate(count == 0);
    if (count == 0)
        return EMPTY;
    taken = samples[head];
    return DONE;
}

/* Drop up to `most` of the oldest samples. */
static enum result ring_drop(unsigned most) {
    dovetail_predicate(count == 0);
    dovetail_predicate(most > count);
    dovetail_predicate(most == 0);
    if (count == 0)
        return EMPTY;
    if (most > count) {
        most = count;
    }
    head = behind(head, most);
    count -= most;
    return DONE;
}

static int ring_sum(void) {
    unsigned at = head, left = count;
    int sum = 0;
    dovetail_predicate(left == 0);
    dovetail_predicate(at < head);
    while (left > 0) {
        sum += samples[at];
        at = next(at);
        left--;
    }
    return sum;
}

/* ---- the driver ---------------------------------------------------------------------------------------- */

static int small(void) {
    int value = dovetail_any_int();
    if (value < -100)
        return -100;
    if (value > 100)
        return 100;
    return value;
}

static enum result step(int operation) {
    switch (operation) {
    case 1:
        return ring_put(small());
    case 2:
        return ring_get();
    case 3:
        return ring_peek();
    case 4:
        ring_clear();
        return DONE;
    case 5:
        return ring_drop((unsigned)dovetail_any_int() % 8);
    case 6:
        taken = ring_sum();
        return DONE;
    default:
        return UNKNOWN;
    }
}

int main(void) {
    int done = 0;
    ring_open(dovetail_any_int());
    while (done < OPERATIONS) {
        int operation = dovetail_any_int();
        if (operation == 0)
            break;
        if (step(operation) == UNKNOWN)
            return 2;
        dovetail_always(count <= CAPACITY);
        dovetail_always(head < CAPACITY);
        done++;
    }
    return count == 0 ? 0 : 1;
}
