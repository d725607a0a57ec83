// inputs: 3,-4,0
// end: normal 81

extern int __VERIFIER_nondet_int(void);

static int trace;
static int t(int digit) {
    trace = (trace * 10 + digit) % 99991;
    return digit;
}

static int sign(int x) { return x > 0 ? t(1), 1 : x < 0 ? t(2), -1 : (t(3), 0); }

int main(void) {
    int h = 0;
    for (int i = 0, j = 9; i < 3; i++, j -= 2) {
        int x = __VERIFIER_nondet_int();
        h = h * 5 + (sign(x), x > 1 ? x++ : --x, x) + j;
        int *p = x > 2 ? &h : &trace;
        *p += 1;
        (x ? h : trace) ? t(4) : t(5);
        h += x && t(6) || t(0) && t(7);
    }
    int a = (t(8), t(9));
    const char *s = h > 0 ? "positive" : 0;
    return (h + trace + a + (s != 0)) % 126;
}
