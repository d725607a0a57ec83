// verdict: violated
// inputs: 0..3
// Jumped past the start.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 3, i = 0, sum = 0;
    if (x == 2)
        goto inside;
    for (i = 1; i < 4; i++) {
    inside:
        sum += 2;
    }
    if (sum != 6)
        reach_error();
    return 0;
}
