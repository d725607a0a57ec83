// verdict: violated
// inputs: 0..7
// short: 7 steps up from 32762.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 7;
    short x = 32762;
    short y = x + k;
    if (y < x)
        reach_error();
    return 0;
}
