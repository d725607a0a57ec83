// What returns a value is taken to do no more than that.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
int other(void);
int x[4];

int main(void) {
    other();
    assert(x[3] == 0);
}
