/* Models of those functions of <math.h> whose result is exact, or correctly rounded, by IEEE 754; to nearest, ties to
 * even, unless something else is said (fenv.c). errno may tell of an error, or not.
 *
 * Comparisons and arithmetic are used where they can do it; bits only for the sign and the exponent. Many a
 * function of float is that of double, rounded: no bit is lost where the result is exact, and sqrt loses none
 * either, because 53 >= 2 * 24 + 2.
 *
 * More of them: floats.c. Those that are not exact: math_any.c. Functions of long double: math_long.c.
 */

int __dovetail_choice(void);
long __VERIFIER_nondet_long(void);
long long __VERIFIER_nondet_longlong(void);
void __dovetail_math_error(int code);
int __dovetail_rounding_matters(void);
int fegetround(void);

union __dovetail_double {
    double value;
    unsigned long long bits;
};

union __dovetail_float {
    float value;
    unsigned bits;
};

/* Classes of numbers: 0 NaN, 1 infinite, 2 zero, 3 subnormal, 4 normal, in glibc and musl. */

int __fpclassify(double x) {
    if (x != x)
        return 0;
    if (x == 0)
        return 2;
    if (x < 0)
        x = -x;
    return x > 0x1.fffffffffffffp1023 ? 1 : x < 0x1p-1022 ? 3 : 4;
}

int __fpclassifyf(float x) {
    if (x != x)
        return 0;
    if (x == 0)
        return 2;
    if (x < 0)
        x = -x;
    return x > 0x1.fffffep127f ? 1 : x < 0x1p-126f ? 3 : 4;
}

/* Of what these return C says whether it is zero, and no more. */
static int __dovetail_truth(int holds) {
    int any;
    if (!holds)
        return 0;
    any = __dovetail_choice();
    return any != 0 ? any : 1;
}

static int __dovetail_negative(double x) {
    union __dovetail_double number = {x};
    return (int)(number.bits >> 63);
}

static int __dovetail_negativef(float x) {
    union __dovetail_float number = {x};
    return (int)(number.bits >> 31);
}

static int __dovetail_infinite(double x) {
    return x > 0x1.fffffffffffffp1023 || x < -0x1.fffffffffffffp1023;
}

int __signbit(double x) {
    return __dovetail_truth(__dovetail_negative(x));
}

int __signbitf(float x) {
    return __dovetail_truth(__dovetail_negativef(x));
}

int signbit(double x) {
    return __signbit(x);
}

int __isnan(double x) {
    return __dovetail_truth(x != x);
}

int __isnanf(float x) {
    return __dovetail_truth(x != x);
}

int isnan(double x) {
    return __dovetail_truth(x != x);
}

int isnanf(float x) {
    return __dovetail_truth(x != x);
}

int __isinf(double x) {
    return __dovetail_truth(__dovetail_infinite(x));
}

int __isinff(float x) {
    return __dovetail_truth(x > 0x1.fffffep127f || x < -0x1.fffffep127f);
}

int isinf(double x) {
    return __isinf(x);
}

int isinff(float x) {
    return __isinff(x);
}

int __finite(double x) {
    return __dovetail_truth(x >= -0x1.fffffffffffffp1023 && x <= 0x1.fffffffffffffp1023);
}

int __finitef(float x) {
    return __dovetail_truth(x >= -0x1.fffffep127f && x <= 0x1.fffffep127f);
}

int finite(double x) {
    return __finite(x);
}

int finitef(float x) {
    return __finitef(x);
}

int isfinite(double x) {
    return __finite(x);
}

int isnormal(double x) {
    return __dovetail_truth(__fpclassify(x) == 4);
}

/* Signs. */

double copysign(double x, double y) {
    return __dovetail_negative(x) == __dovetail_negative(y) ? x : -x;
}

float copysignf(float x, float y) {
    return __dovetail_negativef(x) == __dovetail_negativef(y) ? x : -x;
}

/* 0 - x is |x| for all x <= 0, and +0 for both zeros. */
double fabs(double x) {
    if (x != x)
        return copysign(x, 0.0);
    return x > 0 ? x : 0.0 - x;
}

float fabsf(float x) {
    if (x != x)
        return copysignf(x, 0.0f);
    return x > 0 ? x : 0.0f - x;
}

/* Whole numbers. From 2^52 (2^23) on every number is whole. */

double trunc(double x) {
    if (!(x > -0x1p52 && x < 0x1p52))
        return x;
    return copysign((double)(long long)x, x);
}

float truncf(float x) {
    if (!(x > -0x1p23f && x < 0x1p23f))
        return x;
    return copysignf((float)(int)x, x);
}

double floor(double x) {
    double whole = trunc(x);
    return whole > x ? whole - 1 : whole;
}

float floorf(float x) {
    float whole = truncf(x);
    return whole > x ? whole - 1 : whole;
}

/* From above -1 to zero the result is -0, which trunc gives. */
double ceil(double x) {
    double whole = trunc(x);
    return whole < x ? whole + 1 : whole;
}

