// strategy: elements
// verdict: proved
// properties: unreach-call, valid-memsafety
// seconds: 120
// slow: takes several seconds
/* An array of any size is sorted by insertion: it is in order then, and whatever number one thinks of is in it as
   often as before. */
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
    int n = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int before = count(a, n, wanted);
    sort(a, n);
    assert(count(a, n, wanted) == before);
    for (int i = 1; i < n; i++)
        assert(a[i - 1] <= a[i]);
    free(a);
    return 0;
}
