// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// As many blocks are freed as are allocated, in a loop without a bound.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        int *block = malloc(sizeof *block);
        *block = i;
        free(block);
    }
    return 0;
}
