// verdict: proved
// inputs: 0..15
// All the work is in the head.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() & 15, i;
    for (i = 0; i * i < n; i++)
        ;
    if (i > 4)
        reach_error();
    return 0;
}
