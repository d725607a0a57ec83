// strategy: elements
// verdict: proved
// properties: unreach-call, valid-memsafety
// slow: takes several seconds
/* An array of any size, parted in two from both ends: small elements first, and whatever number one thinks of is in
   it as often as before. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int count(const int *a, int n, int wanted) {
    int found = 0;
    for (int i = 0; i < n; i++)
        if (a[i] == wanted)
            found++;
    return found;
}

static int partition(int *a, int n, int pivot) {
    int i = 0, j = n;
    while (i < j) {
        if (a[i] < pivot) {
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
    int n = __VERIFIER_nondet_int(), pivot = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int before = count(a, n, wanted);
    int middle = partition(a, n, pivot);
    assert(middle >= 0 && middle <= n);
    assert(count(a, n, wanted) == before);
    for (int i = 0; i < middle; i++)
        assert(a[i] < pivot);
    for (int i = middle; i < n; i++)
        assert(a[i] >= pivot);
    free(a);
    return 0;
}
