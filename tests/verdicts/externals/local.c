// A local variable is written by the function that gets its address.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);

int main(void) {
    int x = 0;
    fill(&x);
    assert(x == 0);
}
