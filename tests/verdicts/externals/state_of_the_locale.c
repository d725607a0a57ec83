// In another locale there are more letters.
// verdict: unknown
// reason: what the C library keeps
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
#include <ctype.h>
int other(int *p);

int main(void) {
    int x;
    other(&x);
    assert(!isalpha(0xe4));
}
