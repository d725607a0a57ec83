// verdict: proved
// inputs: 0..3
// unsigned char: 3 steps up from 250.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int k = __VERIFIER_nondet_int() & 3;
    unsigned char x = 250;
    unsigned char y = x + k;
    if (y < x)
        reach_error();
    return 0;
}
