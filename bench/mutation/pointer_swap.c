// verdict: proved
// inputs: 0..15 0..15
// Exchanged through pointers.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

int main(void) {
    int x = __VERIFIER_nondet_int() & 15, y = __VERIFIER_nondet_int() & 15;
    int a = x, b = y;
    swap(&a, &b);
    if (a != y || b != x)
        reach_error();
    return 0;
}
