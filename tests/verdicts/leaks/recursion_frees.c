// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// Each call frees what it has allocated.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int depth(int n) {
    if (n <= 0 || n > 2)
        return 0;
    int *block = malloc(sizeof *block);
    *block = n;
    int below = depth(n - 1);
    free(block);
    return below + 1;
}

int main(void) {
    return depth(__VERIFIER_nondet_int()) > 2;
}
