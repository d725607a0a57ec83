// verdict: proved
// slow: others of its kind are run at every change
// After DASH, Fig. 4, prove-me2: the lock is free at the head of the loop whenever the counter has moved on. Knowing that `bump` leaves the
// lock alone takes a view of memory that tells fields apart.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct device {
    int lock;
    int count;
};

static void bump(struct device *d) { d->count++; }

static void work(struct device *d) {
    int seen;
    d->lock = 0;
    do {
        if (d->lock != 0)
            reach_error();
        d->lock = 1;
        seen = d->count;
        if (__VERIFIER_nondet_int()) {
            d->lock = 0;
            bump(d);
        }
    } while (seen != d->count); // place 8
}

int main(void) {
    struct device d;
    d.count = __VERIFIER_nondet_int();
    work(&d);
    return 0;
}
