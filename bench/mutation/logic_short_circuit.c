// verdict: proved
// inputs: 0..3 0..3
// The right side is not always asked.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int asked;

static int ask(int x) {
    asked++;
    return x;
}

int main(void) {
    int a = __VERIFIER_nondet_int() & 3, b = __VERIFIER_nondet_int() & 3;
    int r = ask(a) && ask(b);
    if (asked != (a ? 2 : 1) || r != (a != 0 && b != 0))
        reach_error();
    return 0;
}
