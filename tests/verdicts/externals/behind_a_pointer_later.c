// A pointer that is put into what was handed over is found later.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
struct box { int *data; };
void keep(struct box *b);
void other(void);

int main(void) {
    int x = 3;
    struct box b = {0};
    keep(&b);
    b.data = &x;
    other();
    assert(x == 3);
}
