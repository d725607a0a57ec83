// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// Elements of one array, and pointers to them, are apart or the same.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct pair { int key, value; };

static void swap(struct pair *a, struct pair *b) {
    struct pair kept = *a;
    *a = *b;
    *b = kept;
}

int main(void) {
    struct pair pairs[3] = {{1, 10}, {2, 20}, {3, 30}};
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i > 2 || j < 0 || j > 2) return 0;
    swap(&pairs[i], &pairs[j]);
    assert(pairs[i].value == 10 * (j + 1) && pairs[j].value == 10 * (i + 1));
    pairs[i] = pairs[j];
    assert(pairs[i].key == i + 1);
    return 0;
}
