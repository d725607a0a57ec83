// inputs: 4,-1,7
// end: violation assertion line 22

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int largest(const int *v, int n) {
    int best = v[0];
    for (int i = 1; i < n - 1; i++) /* misses the last */
        if (v[i] > best)
            best = v[i];
    return best;
}

int main(void) {
    int v[3];
    for (int i = 0; i < 3; i++)
        v[i] = __VERIFIER_nondet_int();
    int best = largest(v, 3);
    for (int i = 0; i < 3; i++)
        assert(best >= v[i]);
    return 0;
}
