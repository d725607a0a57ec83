// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// properties: valid-memsafety
// What runs when the program ends frees it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int *block;
static void release(void) {
    free(block);
}

int main(void) {
    block = malloc(sizeof *block);
    atexit(release);
    return 0;
}
