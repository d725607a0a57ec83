// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// Static objects without an initialiser begin with zero bytes, between their members, too.
#include <assert.h>

struct s { char c; int i; } x;
union u { char c; int i; } y;

int main(void) {
    unsigned char *p = (unsigned char *)&x;
    assert(p[1] == 0 && p[5] == 0 && y.i == 0);
    return 0;
}
