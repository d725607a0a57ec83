// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// The global has the address of the second block only.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int *kept;

int main(void) {
    kept = malloc(sizeof *kept);
    *kept = 0;
    if (__VERIFIER_nondet_int() == 99)
        kept = calloc(1, sizeof *kept);
    return 0;
}
