// A static variable is written by those who have its address.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fill(int *p);
static int x;

int main(void) {
    fill(&x);
    assert(x == 0);
}
