// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-free
// Only valid-free is asked about.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *block = malloc(sizeof *block);
    free(block);
    if (__VERIFIER_nondet_int() == 3)
        free(block);
    return 0;
}
