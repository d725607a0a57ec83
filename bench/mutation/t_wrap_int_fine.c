// verdict: proved
// inputs: 0..3
// int: 3 steps up from 2147483642.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 3;
    int x = 2147483642;
    int y = x + k;
    if (y < x)
        reach_error();
    return 0;
}
