// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <stdlib.h>

int main(void) {
    unsigned a = 5, b = 5;
    int first = rand_r(&a);
    assert(rand_r(&b) == first && a == b && first >= 0);
    return 0;
}
