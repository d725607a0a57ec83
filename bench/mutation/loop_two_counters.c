// verdict: proved
// inputs: 0..15
// One up, one down.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int() & 15, up = 0, down = n;
    while (down > 0) {
        up++;
        down--;
    }
    if (up != n)
        reach_error();
    return 0;
}
