// verdict: proved
// inputs: 0..3
// long: 3 steps up from 9223372036854775802.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 3;
    long x = 9223372036854775802l;
    long y = x + k;
    if (y < x)
        reach_error();
    return 0;
}
