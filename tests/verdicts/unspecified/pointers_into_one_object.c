// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// Everyday loops over one object: nothing is open in them.
#include <assert.h>

struct it { int *cur, *end; };
struct node { struct node *next; };

static int count(const char *s, const char *end) {
    int n = 0;
    for (const char *p = s; p != end; ++p)
        n++;
    return n;
}

int main(void) {
    int a[4], n = 0;
    for (int *p = a; p != a + 4; p++)
        n++;
    assert(n == 4);
    struct it i = {a, a + 4};
    while (i.cur != i.end)
        *i.cur++ = --n;
    assert(n == 0 && a[0] == 3);
    char b[8] = "abcdefg";
    assert(count(b, b + 8) == 8);
    struct node x = {0}, y = {&x};
    x.next = &y;
    for (struct node *p = x.next; p != &x; p = p->next)
        n++;
    assert(n == 1);
    return 0;
}
