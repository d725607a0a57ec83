// verdict: proved
// inputs: 0..7
// What was there stays.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *a = malloc(2 * sizeof *a);
    a[0] = __VERIFIER_nondet_int() & 7;
    a[1] = 9;
    int x = a[0];
    a = realloc(a, 4 * sizeof *a);
    a[3] = 5;
    if (a[0] != x || a[1] != 9)
        reach_error();
    free(a);
    return 0;
}
