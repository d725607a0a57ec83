// strategy: auto
// verdict: violated
// properties: unreach-call, valid-memsafety
/* The largest element of an array of any size: it is one of them, so it is the same when they are given other
   places, by an exchange and by turning the array round by one place. The first one is passed over. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int largest(const int *a, int n) {
    int most = 0;
    for (int i = 1; i < n; i++)
        if (a[i] > most)
            most = a[i];
    return most;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int before = largest(a, n);
    int kept = a[0];
    a[0] = a[1];
    a[1] = kept;
    assert(largest(a, n) == before);
    kept = a[0];
    for (int i = 0; i < n - 1; i++)
        a[i] = a[i + 1];
    a[n - 1] = kept;
    assert(largest(a, n) == before);
    free(a);
    return 0;
}
