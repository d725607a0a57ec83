// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memtrack
// Only memtrack is asked about: after a block was freed twice, nothing is known.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *block = malloc(sizeof *block), *other = malloc(sizeof *other);
    *other = 0;
    free(block);
    free(block);
    other = 0;
    return 0;
}
