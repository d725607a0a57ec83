// property: unreach-call
// inputs: 5,-3,9
// end: normal 0

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void order(int *a, int *b) {
    if (*a > *b) {
        int held = *a;
        *a = *b;
        *b = held;
    }
}

int main(void) {
    int v[3];
    for (int i = 0; i < 3; i++)
        v[i] = __VERIFIER_nondet_int();
    order(v, v + 1);
    order(v + 1, v + 2);
    order(v, v + 1);
    assert(v[0] <= v[1] && v[1] <= v[2]);
    return 0;
}
