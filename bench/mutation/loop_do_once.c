// verdict: violated
// inputs: 0..3
// A do loop is always run once.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() & 3, k = 0;
    do {
        k++;
        n--;
    } while (n > 0);
    if (k != n + k)
        reach_error();
    return 0;
}
