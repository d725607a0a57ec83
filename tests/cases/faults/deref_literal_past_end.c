// property: valid-memsafety
// inputs: 7
// end: violation invalid-deref line 10

extern unsigned int __VERIFIER_nondet_uint(void);

static const char digits[] = "012345";

static char digit(unsigned value) {
    return digits[value];
}

int main(void) {
    unsigned value = __VERIFIER_nondet_uint();
    value &= 7;
    return digit(value) == '0';
}
