// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// Which of two objects comes first, and how an address divides, is not known.
#include <assert.h>

int a, b;

int main(void) {
    int *p = &a, *q = &b;
    assert(p < q || (__UINTPTR_TYPE__)p % 64 == 0);
    return 0;
}
