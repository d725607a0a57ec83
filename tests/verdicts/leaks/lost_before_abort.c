// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// Lost is lost, even if the program is about to abort.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void forget(void) {
    int *block = malloc(sizeof *block);
    *block = __VERIFIER_nondet_int();
    if (*block == 7)
        free(block);
}

int main(void) {
    forget();
    abort();
}
