// verdict: proved
// inputs: 0..3
// A cleared block.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *a = calloc(4, sizeof *a);
    int i = __VERIFIER_nondet_int() & 3;
    a[i] = i;
    if (a[(i + 1) % 4] != 0 || a[i] > 3)
        reach_error();
    free(a);
    return 0;
}
