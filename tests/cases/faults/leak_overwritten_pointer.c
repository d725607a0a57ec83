// property: valid-memsafety
// inputs: 2
// end: violation memory-leak
// allocated: line 15

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *best;

int main(void) {
    int rounds = __VERIFIER_nondet_int();
    for (int i = 0; i < rounds && i < 5; i++) {
        best = malloc(sizeof *best);
        *best = i;
    }
    free(best);
    best = 0;
    return 0;
}
