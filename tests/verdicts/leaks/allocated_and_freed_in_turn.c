// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// Alive just when the pointer is not null.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *block = 0;
    while (__VERIFIER_nondet_int()) {
        if (!block) {
            block = malloc(sizeof *block);
        } else {
            free(block);
            block = 0;
        }
    }
    free(block);
    return 0;
}
