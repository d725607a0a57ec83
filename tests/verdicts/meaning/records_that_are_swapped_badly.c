// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
#include <assert.h>

struct pair { int key, value; };

static void swap(struct pair *a, struct pair *b) {
    *a = *b;
    *b = *a;
}

int main(void) {
    struct pair pairs[2] = {{1, 10}, {2, 20}};
    swap(&pairs[0], &pairs[1]);
    assert(pairs[1].value == 10);
    return 0;
}
