// inputs: 3,-2,70,1000,5
// end: normal 89

extern int __VERIFIER_nondet_int(void);

static int classify(int x) {
    int score = 0;
    switch (x) {
    default:
        score += 64; /* default in the middle falls through too */
    case 3:
        score += 1;
    case 4: {
        score += 2;
        break;
    }
    case -5 ... -1: /* GNU C: a range */
        score = 7;
        break;
    case 'A' ... 'Z':
        score = 9;
    }
    switch (x & 1)
    case 1:
        score += 10;
    switch (score) {
        int never_initialised;
    case 12:
        never_initialised = 1;
        score += never_initialised;
    }
    return score;
}

int main(void) {
    unsigned sum = 0;
    for (int i = 0; i < 5; i++)
        sum = sum * 3 + classify(__VERIFIER_nondet_int());
    return sum % 126;
}
