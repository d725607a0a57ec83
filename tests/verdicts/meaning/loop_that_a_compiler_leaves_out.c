// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// assumption: lets compilers take it to end
// C11 6.8.5p6: clang deletes it, and comes to the assertion with any number.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x)
        ;
    assert(x == 0);
    return 0;
}
