// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// Nor need they be one.
#include <assert.h>

int main(void) {
    const int *p = (const int[]){1}, *q = (const int[]){1};
    assert(p == q);
    return 0;
}
