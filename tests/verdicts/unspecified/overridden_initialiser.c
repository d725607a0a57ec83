// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// assumption: an initialiser that a later one takes the place of
// Whether it is evaluated all the same is not said.

#include <assert.h>

int calls;

int counted(void) {
    calls++;
    return 3;
}

int main(void) {
    int pair[2] = {[0] = counted(), [0] = 7};
    assert(calls == 0 && pair[0] == 7);
    return 0;
}
