// Passed on from function to function.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);

static void wrapped(int *p) {
    if (p)
        fill(p);
}

int main(void) {
    int x = 0;
    wrapped(&x);
    assert(x == 0);
}
