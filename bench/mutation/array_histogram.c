// verdict: proved
// inputs: 0..3 0..3 0..3
// Counted by kind, nothing is lost.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int count[4] = {0};
    int x = __VERIFIER_nondet_int() & 3, y = __VERIFIER_nondet_int() & 3, z = __VERIFIER_nondet_int() & 3;
    count[x]++;
    count[y]++;
    count[z]++;
    if (count[0] + count[1] + count[2] + count[3] != 3 || count[y] < 1)
        reach_error();
    return 0;
}
