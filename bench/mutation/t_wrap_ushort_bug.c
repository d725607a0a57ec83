// verdict: violated
// inputs: 0..7
// unsigned short: 7 steps up from 65530.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 7;
    unsigned short x = 65530;
    unsigned short y = x + k;
    if (y < x)
        reach_error();
    return 0;
}
