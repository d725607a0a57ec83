// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec first, second;
    if (clock_gettime(CLOCK_MONOTONIC, &first) != 0 || clock_gettime(CLOCK_MONOTONIC, &second) != 0)
        return 0;
    assert(second.tv_sec >= first.tv_sec);
    return 0;
}
