// strategy: auto
// verdict: violated
// properties: unreach-call, valid-memsafety
// slow: one of its kind is run at every change
/* A ring of any size: only what was put in comes out, and that was never negative. It is one too short. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), first = 0, last = 0, count = 0;
    if (n < 1 || n > 1000000)
        return 0;
    int *ring = malloc(n * sizeof *ring);
    for (unsigned i = 0; i < n; i++)
        ring[i] = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            int new = __VERIFIER_nondet_int();
            if (count < n && new >= 0) {
                ring[last] = new;
                last = last < n ? last + 1 : 0;
                count++;
            }
        } else if (count > 0) {
            assert(ring[first] >= 0);
            first = first + 1 < n ? first + 1 : 0;
            count--;
        }
        assert(count <= n);
    }
    free(ring);
    return 0;
}
