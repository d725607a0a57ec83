// strategy: auto
// verdict: unknown
// slow: others of its kind are run at every change
// reason: a function inside of a function is not modelled
#include <assert.h>

static int nested(int by) {
    int add(int number) { return number + by; }
    return add(2);
}

int main(void) {
    assert(nested(3) == 5);
    return 0;
}
