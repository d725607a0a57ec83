// verdict: violated
// inputs: 0..15 0..15
// Without a third place one value is lost.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b) {
    *a = *b;
    *b = *a;
}

int main(void) {
    int x = __VERIFIER_nondet_int() & 15, y = __VERIFIER_nondet_int() & 15;
    int a = x, b = y;
    swap(&a, &b);
    if (a != y || b != x)
        reach_error();
    return 0;
}
