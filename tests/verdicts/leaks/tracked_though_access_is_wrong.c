// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memtrack
// Only memtrack is asked about: the access behind the end is somebody else's property.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *block = malloc(4 * sizeof *block);
    int seen = n == 5 ? block[4] : block[0];
    free(block);
    return seen == 3;
}
