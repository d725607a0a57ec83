// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// The record with the padding is inside of one that has only the name of a typedef.
#include <assert.h>

struct inner { char c; int i; };
typedef struct { struct inner n; } outer;
union u { outer o; long b; };

int main(void) {
    union u x;
    x.b = 0;
    struct inner given = {1, 2};
    x.o.n = given;
    assert(((x.b >> 8) & 255) == 0);
    return 0;
}
