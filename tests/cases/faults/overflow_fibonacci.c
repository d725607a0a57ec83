// property: no-overflow
// inputs: 47
// end: violation overflow line 12
// data-model: ILP32

extern int __VERIFIER_nondet_int(void);

int main(void) {
    long previous = 0, current = 1;
    int n = __VERIFIER_nondet_int();
    for (int i = 1; i < n; i++) {
        long next = previous + current;
        previous = current;
        current = next;
    }
    return current > 100;
}
