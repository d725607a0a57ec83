// property: valid-memsafety
// inputs: -2
// end: violation invalid-deref line 11

extern int __VERIFIER_nondet_int(void);

static int month_length(int month) {
    const unsigned char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (month > 12)
        return 0;
    return days[month - 1];
}

int main(void) {
    return month_length(__VERIFIER_nondet_int()) == 31;
}
