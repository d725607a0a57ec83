// verdict: proved
// inputs: 0..7
// Once or more.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() & 7, k = 0;
    do {
        k++;
        n--;
    } while (n > 0);
    if (k < 1 || k > 7)
        reach_error();
    return 0;
}
