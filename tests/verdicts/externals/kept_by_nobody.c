// A variable that has ended is not written: another one may be at its place.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void keep(int *p);
void other(void);

static void first(void) {
    int x = 0;
    keep(&x);
}

static int second(void) {
    int y = 5;
    int *q = &y;
    other();
    return *q;
}

int main(void) {
    first();
    assert(second() == 5);
}
