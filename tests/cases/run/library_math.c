// end: normal 20

#include <math.h>

int main(void) {
    static const double xs[] = {0.5, -0.5, 1.5, 2.5, -2.5, 1e17, -0.0, 3.999999999, 2.0};
    unsigned h = 0;
    for (unsigned i = 0; i < sizeof xs / sizeof *xs; i++) {
        double x = xs[i], whole;
        int exponent;
        h = h * 31 + (unsigned)(long long)floor(x) + (unsigned)(long long)ceil(x) * 3;
        h = h * 31 + (unsigned)(long long)round(x) + (unsigned)(long long)rint(x) * 5 + (unsigned)(long long)trunc(x);
        h = h * 31 + (unsigned)(long long)(sqrt(fabs(x)) * 1000) + (unsigned)(long long)(modf(x, &whole) * 64);
        h = h * 31 + (unsigned)(long long)(frexp(x, &exponent) * 4096) + (unsigned)exponent;
        h = h * 31 + (unsigned)(long long)(fmod(x, 0.75) * 1024) + (unsigned)(long long)ldexp(x, 3);
        h = h * 31 + (signbit(x) != 0) + (isnan(x) != 0) + (fmax(x, 1) == 1) + (fmin(x, 1) == 1);
    }
    h = h * 31 + (isinf(1 / fabs(xs[6])) != 0) + (isnan(sqrt(-1.0)) != 0) + (isfinite(xs[0]) != 0);
    h = h * 31 + (unsigned)lround(2.5) + (unsigned)lrint(2.5) + (unsigned)(copysign(2, -0.0) < 0);
    return h % 126;
}
