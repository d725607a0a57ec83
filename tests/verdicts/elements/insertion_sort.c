// strategy: auto
// verdict: proved
// properties: unreach-call, valid-memsafety
// slow: takes ten to twenty seconds
/* An array of any size, sorted by insertion. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void sort(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int key = a[i], j = i;
        while (j > 0 && a[j - 1] > key) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = key;
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    sort(a, n);
    for (int i = 1; i < n; i++)
        assert(a[i - 1] <= a[i]);
    free(a);
    return 0;
}
