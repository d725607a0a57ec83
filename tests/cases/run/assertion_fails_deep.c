// inputs: 5
// end: violation assertion line 16

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct list {
    int value;
    struct list *next;
};

static void check(const struct list *l, int least) {
    if (!l)
        return;
    assert(l->value >= least);
    check(l->next, l->value);
}

int main(void) {
    struct list c = {9, 0}, b = {__VERIFIER_nondet_int(), &c}, a = {6, &b};
    check(&a, 0);
    return 0;
}
