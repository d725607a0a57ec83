// strategy: auto
// verdict: violated
// properties: unreach-call, valid-memsafety
/* A queue in a ring of any size. One number that is put in is watched: when as many have been taken out as were in
   the queue before it, it is next. Where it is read, the ring begins again one place too early. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), first = 0, last = 0, count = 0;
    if (n < 1 || n > 1000000)
        return 0;
    int *ring = malloc(n * sizeof *ring), watching = 0, watched = 0;
    unsigned ahead = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            int new = __VERIFIER_nondet_int();
            if (count < n) {
                if (!watching && __VERIFIER_nondet_int()) {
                    watching = 1;
                    watched = new;
                    ahead = count;
                }
                ring[last] = new;
                last = last + 1 < n ? last + 1 : 0;
                count++;
            }
        } else if (count > 0) {
            int taken = ring[first];
            first = first + 2 < n ? first + 1 : 0;
            count--;
            if (watching && ahead == 0) {
                assert(taken == watched);
                watching = 0;
            } else if (watching) {
                ahead--;
            }
        }
        assert(count <= n);
    }
    free(ring);
    return 0;
}
