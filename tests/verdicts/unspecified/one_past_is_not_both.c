// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// But it need not be.
#include <assert.h>

int a[4], b[4];

int main(void) {
    assert(a + 4 == b && b + 4 == a);
    return 0;
}
