// What pointers in an object of const type lead to is written.
// verdict: violated
// strategy: bounded
#include <assert.h>
struct box { int *data; };
int sum(const struct box *b);

int main(void) {
    int x = 1;
    const struct box b = {&x};
    sum(&b);
    assert(x == 1);
}
