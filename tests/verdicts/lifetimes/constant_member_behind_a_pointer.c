// strategy: auto
// verdict: unknown
// properties: valid-memsafety
// The pointer may lead to a block or to a variable: only the block may be written.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct part {
    const int fixed;
    const int more[2];
};

int main(void) {
    struct part x = {1, {2, 3}};
    struct part *p = malloc(sizeof(struct part));
    struct part *q = __VERIFIER_nondet_int() ? p : &x;
    *(int *)&q->more[1] = 3;
    free(p);
    return 0;
}
