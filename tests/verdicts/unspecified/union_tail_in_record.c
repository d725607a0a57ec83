// verdict: unknown
// reason: compilers keep it
// slow: others of its kind are run at every change
// strategy: auto
// Inside of a record, and by an element of an array.
#include <assert.h>

struct o { int tag; union { char c[2]; long l; } u; };

int main(void) {
    struct o x = {1, {.l = 0}};
    x.u.c[0] = 0;
    assert(x.u.l == 0);
    return 0;
}
