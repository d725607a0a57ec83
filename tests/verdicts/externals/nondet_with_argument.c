// An input that is given something is none.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
int nondet_fill(int *p);

int main(void) {
    int x = 0;
    nondet_fill(&x);
    assert(x == 0);
}
