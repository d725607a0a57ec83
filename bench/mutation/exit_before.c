// verdict: proved
// inputs: 0..15
// Out before the error.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 15;
    if (a * 2 == 8)
        exit(1);
    if (a == 4)
        reach_error();
    return 0;
}
