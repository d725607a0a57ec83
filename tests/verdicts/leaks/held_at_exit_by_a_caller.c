// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// What running functions hold is not lost at exit.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void leave(int *given) {
    if (*given > 3)
        exit(1);
}

int main(void) {
    int *block = malloc(sizeof *block);
    *block = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int())
        leave(block);
    free(block);
    return 0;
}
