// A variable of a block that was left.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
void keep(int *p);
void other(void);

int main(void) {
    int y = 1;
    int *q = &y;
    {
        int x = 0;
        keep(&x);
    }
    other();
    assert(*q == 1);
}
