// property: valid-memsafety
// inputs: 1
// end: violation memory-leak
// allocated: line 10

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int read_header(void) { int *header = malloc(16); header[0] = 7; return header[0]; }

int main(void) {
    int *kept = malloc(4);
    *kept = read_header();
    if (__VERIFIER_nondet_int() == 1)
        exit(*kept);
    free(kept);
    return 0;
}
