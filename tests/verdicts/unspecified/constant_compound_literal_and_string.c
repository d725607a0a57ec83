// verdict: unknown
// slow: others of its kind are run at every change
// strategy: auto
// One of characters may be a string literal.
#include <assert.h>

int main(void) {
    const char *p = (const char[]){"abc"}, *q = "abc";
    assert(p != q);
    return 0;
}
