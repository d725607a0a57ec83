// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: the same seed again
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(5);
    int first = rand();
    srand(5);
    assert(first == rand());
    return 0;
}
