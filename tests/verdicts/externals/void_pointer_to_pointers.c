// What a void pointer leads to is not known: not all is followed.
// verdict: unknown
// slow: others of its kind are run at every change
// strategy: bounded
// reason: the types of what they are given tell of
#include <assert.h>
struct box { int *data; };
void fill(void *p);

int main(void) {
    int x = 1;
    struct box b = {&x};
    fill(&b);
    assert(x == 1);
}
