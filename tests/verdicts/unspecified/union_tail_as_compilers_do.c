// verdict: proved
// slow: others of its kind are run at every change
// svcomp: yes
// strategy: auto
// What compilers do may be relied on there.
#include <assert.h>

union u { int i; char c; };

int main(void) {
    union u x;
    x.i = 0x01020304;
    x.c = 9;
    assert(x.i == 0x01020309);
    return 0;
}
