// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// They need not be two objects (C11 6.5.2.5p7).
#include <assert.h>

int main(void) {
    const int *p = (const int[]){1}, *q = (const int[]){1};
    assert(p != q);
    return 0;
}
