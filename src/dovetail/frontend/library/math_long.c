/* Models of <math.h> for long double, which on x86 has 64 bits of mantissa and takes 80 bits of its 96 or 128. */

int __isnanl(long double x) {
    return x != x;
}

int isnanl(long double x) {
    return x != x;
}

int __isinfl(long double x) {
    return x > __LDBL_MAX__ ? 1 : x < -__LDBL_MAX__ ? -1 : 0;
}

int isinfl(long double x) {
    return __isinfl(x);
}

int __finitel(long double x) {
    return x >= -__LDBL_MAX__ && x <= __LDBL_MAX__;
}

int finitel(long double x) {
    return __finitel(x);
}

int __signbitl(long double x) {
    union {
        long double value;
        unsigned short parts[sizeof(long double) / 2];
    } number = {x};
    return number.parts[4] >> 15;
}

int __fpclassifyl(long double x) {
    if (x != x)
        return 0;
    if (x == 0)
        return 2;
    if (x < 0)
        x = -x;
    return x > __LDBL_MAX__ ? 1 : x < __LDBL_MIN__ ? 3 : 4;
}

long double copysignl(long double x, long double y) {
    return __signbitl(x) == __signbitl(y) ? x : -x;
}

long double fabsl(long double x) {
    return copysignl(x, 0.0L);
}
