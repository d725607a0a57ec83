// inputs: 3, 40
// end: normal 24
// Only what is evaluated counts, and an amount that is no constant is taken modulo the width.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    int y = x > 3 ? x << 32 : x > 2 && x != 3 && x << 33;
    if (0 && x << 32)
        return 1;
    if (x > 3)
        return x >> 32;
    return (x << (n - 5 + sizeof(x << 32) - 4)) + y;
}
