// verdict: violated
// inputs: 0..7
// What is skipped is not counted.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() & 7, odd = 0;
    for (int i = 0; i < n; i++) {
        if (i % 2 == 0)
            continue;
        odd++;
    }
    if (odd == 3)
        reach_error();
    return 0;
}
