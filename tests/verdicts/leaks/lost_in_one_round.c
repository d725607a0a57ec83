// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// In one of the rounds the block is not freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    for (int i = 0; i < 5; i++) {
        int *block = malloc(sizeof *block);
        *block = __VERIFIER_nondet_int();
        if (*block != 12)
            free(block);
    }
    return 0;
}
