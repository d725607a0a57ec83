// A function that does not return ends the program.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void fail(int *p) __attribute__((noreturn));
void other(int *p);

int main(void) {
    int x = 0;
    other(&x);
    if (x < 0)
        fail(&x);
    assert(x >= 0);
}
