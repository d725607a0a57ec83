// verdict: proved
// inputs: 0..15 0..7
// Assigned in place.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 15, y = __VERIFIER_nondet_int() & 7;
    int z = x;
    z += y;
    z <<= 1;
    z -= 2 * y;
    z /= 2;
    z |= 0;
    z %= 16;
    if (z != x)
        reach_error();
    return 0;
}
