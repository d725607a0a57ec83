// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <search.h>

static int compare(const void *a, const void *b) {
    const int *left = a, *right = b;
    return *left < *right ? -1 : *left > *right;
}

int main(void) {
    int found[3] = {4, 7, 0};
    size_t n = 2;
    int key = 9;
    assert(lfind(&key, found, &n, sizeof *found, compare) == 0 && n == 2);
    assert(lsearch(&key, found, &n, sizeof *found, compare) == found + 2 && n == 3 && found[2] == 9);
    return 0;
}