float ceilf(float x) {
    float whole = truncf(x);
    return whole < x ? whole + 1 : whole;
}

/* Halves go away from zero. */
double round(double x) {
    double whole = trunc(x);
    double rest = x - whole;
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}

float roundf(float x) {
    float whole = truncf(x);
    float rest = x - whole;
    return rest >= 0.5f ? whole + 1 : rest <= -0.5f ? whole - 1 : whole;
}

/* Halves go to the even neighbour: so does the addition, beyond which there are no fractions. */
double roundeven(double x) {
    if (!(x > -0x1p52 && x < 0x1p52))
        return x;
    return copysign(fabs(x) + 0x1p52 - 0x1p52, x);
}

float roundevenf(float x) {
    if (!(x > -0x1p23f && x < 0x1p23f))
        return x;
    return copysignf(fabsf(x) + 0x1p23f - 0x1p23f, x);
}

double rint(double x) {
    int mode = __dovetail_rounding_matters() ? fegetround() : 0;
    if (mode)
        return mode == 0x400 ? floor(x) : mode == 0x800 ? ceil(x) : trunc(x);
    return roundeven(x);
}

float rintf(float x) {
    int mode = __dovetail_rounding_matters() ? fegetround() : 0;
    if (mode)
        return mode == 0x400 ? floorf(x) : mode == 0x800 ? ceilf(x) : truncf(x);
    return roundevenf(x);
}

double nearbyint(double x) {
    return rint(x);
}

float nearbyintf(float x) {
    return rintf(x);
}

/* Where the result does not fit, C leaves it unspecified: anything. -__LONG_MAX__ - 1 is a power of two, thus exact. */
static long __dovetail_to_long(double whole) {
    if (whole >= (double)(-__LONG_MAX__ - 1) && whole < -(double)(-__LONG_MAX__ - 1))
        return (long)whole;
    __dovetail_math_error(33); /* EDOM */
    return __VERIFIER_nondet_long();
}

static long long __dovetail_to_longlong(double whole) {
    if (whole >= -0x1p63 && whole < 0x1p63)
        return (long long)whole;
    __dovetail_math_error(33); /* EDOM */
    return __VERIFIER_nondet_longlong();
}

long lround(double x) {
    return __dovetail_to_long(round(x));
}

long lroundf(float x) {
    return __dovetail_to_long(roundf(x));
}

long long llround(double x) {
    return __dovetail_to_longlong(round(x));
}

long long llroundf(float x) {
    return __dovetail_to_longlong(roundf(x));
}

long lrint(double x) {
    return __dovetail_to_long(rint(x));
}

long lrintf(float x) {
    return __dovetail_to_long(rintf(x));
}

long long llrint(double x) {
    return __dovetail_to_longlong(rint(x));
}

long long llrintf(float x) {
    return __dovetail_to_longlong(rintf(x));
}

/* The lesser, the greater, the difference. A NaN beside a number counts for nothing; -0 is less than +0. */

double fmin(double x, double y) {
    if (x != x)
        return y;
    if (y != y)
        return x;
    if (x == y) /* of two zeros C leaves open which */
        return __dovetail_choice() ? x : y;
    return x < y ? x : y;
}

float fminf(float x, float y) {
    if (x != x)
        return y;
    if (y != y)
        return x;
    if (x == y) /* of two zeros C leaves open which */
        return __dovetail_choice() ? x : y;
    return x < y ? x : y;
}

double fmax(double x, double y) {
    if (x != x)
        return y;
    if (y != y)
        return x;
    if (x == y) /* of two zeros C leaves open which */
        return __dovetail_choice() ? y : x;
    return x > y ? x : y;
}

float fmaxf(float x, float y) {
    if (x != x)
        return y;
    if (y != y)
        return x;
    if (x == y) /* of two zeros C leaves open which */
        return __dovetail_choice() ? y : x;
    return x > y ? x : y;
}

double fdim(double x, double y) {
    double result = x <= y ? 0.0 : x - y;
    if (__dovetail_infinite(result) && !__dovetail_infinite(x) && !__dovetail_infinite(y))
        __dovetail_math_error(34); /* ERANGE */
    return result;
}

float fdimf(float x, float y) {
    float result = x <= y ? 0.0f : x - y;
    if (__dovetail_infinite(result) && !__dovetail_infinite(x) && !__dovetail_infinite(y))
        __dovetail_math_error(34); /* ERANGE */
    return result;
}

/* Long division in binary. No step is rounded: `step` is y times a power of two, and of `left` a step is taken
 * only where the difference is exact (Sterbenz). */
double fmod(double x, double y) {
    double left = fabs(x);
    double by = fabs(y);
    if (x != x || y != y)
        return x + y;
    if (y == 0 || left > 0x1.fffffffffffffp1023) {
        __dovetail_math_error(33); /* EDOM */
        return (x - x) / (x - x);
    }
    if (left < by)
        return x;
    double step = by;
    while (left - step >= step)
        step *= 2;
    for (; step > by; step /= 2)
        if (left >= step)
            left -= step;
    if (left >= by)
        left -= by;
    return copysign(left, x);
}

