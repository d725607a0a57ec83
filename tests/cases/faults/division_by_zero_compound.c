// property: no-overflow
// inputs: 4
// end: violation division-by-zero line 12

extern long __VERIFIER_nondet_long(void);

long scale = 1000;

int main(void) {
    long steps = __VERIFIER_nondet_long();
    for (long i = 3; i < steps; i++)
        scale /= (i - 3) * 2;
    return scale > 0;
}
