// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// A pointer into the middle of a block keeps it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int *middle;

int main(void) {
    int *block = malloc(3 * sizeof *block);
    if (__VERIFIER_nondet_int())
        middle = block + 1;
    else
        free(block);
    return 0;
}
