// verdict: violated
// slow: others of its kind are run at every change
// After DASH, Fig. 8: two calls of one procedure add two -- or three.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int increment(int y) {
    int r = y == 1000 ? y + 2 : y + 1;
    return r;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int a = increment(x);
    int b = increment(a);
    if (b != x + 2)
        reach_error();
    return 0;
}
