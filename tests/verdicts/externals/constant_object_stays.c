// An object of const type itself is left alone, though it be handed over without the word.
// verdict: proved
// slow: others of its kind are run at every change
// accept-bounds: yes
// strategy: bounded
#include <assert.h>
struct box { int *data; int count; };
int fill(struct box *b);

int main(void) {
    int x = 1;
    const struct box b = {&x, 3};
    fill((struct box *)&b);
    assert(b.data == &x && b.count == 3);
}
