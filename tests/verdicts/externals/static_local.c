// A static variable of a function lives on.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void keep(int *p);
void other(void);

static int *place(void) {
    static int x = 1;
    return &x;
}

int main(void) {
    keep(place());
    *place() = 1;
    other();
    assert(*place() == 1);
}
