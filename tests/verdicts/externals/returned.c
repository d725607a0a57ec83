// What it returns is not known to lead back.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: does not lead to anything that is part of the program
#include <assert.h>
int *same(int *p);

int main(void) {
    int x = 1;
    int *q = same(&x);
    assert(q != &x);
}
