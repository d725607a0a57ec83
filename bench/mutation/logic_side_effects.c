// verdict: proved
// inputs: 0..7
// Before and after.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 7;
    int a = x++, b = ++x, c = x--, d = --x;
    if (a != d || b != c || b != a + 2)
        reach_error();
    return 0;
}
