// verdict: proved
// inputs: 0..3
// short: 3 steps up from 32762.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 3;
    short x = 32762;
    short y = x + k;
    if (y < x)
        reach_error();
    return 0;
}
