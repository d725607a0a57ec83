// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// The innermost call keeps its block to itself.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int depth(int n) {
    int *block = malloc(sizeof *block);
    *block = n;
    if (n <= 0 || n > 3)
        return 0;
    int below = depth(n - 1);
    free(block);
    return below + 1;
}

int main(void) {
    return depth(__VERIFIER_nondet_int()) > 2;
}
