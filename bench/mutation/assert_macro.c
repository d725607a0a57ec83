// verdict: violated
// inputs: 0..15
// The assertion of the library.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 15;
    int b = a * a;
    assert(b != 81);
    return 0;
}
