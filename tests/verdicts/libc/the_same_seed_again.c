// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: the same seed again
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(7);
    int first = rand();
    srand(7);
    assert(rand() == first);
    return 0;
}
