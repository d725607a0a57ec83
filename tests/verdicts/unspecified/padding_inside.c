// verdict: unknown
// reason: compilers keep it
// slow: others of its kind are run at every change
// strategy: auto
// Of a record in an array in a record, looked at by a function that knows only an address.
#include <assert.h>
#include <string.h>

struct in { char a; int b; };
struct out { struct in x[2]; char last; };

static int sum(const void *p, unsigned n) {
    const unsigned char *bytes = p;
    int all = 0;
    for (unsigned i = 0; i < n; i++)
        all += bytes[i];
    return all;
}

int main(void) {
    struct out o;
    memset(&o, 0, sizeof o);
    o.x[1].a = 0;
    assert(sum(&o, sizeof o) == 0);
    return 0;
}
