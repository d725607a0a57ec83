// A volatile variable.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(volatile int *p);

int main(void) {
    int x = 1;
    fill(&x);
    assert(x == 1);
}
