// What was handed over once may be written by any function from outside later.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void keep(int *p);
void other(void);

int main(void) {
    int x = 0;
    keep(&x);
    x = 1;
    other();
    assert(x == 1);
}
