/* A ring of four places that counts without wrapping: six times a number goes in or out, in any order, first in, first
 * out. */
// property: unreach-call, valid-memsafety
// verdict: proved
#include <assert.h>
#include <dovetail.h>
#include <stdbool.h>

#define PLACES 4
#define STEPS 8

typedef struct { unsigned head, tail; int places[PLACES]; } ring_t;

static bool full(const ring_t *ring) { return ring->tail - ring->head == PLACES; }
static bool empty(const ring_t *ring) { return ring->tail == ring->head; }
static bool put(ring_t *ring, int value) {
    if (full(ring)) return false;
    ring->places[ring->tail++ % PLACES] = value;
    return true;
}
static bool get(ring_t *ring, int *value) {
    if (empty(ring)) return false;
    *value = ring->places[ring->head++ % PLACES];
    return true;
}

int main(void) {
    ring_t ring;
    ring.head = ring.tail = dovetail_any_uint();
    int sent[STEPS];
    int in = 0, out = 0;
    for (int i = 0; i < STEPS; i++) {
        if (dovetail_any_bool()) {
            int value = dovetail_any_int();
            bool taken = put(&ring, value);
            assert(taken == (in - out < PLACES));
            if (taken) sent[in++] = value;
        } else {
            int value;
            bool given = get(&ring, &value);
            assert(given == (in > out));
            if (given) assert(value == sent[out++]);
        }
    }
    return 0;
}
