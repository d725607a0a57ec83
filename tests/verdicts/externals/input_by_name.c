// Functions that are called nondet_ and are given nothing are inputs.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
int nondet_int(void);
int x;

int main(void) {
    x = 1;
    nondet_int();
    assert(x == 1);
}
