/* A queue in a ring of four places. `push` forgets to ask whether there is room: after five numbers in a row the
 * oldest one is lost, and the assertion fails. Inputs that show it: 1,10,1,20,1,30,1,40,1,50,0 */
#include <assert.h>
#include <dovetail.h>

#define PLACES 4

struct ring {
    int numbers[PLACES];
    unsigned first;
    unsigned count;
};

static void push(struct ring *ring, int number) {
    ring->numbers[(ring->first + ring->count) % PLACES] = number;
    ring->count = ring->count + 1;
}

static int pop(struct ring *ring) {
    int number = ring->numbers[ring->first];
    ring->first = (ring->first + 1) % PLACES;
    ring->count = ring->count - 1;
    return number;
}

int main(void) {
    struct ring ring = {{0}, 0, 0};
    int oldest = 0;
    while (dovetail_any_bool()) {
        int number = dovetail_any_int();
        if (ring.count == 0)
            oldest = number;
        push(&ring, number);
    }
    if (ring.count > 0)
        assert(pop(&ring) == oldest);
    return 0;
}
