// strategy: auto
// verdict: proved
// slow: others of its kind are run at every change
#include <assert.h>
#include <arpa/inet.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_int();
    assert(ntohl(htonl(x)) == x);
    assert(htons(0x1234) == 0x3412);
    return 0;
}
