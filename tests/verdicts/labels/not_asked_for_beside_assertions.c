// strategy: auto
// verdict: proved
// A label is only a label where an assertion says what is to hold.
#include <assert.h>

static int half(int x) {
    if (x % 2 != 0)
        goto ERROR;
    return x / 2;
ERROR:
    return 0;
}

int main(void) {
    assert(half(4) == 2);
    return half(3);
}
