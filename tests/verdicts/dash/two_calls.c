// verdict: proved
// After DASH, Fig. 8, top and inc: two calls of one procedure add two. The places are those of the figure.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int increment(int y) {
    int r = y + 1; // place inc 1
    return r; // place inc 2
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int a = increment(x); // place 0
    int b = increment(a); // place 1
    if (b != x + 2) // place 2
        reach_error(); // place 3
    return 0;
}
