// verdict: violated
// slow: others of its kind are run at every change
// strategy: auto
// Three bytes that begin at a multiple of four are in no table of threes.

#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct three {
    unsigned number : 24;
} __attribute__((packed));

unsigned char table[4096] = {[3212] = 5};

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 1024) {
        struct three *read = (struct three *)(table + 4ul * i);
        assert(read->number == 0);
    }
    return 0;
}
