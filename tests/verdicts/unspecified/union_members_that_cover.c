// verdict: proved
// slow: others of its kind are run at every change
// strategy: auto
// A member as large as the union says all of it; of a smaller one its own bytes stay.
#include <assert.h>

union u { float f; unsigned i; char c; };
struct o { int tag; union { long l; char c; } u; };

int main(void) {
    union u x, *p = &x;
    p->f = 1.0f;
    assert(p->i == 0x3f800000u);
    x.c = 9;
    assert(x.c == 9 && (x.i & 255) == 9);
    struct o y = {1, {7}};
    struct o z = y;
    assert(z.u.l == 7 && z.tag == 1);
    return 0;
}
