// verdict: unknown
// reason: returns that is declared not to
// slow: others of its kind are run at every change
// strategy: auto
// What follows such a call in the text need not be what follows.
#include <assert.h>

int x = 1;

_Noreturn void leave(void) {
    if (x)
        return;
    for (;;)
        ;
}

int main(void) {
    leave();
    assert(x == 1);
    return 0;
}
