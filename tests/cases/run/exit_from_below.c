// inputs: 4
// end: normal 10

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int count;

static int descend(int n) {
    count += n;
    if (n == 0)
        exit(count);
    return descend(n - 1) + 1;
}

int main(void) {
    descend(__VERIFIER_nondet_int());
    return 99;
}
