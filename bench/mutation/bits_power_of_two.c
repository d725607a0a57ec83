// verdict: violated
// inputs: 0..255
// Zero passes the test, too.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uchar();
    int power = (x & (x - 1)) == 0;
    if (power && x < 1)
        reach_error();
    return 0;
}
