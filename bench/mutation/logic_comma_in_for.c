// verdict: proved
// inputs: 0..7
// Two counters in one head.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() & 7, i, j;
    for (i = 0, j = n; i < j; i++, j--)
        ;
    if (i < j || i - j > 1)
        reach_error();
    return 0;
}
