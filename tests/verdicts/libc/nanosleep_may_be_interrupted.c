// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec wanted = {1, 0}, left = {0, 0};
    assert(nanosleep(&wanted, &left) == 0);
    return 0;
}
