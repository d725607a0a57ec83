// Restrict changes nothing for the caller.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void copy(int *restrict to, const int *restrict from);

int main(void) {
    int x = 1, y = 2;
    copy(&x, &y);
    assert(x == 1);
}
