// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned seed = 5;
    rand_r(&seed);
    assert(seed != 5);
    return 0;
}
