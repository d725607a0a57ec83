// verdict: proved
// inputs: 0..7 0..1
// A global points where it is told.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int a = 1, b = 2;

static int *at = &a;

int main(void) {
    int x = __VERIFIER_nondet_int() & 7;
    if (__VERIFIER_nondet_int() & 1)
        at = &b;
    *at = x + 10;
    if ((a < 10) == (b < 10))
        reach_error();
    return 0;
}
