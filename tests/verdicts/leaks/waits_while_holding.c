// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// The same, but the block is still held.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int wait = __VERIFIER_nondet_int();
    int *block = malloc(sizeof *block);
    *block = 1;
    while (wait)
        ;
    free(block);
    return 0;
}
