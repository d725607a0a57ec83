// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// The initialiser of a smaller member says nothing of the rest.
#include <assert.h>

int main(void) {
    union { int i; char c; } x = {.c = 1};
    assert(x.i == 1);
    return 0;
}
