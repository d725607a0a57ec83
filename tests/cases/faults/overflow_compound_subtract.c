// property: no-overflow
// inputs: 1,2000000000,2000000000
// end: violation overflow line 13

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int stock[4] = {-500000000, -500000000, -500000000, -500000000};
    int item = __VERIFIER_nondet_int() & 3;
    for (int order = 0; order < 2; order++) {
        int sold = __VERIFIER_nondet_int();
        if (sold >= 0)
            stock[item] -= sold;
    }
    return stock[item] < 0;
}
