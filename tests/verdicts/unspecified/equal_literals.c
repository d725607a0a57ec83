// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// They are one object, or two, or one is the end of another.
#include <assert.h>

int main(void) {
    const char *p = "abc", *q = "xabc";
    assert(p != q + 1);
    return 0;
}
