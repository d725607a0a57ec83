// verdict: proved
// inputs: 0..9 0..9
// Two digits make a number.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

static int number(const char *s) {
    int n = 0;
    while (*s >= '0' && *s <= '9')
        n = n * 10 + (*s++ - '0');
    return n;
}

int main(void) {
    char s[3];
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    __VERIFIER_assume(a >= 0 && a < 10 && b >= 0 && b < 10);
    s[0] = '0' + a;
    s[1] = '0' + b;
    s[2] = 0;
    if (number(s) != 10 * a + b)
        reach_error();
    return 0;
}
