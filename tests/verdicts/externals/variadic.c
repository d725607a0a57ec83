// Pointers for dots cannot be followed.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: for which it has no parameter
#include <assert.h>
int scan(const char *format, ...);

int main(void) {
    int x = 0;
    scan("%d", &x);
    assert(x == 0);
}
