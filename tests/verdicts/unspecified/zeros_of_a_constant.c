// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// And of a zero that the compiler sees.
#include <assert.h>

int main(void) {
    int n = __builtin_clzll(0);
    assert(n != 17);
    return 0;
}
