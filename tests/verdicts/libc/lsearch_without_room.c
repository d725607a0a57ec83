// strategy: auto
// verdict: violated
// slow: others of its kind are run at every change
// properties: valid-memsafety
#include <search.h>

static int compare(const void *a, const void *b) {
    const int *left = a, *right = b;
    return *left < *right ? -1 : *left > *right;
}

int main(void) {
    int found[2] = {4, 7};
    size_t n = 2;
    int key = 9;
    lsearch(&key, found, &n, sizeof *found, compare);
    return 0;
}
