/* What kind of a triangle three lengths make. */
extern int __VERIFIER_nondet_int(void);

static int kind(int a, int b, int c) {
    int equal = 0;
    if (a <= 0 || b <= 0 || c <= 0)
        return 0;
    if (a > 1000 || b > 1000 || c > 1000)
        return 0;
    if (a + b <= c || a + c <= b || b + c <= a)
        return 1;
    if (a == b)
        equal++;
    if (b == c)
        equal++;
    if (a == c)
        equal++;
    if (equal == 3)
        return 4;
    return 2 + equal;
}

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    return kind(a, b, c);
}
