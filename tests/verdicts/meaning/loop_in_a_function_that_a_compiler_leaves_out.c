// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// svcomp: yes
// assumption: lets compilers take it to end
// What is checked stands behind the call.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static void stay(int x) {
    do
        x = x | 1;
    while (x > 0);
}

int main(void) {
    stay(__VERIFIER_nondet_int() & 255);
    assert(0);
    return 0;
}
