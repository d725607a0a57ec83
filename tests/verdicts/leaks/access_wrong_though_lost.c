// verdict: proved
// strategy: auto
// properties: valid-deref
// Only valid-deref is asked about: that the block is lost is somebody else's property.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *block = malloc(4 * sizeof *block);
    block[3] = __VERIFIER_nondet_int();
    return block[3] == 3;
}
