/* Models of <math.h> for long double, which on x86 has 64 bits of mantissa and takes 80 bits of its 96 or 128. */

int __dovetail_choice(void);

/* Of what these return C says whether it is zero, and no more. */
static int __dovetail_truth(int holds) {
    int any;
    if (!holds)
        return 0;
    any = __dovetail_choice();
    return any != 0 ? any : 1;
}

int __isnanl(long double x) {
    return __dovetail_truth(x != x);
}

int isnanl(long double x) {
    return __isnanl(x);
}

int __isinfl(long double x) {
    return __dovetail_truth(x > __LDBL_MAX__ || x < -__LDBL_MAX__);
}

int isinfl(long double x) {
    return __isinfl(x);
}

int __finitel(long double x) {
    return __dovetail_truth(x >= -__LDBL_MAX__ && x <= __LDBL_MAX__);
}

int finitel(long double x) {
    return __finitel(x);
}

int __signbitl(long double x) {
    union {
        long double value;
        unsigned short parts[sizeof(long double) / 2];
    } number = {x};
    return __dovetail_truth(number.parts[4] >> 15);
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
    return !__signbitl(x) == !__signbitl(y) ? x : -x;
}

long double fabsl(long double x) {
    return copysignl(x, 0.0L);
}
