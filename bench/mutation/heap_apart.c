// verdict: proved
// inputs: 0..15 0..15
// Two blocks are two.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    *p = __VERIFIER_nondet_int() & 15;
    *q = __VERIFIER_nondet_int() & 15;
    int before = *p;
    *q = *q + 1;
    if (*p != before || *q > 16)
        reach_error();
    free(p);
    free(q);
    return 0;
}
