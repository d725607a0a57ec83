// property: no-overflow
// inputs: 30
// end: violation overflow line 10

extern int __VERIFIER_nondet_int(void);

enum { MILLISECONDS_A_DAY = 24 * 60 * 60 * 1000 };

long long lifetime(int days) {
    return days * MILLISECONDS_A_DAY;
}

int main(void) {
    int days = __VERIFIER_nondet_int();
    if (days < 0 || days > 365)
        return 1;
    return lifetime(days) > 100;
}
