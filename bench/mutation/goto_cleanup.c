// verdict: proved
// inputs: 0..1 0..1
// Out by one door.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int opened = 0, result = -1;
    if (__VERIFIER_nondet_int() & 1)
        goto out;
    opened = 1;
    if (__VERIFIER_nondet_int() & 1)
        goto close;
    result = 0;
close:
    opened--;
out:
    if (opened != 0)
        reach_error();
    return result;
}
