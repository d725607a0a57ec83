// inputs: 5,0,-3,8
// end: normal 18

extern int __VERIFIER_nondet_int(void);

static int trace = 1;
static int t(int digit, int value) {
    trace = trace * 3 % 10007 + digit;
    return value;
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
    int h = 0;
    if ((t(1, a > 0) && !t(2, b)) || (t(3, c) && t(4, d)))
        h += 1;
    if (!(t(5, a) && t(6, b)) && (t(7, c < d) || t(8, 0)))
        h += 2;
    while (t(9, a--) && (b++ < 3 || t(1, c)))
        h += 4;
    int both = (a < 0) == (c < 0), chain = 1 < d < 2, flags = !a + !!d * 2 + !b;
    h += both * 3 + chain * 5 + flags + (a & 1 | c ^ d) % 16;
    h += (a > b) - (a < b) + (t(2, 0) ? t(3, 4) : t(4, 3) ? 7 : 8);
    const char *p = d ? "x" : 0;
    if (p && *p == 'x' && (h += 10))
        h++;
    return (h + trace) % 126;
}
