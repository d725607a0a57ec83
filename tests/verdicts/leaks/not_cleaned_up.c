// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memcleanup
// Still reachable from the global, but not freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int *kept;

int main(void) {
    kept = malloc(sizeof *kept);
    if (__VERIFIER_nondet_int())
        free(kept);
    return 0;
}
