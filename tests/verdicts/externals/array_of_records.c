// Pointers in all elements of an array are followed.
// verdict: violated
// slow: others of its kind are run at every change
// strategy: bounded
#include <assert.h>
struct item { int *value; };
void fill(struct item *items, int n);

int main(void) {
    int x = 1, y = 2;
    struct item items[2] = {{&x}, {&y}};
    fill(items, 2);
    assert(y == 2);
}
