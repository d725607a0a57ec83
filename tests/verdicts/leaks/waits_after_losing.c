// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// Whether the loop is left depends on an input that is not taken anew.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int wait = __VERIFIER_nondet_int();
    int *block = malloc(sizeof *block);
    *block = 1;
    if (wait) {
        block = 0;
        while (wait)
            ;
    }
    free(block);
    return 0;
}
