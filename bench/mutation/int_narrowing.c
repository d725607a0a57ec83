// verdict: proved
// inputs: 0..1023
// Narrowed and widened again, low bits stay.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 1023;
    unsigned char low = (unsigned char)x;
    int high = x >> 8;
    if (high * 256 + low != x)
        reach_error();
    return 0;
}
