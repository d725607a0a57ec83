// An old declaration tells of no parameters.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: for which it has no parameter
#include <assert.h>
int fill();

int main(void) {
    int x = 0;
    fill(&x);
    assert(x == 0);
}
