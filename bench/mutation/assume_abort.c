// verdict: proved
// inputs: 0..15
// A quiet end.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 15;
    if (a > 7)
        abort();
    if (a >= 8)
        reach_error();
    return 0;
}
