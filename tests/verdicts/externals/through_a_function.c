// Passed on from function to function.
// verdict: violated
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
