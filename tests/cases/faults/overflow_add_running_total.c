// property: no-overflow
// inputs: 3,2000000000,100000000,100000000
// end: violation overflow line 13

extern int __VERIFIER_nondet_int(void);

static int total_of(int count) {
    int total = 0;
    for (int i = 0; i < count; i++) {
        int amount = __VERIFIER_nondet_int();
        if (amount < 0)
            continue;
        total = total + amount;
    }
    return total;
}

int main(void) {
    int count = __VERIFIER_nondet_int();
    if (count < 0 || count > 10)
        return 1;
    return total_of(count) == 42;
}
