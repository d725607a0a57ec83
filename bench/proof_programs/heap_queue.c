/* A heap of at most four numbers: what comes out is in order, and all of it has been put in. */
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>

#define MOST 4

static int heap[MOST], used;

static void put(int number) {
    int at = used++;
    while (at && heap[(at - 1) / 2] > number) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = number;
}

static int get(void) {
    int least = heap[0], last = heap[--used], at = 0;
    for (int below = 1; below < used; below = 2 * at + 1) {
        if (below + 1 < used && heap[below + 1] < heap[below]) below++;
        if (last <= heap[below]) break;
        heap[at] = heap[below];
        at = below;
    }
    heap[at] = last;
    return least;
}

int main(void) {
    int any = dovetail_any_int(), in = 0, out = 0, before;
    for (int i = 0; i < MOST; i++) {
        int number = dovetail_any_int();
        in += number == any;
        put(number);
    }
    for (int i = 0; i < MOST; i++) {
        int number = get();
        out += number == any;
        assert(i == 0 || before <= number);
        before = number;
    }
    assert(used == 0 && in == out);
    return 0;
}
