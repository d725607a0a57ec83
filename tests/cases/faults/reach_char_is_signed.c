// property: unreach-call
// inputs: 233
// end: violation assertion line 16

#include <assert.h>

extern char __VERIFIER_nondet_char(void);

static int is_ascii(int code) {
    return code < 128;
}

int main(void) {
    char c = __VERIFIER_nondet_char();
    unsigned char u = (unsigned char)c;
    assert(is_ascii(c) == is_ascii(u));
    return 0;
}
