// strategy: auto
// verdict: proved
// properties: unreach-call, valid-memsafety
// slow: takes several seconds
/* An array of any size, turned round in its place: the last element comes first. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void reverse(int *a, int n) {
    int i = 0, j = n - 1;
    while (i < j) {
        int kept = a[i];
        a[i] = a[j];
        a[j] = kept;
        i++;
        j--;
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a), *before = malloc(n * sizeof *before);
    for (int i = 0; i < n; i++)
        before[i] = a[i];
    reverse(a, n);
    for (int i = 0; i < n; i++)
        assert(a[i] == before[n - 1 - i]);
    free(a);
    free(before);
    return 0;
}
