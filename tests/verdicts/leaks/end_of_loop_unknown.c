// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// The loop may run for ever (the bound is the largest number for some n), and all that is alive is held.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *sum = malloc(sizeof *sum);
    *sum = 0;
    for (int i = 0; i <= n; i++)
        *sum = i;
    free(sum);
    return 0;
}
