// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <search.h>

struct element {
    struct element *next, *previous;
} a, b, c;

int main(void) {
    insque(&a, 0);
    insque(&c, &a);
    insque(&b, &a);
    assert(a.next == &b && b.next == &c && c.previous == &b && c.next == 0);
    remque(&b);
    assert(a.next == &c && c.previous == &a);
    return 0;
}
