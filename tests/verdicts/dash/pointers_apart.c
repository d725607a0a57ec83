// verdict: proved
// slow: others of its kind are run at every change
// After DASH, Fig. 1, prove-me1: the store through `p` cannot reach the two fresh records, although `p` is made to point to each of
// them further down. The places are those of the figure.
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct device {
    int lock;
    int count;
};

static void start(struct device *p) {
    struct device *first = malloc(sizeof *first); // place 0
    first->lock = 0;
    struct device *second = malloc(sizeof *second); // place 1
    second->lock = 0;
    p->lock = 1; // place 2
    if (first->lock == 1 || second->lock == 1) // place 3
        reach_error(); // place 4
    p = first;
    p = second;
    p->count = 0;
}

int main(void) {
    struct device *own = malloc(sizeof *own);
    own->count = __VERIFIER_nondet_int();
    start(own);
    return 0;
}
