// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// Those that can be written are two, and a variable is none of them. One or two, the contents are the same.
#include <assert.h>

int main(void) {
    int *r = (int[]){1}, *s = (int[]){1};
    assert(r != s);
    const int x = 1;
    const int *p = (const int[]){1, 2}, *q = (const int[]){1, 2};
    assert(p != &x && p + 1 != p);
    if (p == q)
        assert(p[1] == q[1]);
    return 0;
}
