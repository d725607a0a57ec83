// verdict: proved
// inputs: 0..1 0..1 0..1
// A lock taken and given back in turn.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int locked;

static void take(void) {
    if (locked)
        reach_error();
    locked = 1;
}

static void give(void) {
    if (!locked)
        reach_error();
    locked = 0;
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        int want = __VERIFIER_nondet_int() & 1;
        if (want)
            take();
        if (want)
            give();
    }
    return 0;
}
