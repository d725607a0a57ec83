// property: valid-memsafety
// inputs: 0
// end: violation memory-leak
// allocated: line 11

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int invert(int divisor) {
    int *scratch = malloc(4 * sizeof *scratch);
    int *result = malloc(sizeof *result);
    if (divisor == 0) {
        free(result);
        return -1;
    }
    *scratch = 1000 / divisor;
    *result = *scratch + 1;
    int value = *result;
    free(scratch);
    free(result);
    return value;
}

int main(void) {
    return invert(__VERIFIER_nondet_int()) == 7;
}
