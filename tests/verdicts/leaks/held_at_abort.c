// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// The caller's variable still points to the block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void stop(void) {
    abort();
}

int main(void) {
    int *block = malloc(sizeof *block);
    *block = __VERIFIER_nondet_int();
    if (*block < 0)
        stop();
    free(block);
    return 0;
}
