// But not what pointers in it lead to.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
struct box { int *data; };
int sum(const struct box *b);

int main(void) {
    int x = 1;
    struct box b = {&x};
    sum(&b);
    assert(x == 1);
}