float fmodf(float x, float y) {
    return (float)fmod(x, y);
}

/* Whole part and fraction. */
double modf(double x, double *whole) {
    *whole = trunc(x);
    return copysign(__dovetail_infinite(x) ? 0.0 : x - *whole, x);
}

float modff(float x, float *whole) {
    *whole = truncf(x);
    return copysignf(__dovetail_infinite(x) ? 0.0f : x - *whole, x);
}

/* Exponents. */

double frexp(double x, int *exponent) {
    *exponent = 0;
    if (x != x || __dovetail_infinite(x))
        *exponent = __dovetail_choice(); /* unspecified; some libraries write nothing */
    if (x != x || x == 0 || __dovetail_infinite(x))
        return x;
    if (x > -0x1p-1022 && x < 0x1p-1022) {
        x *= 0x1p54;
        *exponent = -54;
    }
    union __dovetail_double number = {x};
    *exponent += (int)(number.bits >> 52 & 0x7ff) - 1022;
    number.bits = (number.bits & 0x800fffffffffffffull) | 0x3fe0000000000000ull;
    return number.value;
}

float frexpf(float x, int *exponent) {
    return (float)frexp(x, exponent);
}

/* In at most three steps, of which only the last may round: into the subnormal numbers, or to infinity. */
double __dovetail_scaled(double x, int n) {
    if (n > 1023) {
        x *= 0x1p1023;
        n -= 1023;
        if (n > 1023) {
            x *= 0x1p1023;
            n -= 1023;
            n = n > 1023 ? 1023 : n;
        }
    } else if (n < -1022) {
        /* 53 bits less than the least exponent: what is rounded here would be rounded to zero in the end */
        x *= 0x1p-969;
        n += 969;
        if (n < -1022) {
            x *= 0x1p-969;
            n += 969;
            n = n < -1022 ? -1022 : n;
        }
    }
    union __dovetail_double power = {0};
    power.bits = (unsigned long long)(n + 1023) << 52;
    return x * power.value;
}

double scalbn(double x, int n) {
    double result = __dovetail_scaled(x, n);
    if (x == x && x != 0 && !__dovetail_infinite(x) && (__dovetail_infinite(result) || fabs(result) < 0x1p-1022))
        __dovetail_math_error(34); /* ERANGE */
    return result;
}

double ldexp(double x, int n) {
    return scalbn(x, n);
}

double scalbln(double x, long n) {
    return scalbn(x, n > 9999 ? 9999 : n < -9999 ? -9999 : (int)n);
}

/* As a double the product is exact, or so small that it rounds to zero: it is rounded but once. */
float scalbnf(float x, int n) {
    float result = (float)__dovetail_scaled(x, n > 999 ? 999 : n < -999 ? -999 : n);
    if (x == x && x != 0 && !__dovetail_infinite(x) && (__dovetail_infinite(result) || fabs(result) < 0x1p-126))
        __dovetail_math_error(34); /* ERANGE */
    return result;
}

float ldexpf(float x, int n) {
    return scalbnf(x, n);
}

float scalblnf(float x, long n) {
    return scalbnf(x, n > 999 ? 999 : n < -999 ? -999 : (int)n);
}

int ilogb(double x) {
    int exponent = 0;
    if (x != x || x == 0 || __dovetail_infinite(x)) {
        __dovetail_math_error(33); /* EDOM */
        return __dovetail_infinite(x) ? __INT_MAX__ : -__INT_MAX__ - 1;
    }
    (void)frexp(x, &exponent);
    return exponent - 1;
}

/* Bit by bit, as on paper: two bits of the number for one of the root. The root of 2^52..2^54 with 54 zero bits after
 * it has 54 bits, the last of which is for rounding; a root is never halfway between two numbers. */
double sqrt(double x) {
    int exponent = 0;
    if (x != x || x == 0 || x > 0x1.fffffffffffffp1023)
        return x;
    if (x < 0) {
        __dovetail_math_error(33); /* EDOM */
        return (x - x) / (x - x);
    }
    double mantissa = frexp(x, &exponent);
    unsigned long long number = (unsigned long long)(long long)(mantissa * ((exponent & 1) != 0 ? 0x1p53 : 0x1p54));
    unsigned long long root = 0;
    unsigned long long rest = 0;
    exponent += exponent & 1;
    for (int i = 0; i < 54; i++) {
        rest = rest << 2 | number >> 52;
        number = number << 2 & 0x3fffffffffffffull;
        root <<= 1;
        if (rest > 2 * root) {
            rest -= 2 * root + 1;
            root++;
        }
    }
    return __dovetail_scaled((double)(long long)((root + 1) >> 1), exponent / 2 - 53);
}

float sqrtf(float x) {
    return (float)sqrt(x);
}
