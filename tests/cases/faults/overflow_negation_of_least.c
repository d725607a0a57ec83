// property: no-overflow
// inputs: -2147483648
// end: violation overflow line 9

extern int __VERIFIER_nondet_int(void);

int magnitude(int x) {
    return x < 0
               ? -x
               : x;
}

int main(void) {
    int reading = __VERIFIER_nondet_int();
    int m = magnitude(reading);
    return m > 100 ? 1 : 0;
}
