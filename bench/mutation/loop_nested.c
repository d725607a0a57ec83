// verdict: proved
// inputs: 0..3 0..3
// A product by counting.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int() & 3, b = __VERIFIER_nondet_int() & 3, n = 0;
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            n++;
    if (n != a * b)
        reach_error();
    return 0;
}
