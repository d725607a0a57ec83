// A volatile variable.
// verdict: violated
// strategy: bounded
#include <assert.h>
void fill(volatile int *p);

int main(void) {
    int x = 1;
    fill(&x);
    assert(x == 1);
}
