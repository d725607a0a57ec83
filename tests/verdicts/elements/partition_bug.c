// strategy: auto
// verdict: violated
// properties: unreach-call, valid-memsafety
// slow: one of its kind is run at every change
/* An array of any size, parted in two from both ends: the pivot is on the wrong side. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int partition(int *a, int n, int pivot) {
    int i = 0, j = n;
    while (i < j) {
        if (a[i] <= pivot) {
            i++;
        } else {
            j--;
            int kept = a[i];
            a[i] = a[j];
            a[j] = kept;
        }
    }
    return i;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), pivot = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    int middle = partition(a, n, pivot);
    assert(middle >= 0 && middle <= n);
    for (int i = 0; i < middle; i++)
        assert(a[i] < pivot);
    for (int i = middle; i < n; i++)
        assert(a[i] >= pivot);
    free(a);
    return 0;
}
