// property: no-overflow
// inputs: 2,-5,-6
// end: violation division-by-zero line 17

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int sum = 0, seen = 0;
    for (int i = 0; i < n && i < 8; i++) {
        int value = __VERIFIER_nondet_int();
        if (value < 0 || value > 1000)
            continue;
        sum += value;
        seen++;
    }
    return sum / seen;
}
