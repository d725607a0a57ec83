// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <search.h>

static int compare(const void *a, const void *b) {
    const int *left = a, *right = b;
    return *left < *right ? -1 : *left > *right;
}

int main(void) {
    void *root = 0;
    int a = 5, b = 5, c = 6;
    int **node = tsearch(&a, &root, compare);
    assert(*node == &a && *(int **)tsearch(&b, &root, compare) == &a);
    assert(tfind(&c, &root, compare) == 0);
    return 0;
}
