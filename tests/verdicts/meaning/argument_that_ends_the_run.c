// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// assumption: arguments are evaluated from left to right
// Compilers that begin with the last argument come to the assertion.
#include <assert.h>
#include <stdlib.h>

static int leave(void) {
    exit(0);
    return 0;
}

static int fail(void) {
    assert(0);
    return 1;
}

static int sum(int a, int b) { return a + b; }

int main(void) { return sum(leave(), fail()); }
