// inputs: 0.1,0.2,3
// end: normal 48

extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);

int main(void) {
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
    float f = __VERIFIER_nondet_float();
    double zero = a - a, inf = 1 / zero, nan = inf - inf;
    unsigned h = 0;
    h = h * 31 + (a + b == 0.3) + 2 * (a + b > 0.3);
    h = h * 31 + (inf > 1e308) + (-inf < 0) + (nan != nan) * 4 + (nan < 1 || nan >= 1) + !nan;
    h = h * 31 + (-zero == zero) + (1 / -zero < 0);
    h = h * 31 + (unsigned)(f * f / 7 * 1000);
    h = h * 31 + (unsigned)f++;
    h = h * 31 + (unsigned)--f;
    f *= 1.1; /* in double, then rounded */
    h = h * 31 + (f == 3.3f) + (f == 3 * 1.1f);
    f -= 0x1p-30f;
    h = h * 31 + (unsigned)(int)(f * 1e6f);
    float tiny = 0x1p-149f;
    h = h * 31 + (tiny / 2 == 0) + (tiny / 2 * 2 == tiny) + (tiny * 1.5f == 2 * tiny);
    double big = 1e308;
    h = h * 31 + (big * 10 == inf) + (big * 10 / 10 == big) + (big + 1 == big);
    h = h * 31 + (a ? 1 : 0) + (zero ? 1 : 0) + (nan ? 1 : 0) + (a && b) + (-a < b ? 5 : 6);
    return h % 126;
}
