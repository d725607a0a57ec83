// property: unreach-call
// inputs: 8
// end: violation unreach-call line 24

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct pair {
    int own;
    int *shared;
};

static struct pair changed(struct pair p) {
    p.own = 1;
    *p.shared = 2;
    return p;
}

int main(void) {
    int cell = __VERIFIER_nondet_int();
    struct pair before = {cell, &cell};
    struct pair after = changed(before);
    if (before.own == 8 && after.own == 1 && *before.shared != before.own)
        reach_error();
    return 0;
}
