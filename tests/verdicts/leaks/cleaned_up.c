// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memcleanup
// Everything is freed, in a loop without a bound.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int *kept;

int main(void) {
    kept = malloc(sizeof *kept);
    while (__VERIFIER_nondet_int())
        *kept = *kept ^ 1;
    free(kept);
    return 0;
}
