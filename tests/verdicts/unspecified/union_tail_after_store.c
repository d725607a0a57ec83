// verdict: unknown
// slow: others of its kind are run at every change
// reason: compilers keep it
// strategy: auto
// Nor need a store to it (C11 6.2.6.1p7), though compilers keep the rest.
#include <assert.h>

union u { int i; char c; };

int main(void) {
    union u x;
    x.i = 0x01020304;
    x.c = 9;
    assert(x.i == 0x01020309);
    return 0;
}
