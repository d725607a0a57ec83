// property: no-overflow
// inputs: 2147483645
// end: violation overflow line 10

extern int __VERIFIER_nondet_int(void);

static int ticks;

static void tick(void) {
    ticks++;
}

int main(void) {
    ticks = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; ++i)
        tick();
    return 0;
}
