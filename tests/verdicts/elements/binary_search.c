// strategy: auto
// verdict: proved
// properties: unreach-call, valid-memsafety
// slow: takes ten to twenty seconds
/* A search in a sorted array of any size: what it finds is there, and what it does not find is not. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int search(const int *a, int n, int wanted) {
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (a[middle] < wanted)
            low = middle + 1;
        else if (a[middle] > wanted)
            high = middle;
        else
            return middle;
    }
    return -1;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    a[0] = __VERIFIER_nondet_int();
    for (int i = 1; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(a[i - 1] <= a[i]);
    }
    int found = search(a, n, wanted);
    if (found >= 0)
        assert(found < n && a[found] == wanted);
    else
        for (int i = 0; i < n; i++)
            assert(a[i] != wanted);
    free(a);
    return 0;
}
