// property: unreach-call
// inputs: 7,2,9,1
// end: violation unreach-call line 21

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int locked(void) {
    unsigned sum = 0;
    for (int i = 0; i < 4; i++) {
        int digit = __VERIFIER_nondet_int();
        if (digit < 0 || digit > 9)
            return 1;
        sum = sum * 10 + digit;
    }
    return sum % 9001 != 7291 || sum * sum != 53158681u;
}

int main(void) {
    if (!locked())
        reach_error();
    return 0;
}
