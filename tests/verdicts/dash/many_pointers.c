// verdict: proved
// slow: others of its kind are run at every change
// After DASH, Fig. 3 with n = 8: a weakest precondition over all aliases of `p` has 2^8 cases, the one that tests show has one.
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct device {
    int lock;
    int count;
};

static struct device *unlocked(void) {
    struct device *d = malloc(sizeof *d);
    d->lock = 0;
    return d;
}

static void start(struct device *p) {
    struct device *d1 = unlocked(), *d2 = unlocked(), *d3 = unlocked(), *d4 = unlocked();
    struct device *d5 = unlocked(), *d6 = unlocked(), *d7 = unlocked(), *d8 = unlocked();
    p->lock = 1;
    if (d1->lock == 1 || d2->lock == 1 || d3->lock == 1 || d4->lock == 1 || d5->lock == 1 || d6->lock == 1 ||
        d7->lock == 1 || d8->lock == 1)
        reach_error();
    p = d1;
    p = d2;
    p = d3;
    p = d4;
    p = d5;
    p = d6;
    p = d7;
    p = d8;
    p->count = 0;
}

int main(void) {
    struct device *own = malloc(sizeof *own);
    own->count = __VERIFIER_nondet_int();
    start(own);
    return 0;
}
