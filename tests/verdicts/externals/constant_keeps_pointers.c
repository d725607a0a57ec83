// The pointers in it stay.
// verdict: proved
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
struct box { const int *data; };
int sum(const struct box *b);

int main(void) {
    int x = 1;
    struct box b = {&x};
    sum(&b);
    assert(*b.data == 1);
}
