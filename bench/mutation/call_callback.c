// verdict: proved
// inputs: 0..3 0..3
// For each element.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int sum;

static void collect(int x) { sum += x; }

static void each(const int *a, int n, void (*f)(int)) {
    for (int i = 0; i < n; i++)
        f(a[i]);
}

int main(void) {
    int a[2] = {__VERIFIER_nondet_int() & 3, __VERIFIER_nondet_int() & 3};
    each(a, 2, collect);
    if (sum != a[0] + a[1])
        reach_error();
    return 0;
}
