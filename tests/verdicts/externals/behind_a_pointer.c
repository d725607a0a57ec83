// What pointers in a record lead to can be written, too.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
struct box { int size; int *data; };
void fill(struct box *b);

int main(void) {
    int x = 3;
    struct box b = {1, &x};
    fill(&b);
    assert(x == 3);
}
