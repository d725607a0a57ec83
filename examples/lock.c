/* A lock is taken, and given back whenever there was something to do; the loop goes on until there was nothing.
 * Nobody takes it twice, and nobody gives back what he does not hold: however many rounds there are, since the
 * lock is open exactly if the number of requests has changed. */
#include <assert.h>
#include <dovetail.h>

static int locked = 0;

static void take(void) {
    assert(!locked);
    locked = 1;
}

static void give_back(void) {
    assert(locked);
    locked = 0;
}

int main(void) {
    unsigned requests = dovetail_any_uint();
    unsigned seen;
    do {
        take();
        seen = requests;
        if (dovetail_any_bool()) {
            give_back();
            requests = requests + 1;
        }
    } while (requests != seen);
    give_back();
    return 0;
}
