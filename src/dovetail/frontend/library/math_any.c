/* Models of those functions of <math.h> whose last bits differ from library to library: any value in the range of the
 * function, and what the standard says exactly (C11 annex F).
 *
 * A proof holds for each of these values. On the machine they are what its arithmetic unit computes: a violation in
 * which they are anything else is not seen there.
 *
 * Left out, and so unsupported where used: erf, gamma and Bessel functions, exp10 and its kin, functions of long double.
 */

double __VERIFIER_nondet_double(void);
void __dovetail_unsupported(const char *reason);
void __dovetail_math_error(int code);
double fabs(double x);
double trunc(double x);
double copysign(double x, double y);

#define PI (near < 0x1p-30 ? 0x1.921fb54442d18p1 : 0x1.921fb6p1) /* the double is below it, the float above */
#define LARGEST 0x1.fffffffffffffp1023
#define INFINITE (1 / 0x0p0)
#define EDOM 33
#define ERANGE 34

#ifdef __DOVETAIL__
#define MACHINE(value) 0.0
#else
#define MACHINE(value) (double)(value)
typedef long double wide;

/* The machine knows pi to 66 bits: far from zero that is too few. */
static wide __dovetail_near_zero(wide x) {
    if (x > 1000 || x < -1000)
        __dovetail_unsupported("an angle of more than 1000");
    return x;
}

/* Its number pi has 66 bits: not enough for large numbers. */
static wide __dovetail_x87_sin(wide x) {
    wide r;
    __asm__("fsin" : "=t"(r) : "0"(__dovetail_near_zero(x)));
    return x > -0x1p16 && x < 0x1p16 ? r : __builtin_nanl("");
}

static wide __dovetail_x87_cos(wide x) {
    wide r;
    __asm__("fcos" : "=t"(r) : "0"(__dovetail_near_zero(x)));
    return x > -0x1p16 && x < 0x1p16 ? r : __builtin_nanl("");
}

static wide __dovetail_x87_atan2(wide y, wide x) {
    wide r;
    __asm__("fpatan" : "=t"(r) : "0"(x), "u"(y) : "st(1)");
    return r;
}

static wide __dovetail_x87_sqrt(wide x) {
    wide r;
    __asm__("fsqrt" : "=t"(r) : "0"(x));
    return r;
}

/* y * log2(x) */
static wide __dovetail_x87_log2(wide y, wide x) {
    wide r;
    __asm__("fyl2x" : "=t"(r) : "0"(x), "u"(y) : "st(1)");
    return r;
}

static wide __dovetail_x87_exp2(wide x) {
    wide whole, rest, part;
    if (x > 20000)
        x = 20000;
    if (x < -20000)
        x = -20000;
    __asm__("frndint" : "=t"(whole) : "0"(x));
    rest = x - whole;
    __asm__("f2xm1" : "=t"(part) : "0"(rest));
    part += 1;
    __asm__("fscale" : "=t"(rest) : "0"(part), "u"(whole));
    return rest;
}

#define LOG2E 1.44269504088896340735992468100189214L
#define LN2 0.693147180559945309417232121458176568L
#define LOG2_10 3.32192809488736234787031942948939018L
#define EXP(x) __dovetail_x87_exp2((wide)(x)*LOG2E)
#define LOG(x) __dovetail_x87_log2(LN2, (wide)(x))
#endif

static int __dovetail_infinite(double x) {
    return x > LARGEST || x < -LARGEST;
}

/* Any value from low to high; natively what the machine says, which is the same whenever it is asked. */
static double __dovetail_within(double low, double high, double machine, double near) {
    double value = __VERIFIER_nondet_double() + 0.0; /* no zero below zero */
    (void)near;
#ifdef __DOVETAIL__
    (void)machine;
    return value >= low && value <= high ? value : low;
#else
    (void)value;
    if (machine != machine)
        __dovetail_unsupported("a function of <math.h> where the machine does not know its value");
    return machine < low ? low : machine > high ? high : machine;
#endif
}

static double __dovetail_undefined(double x) {
    __dovetail_math_error(EDOM);
    return (x - x) / (x - x);
}

/* What may have become too large, or too small. */
static double __dovetail_ranged(double value) {
    if (__dovetail_infinite(value) || (value > -0x1p-1022 && value < 0x1p-1022))
        __dovetail_math_error(ERANGE);
    return value;
}

/* The same of a float, which may be so where the double is not. */
static float __dovetail_ranged_float(double value) {
    float result = (float)value;
    if (value == value && value != 0 && !__dovetail_infinite(value) &&
        (__dovetail_infinite(result) || (result > -0x1p-126f && result < 0x1p-126f)))
        __dovetail_math_error(ERANGE);
    return result;
}

/* Where a number that is hardly there is returned nearly as it is. */
static void __dovetail_small(double x) {
    if (x > -0x1p-1022 && x < 0x1p-1022)
        __dovetail_math_error(ERANGE);
}

/* Circles. */

static double __dovetail_sin(double x, double near) {
    if (x != x || x == 0)
        return x;
    if (__dovetail_infinite(x))
        return __dovetail_undefined(x);
    __dovetail_small(x);
    return __dovetail_within(-1, 1, MACHINE(__dovetail_x87_sin(x)), near);
}

static double __dovetail_cos(double x, double near) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    if (__dovetail_infinite(x))
        return __dovetail_undefined(x);
    return __dovetail_within(-1, 1, MACHINE(__dovetail_x87_cos(x)), near);
}

static double __dovetail_tan(double x, double near) {
    if (x != x || x == 0)
        return x;
    if (__dovetail_infinite(x))
        return __dovetail_undefined(x);
    __dovetail_small(x);
    return __dovetail_within(-LARGEST, LARGEST, MACHINE(__dovetail_x87_sin(x) / __dovetail_x87_cos(x)), near);
}

static double __dovetail_asin(double x, double near) {
    if (x != x || x == 0)
        return x;
    if (x < -1 || x > 1)
        return __dovetail_undefined(x - x);
    __dovetail_small(x);
    return copysign(__dovetail_within(fabs(x), PI / 2,
                                      MACHINE(__dovetail_x87_atan2(fabs(x), __dovetail_x87_sqrt((1 - (wide)x) * (1 + (wide)x)))), near),
                    x);
}

static double __dovetail_acos(double x, double near) {
    if (x != x)
        return x;
    if (x == 1)
        return 0;
    if (x < -1 || x > 1)
        return __dovetail_undefined(x - x);
    return __dovetail_within(0, PI, MACHINE(__dovetail_x87_atan2(__dovetail_x87_sqrt((1 - (wide)x) * (1 + (wide)x)), x)), near);
}

static double __dovetail_atan(double x, double near) {
    if (x != x || x == 0)
        return x;
    __dovetail_small(x);
    return copysign(__dovetail_within(0, fabs(x) < PI / 2 ? fabs(x) : PI / 2, MACHINE(__dovetail_x87_atan2(fabs(x), 1)), near), x);
}

static double __dovetail_atan2(double y, double x, double near) {
    if (x != x || y != y)
        return x + y;
    if (y == 0 && copysign(1.0, x) > 0)
        return y;
    return copysign(__dovetail_ranged(__dovetail_within(0, PI, MACHINE(__dovetail_x87_atan2(fabs(y), x)), near)), y);
}

/* Powers. */

static double __dovetail_exp(double x, double near) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    if (__dovetail_infinite(x))
        return x > 0 ? x : 0;
    return __dovetail_ranged(__dovetail_within(x > 0, x > 0 ? INFINITE : 1, MACHINE(EXP(x)), near));
}

static double __dovetail_exp2(double x, double near) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    if (__dovetail_infinite(x))
        return x > 0 ? x : 0;
    return __dovetail_ranged(__dovetail_within(x > 0, x > 0 ? INFINITE : 1, MACHINE(__dovetail_x87_exp2(x)), near));
}

static double __dovetail_expm1(double x, double near) {
    if (x != x || x == 0)
        return x;
    if (__dovetail_infinite(x))
        return x > 0 ? x : -1;
    return __dovetail_ranged(__dovetail_within(x > 0 ? 0 : -1, x > 0 ? INFINITE : 0,
                                               MACHINE(x > -1e-5 && x < 1e-5 ? x + (wide)x * x / 2 + (wide)x * x * x / 6 : EXP(x) - 1), near));
}

static double __dovetail_logarithm(double x, double low, double high, double machine, double near) {
    if (x != x)
        return x;
    if (x == 0) {
        __dovetail_math_error(ERANGE);
        return -INFINITE;
    }
    if (x < 0)
        return __dovetail_undefined(x - x);
    if (x == 1)
        return 0;
    if (__dovetail_infinite(x))
        return x;
    return __dovetail_within(x < 1 ? low : 0, x < 1 ? 0 : high, machine, near);
}

static double __dovetail_log(double x, double near) {
    return __dovetail_logarithm(x, -746, 710, MACHINE(x > 0 ? LOG(x) : 0), near);
}

static double __dovetail_log2(double x, double near) {
    return __dovetail_logarithm(x, -1074, 1024, MACHINE(x > 0 ? __dovetail_x87_log2(1, x) : 0), near);
}

static double __dovetail_log10(double x, double near) {
    return __dovetail_logarithm(x, -324, 309, MACHINE(x > 0 ? __dovetail_x87_log2(1 / LOG2_10, x) : 0), near);
}

static double __dovetail_log1p(double x, double near) {
    if (x != x || x == 0)
        return x;
    if (x == -1) {
        __dovetail_math_error(ERANGE);
        return -INFINITE;
    }
    if (x < -1)
        return __dovetail_undefined(x - x);
    if (__dovetail_infinite(x))
        return x;
    __dovetail_small(x);
    return __dovetail_within(x < 0 ? -37 : 0, x < 0 ? 0 : 710,
                             MACHINE(x > -1e-5 && x < 1e-5 ? x - (wide)x * x / 2 + (wide)x * x * x / 3 : LOG(1 + (wide)x)), near);
}

/* Whole numbers to small whole powers are exact in every library, as long as they fit. */
static double __dovetail_whole_power(double x, double y) {
    double result = 1;
    if (!(y >= 1 && y <= 52) || trunc(y) != y || trunc(x) != x)
        return 0;
    for (int i = 0; i < (int)y; i++) {
        result *= x;
        if (fabs(result) > 0x1p53)
            return 0;
    }
    return result;
}

static double __dovetail_pow(double x, double y, double near) {
    double size = fabs(x), exact;
    int odd = fabs(y) < 0x1p53 && trunc(y) == y && trunc(y / 2) * 2 != y;
    int whole = fabs(y) >= 0x1p52 || trunc(y) == y;
    int negative = odd && copysign(1.0, x) < 0;
    double result;
    if (x == 1 || y == 0)
        return 1;
    if (x != x || y != y)
        return x + y;
    if (x == 0) {
        if (y > 0)
            return odd ? x : 0;
        if (!__dovetail_infinite(y))
            __dovetail_math_error(ERANGE);
        return negative ? -INFINITE : INFINITE;
    }
    if (__dovetail_infinite(y)) {
        if (size == 1)
            return 1;
        return (size > 1) == (y > 0) ? INFINITE : 0;
    }
    if (__dovetail_infinite(x)) {
        result = y > 0 ? INFINITE : 0;
        return negative ? -result : result;
    }
    if (x < 0 && !whole)
        return __dovetail_undefined(x - x);
    if (y == 1)
        return x;
    exact = __dovetail_whole_power(x, y);
    if (exact != 0)
        return exact;
    if (size == 1)
        return negative ? -1 : 1;
    if ((size > 1) == (y > 0))
        result = __dovetail_within(1, INFINITE, MACHINE(__dovetail_x87_exp2(__dovetail_x87_log2(y, size))), near);
    else
        result = __dovetail_within(0, 1, MACHINE(__dovetail_x87_exp2(__dovetail_x87_log2(y, size))), near);
    result = __dovetail_ranged(result);
    return negative ? -result : result;
}

static double __dovetail_cbrt(double x, double near) {
    double size = fabs(x), result;
    if (x != x || x == 0 || __dovetail_infinite(x) || size == 1)
        return x;
    result = __dovetail_within(size < 1 ? size : 1, size < 1 ? 1 : size, MACHINE(__dovetail_x87_exp2(__dovetail_x87_log2(1 / 3.0L, size))), near);
    return x < 0 ? -result : result;
}

static double __dovetail_hypot(double x, double y, double near) {
    double a = fabs(x), b = fabs(y);
    if (__dovetail_infinite(a) || __dovetail_infinite(b))
        return INFINITE;
    if (x != x || y != y)
        return x + y;
    if (a == 0 || b == 0)
        return a + b;
    return __dovetail_ranged(__dovetail_within(a > b ? a : b, INFINITE, MACHINE(__dovetail_x87_sqrt((wide)a * a + (wide)b * b)), near));
}

/* Hyperbolas. */

static double __dovetail_sinh(double x, double near) {
    double size = fabs(x), result;
    if (x != x || x == 0 || __dovetail_infinite(x))
        return x;
    result = __dovetail_ranged(__dovetail_within(
        size, INFINITE, MACHINE(size < 1e-4 ? size + (wide)size * size * size / 6 : (EXP(size) - EXP(-size)) / 2), near));
    return x < 0 ? -result : result;
}

static double __dovetail_cosh(double x, double near) {
    if (x != x)
        return x;
    if (x == 0)
        return 1;
    if (__dovetail_infinite(x))
        return INFINITE;
    return __dovetail_ranged(__dovetail_within(1, INFINITE, MACHINE((EXP(x) + EXP(-x)) / 2), near));
}

static double __dovetail_tanh(double x, double near) {
    double size = fabs(x), result;
    if (x != x || x == 0)
        return x;
    if (__dovetail_infinite(x))
        return copysign(1.0, x);
    __dovetail_small(x);
    result = __dovetail_within(
        0, 1,
        MACHINE(size < 1e-4 ? size - (wide)size * size * size / 3 : size > 40 ? 1 : (EXP(2 * size) - 1) / (EXP(2 * size) + 1)), near);
    return x < 0 ? -result : result;
}

static double __dovetail_asinh(double x, double near) {
    double size = fabs(x), result;
    if (x != x || x == 0 || __dovetail_infinite(x))
        return x;
    __dovetail_small(x);
    result = __dovetail_within(0, size < 712 ? size : 712,
                               MACHINE(size < 1e-4 ? size - (wide)size * size * size / 6 : LOG(size + __dovetail_x87_sqrt((wide)size * size + 1))), near);
    return x < 0 ? -result : result;
}

static double __dovetail_acosh(double x, double near) {
    if (x != x)
        return x;
    if (x < 1)
        return __dovetail_undefined(0);
    if (x == 1)
        return 0;
    if (__dovetail_infinite(x))
        return x;
    return __dovetail_within(0, 712, MACHINE(LOG(x + __dovetail_x87_sqrt(((wide)x - 1) * ((wide)x + 1)))), near);
}

static double __dovetail_atanh(double x, double near) {
    double size = fabs(x), result;
    if (x != x || x == 0)
        return x;
    if (size == 1) {
        __dovetail_math_error(ERANGE);
        return copysign(INFINITE, x);
    }
    if (size > 1)
        return __dovetail_undefined(0);
    __dovetail_small(x);
    result = __dovetail_within(
        size, 40, MACHINE(size < 1e-4 ? size + (wide)size * size * size / 3 : LOG((1 + (wide)size) / (1 - (wide)size)) / 2), near);
    return x < 0 ? -result : result;
}

/* The functions themselves: of a float, libraries are right to a float. */

double sin(double x) {
    return __dovetail_sin(x, 0x1p-40);
}

float sinf(float x) {
    return __dovetail_ranged_float(__dovetail_sin(x, 0x1p-21));
}

double cos(double x) {
    return __dovetail_cos(x, 0x1p-40);
}

float cosf(float x) {
    return (float)__dovetail_cos(x, 0x1p-21);
}

double tan(double x) {
    return __dovetail_tan(x, 0x1p-40);
}

float tanf(float x) {
    return __dovetail_ranged_float(__dovetail_tan(x, 0x1p-21));
}

double asin(double x) {
    return __dovetail_asin(x, 0x1p-40);
}

float asinf(float x) {
    return __dovetail_ranged_float(__dovetail_asin(x, 0x1p-21));
}

double acos(double x) {
    return __dovetail_acos(x, 0x1p-40);
}

float acosf(float x) {
    return (float)__dovetail_acos(x, 0x1p-21);
}

double atan(double x) {
    return __dovetail_atan(x, 0x1p-40);
}

float atanf(float x) {
    return __dovetail_ranged_float(__dovetail_atan(x, 0x1p-21));
}

double exp(double x) {
    return __dovetail_exp(x, 0x1p-40);
}

float expf(float x) {
    return __dovetail_ranged_float(__dovetail_exp(x, 0x1p-21));
}

double exp2(double x) {
    return __dovetail_exp2(x, 0x1p-40);
}

float exp2f(float x) {
    return __dovetail_ranged_float(__dovetail_exp2(x, 0x1p-21));
}

double expm1(double x) {
    return __dovetail_expm1(x, 0x1p-40);
}

float expm1f(float x) {
    return __dovetail_ranged_float(__dovetail_expm1(x, 0x1p-21));
}

double log(double x) {
    return __dovetail_log(x, 0x1p-40);
}

float logf(float x) {
    return (float)__dovetail_log(x, 0x1p-21);
}

double log2(double x) {
    return __dovetail_log2(x, 0x1p-40);
}

float log2f(float x) {
    return (float)__dovetail_log2(x, 0x1p-21);
}

double log10(double x) {
    return __dovetail_log10(x, 0x1p-40);
}

float log10f(float x) {
    return (float)__dovetail_log10(x, 0x1p-21);
}

double log1p(double x) {
    return __dovetail_log1p(x, 0x1p-40);
}

float log1pf(float x) {
    return __dovetail_ranged_float(__dovetail_log1p(x, 0x1p-21));
}

double cbrt(double x) {
    return __dovetail_cbrt(x, 0x1p-40);
}

float cbrtf(float x) {
    return (float)__dovetail_cbrt(x, 0x1p-21);
}

double sinh(double x) {
    return __dovetail_sinh(x, 0x1p-40);
}

float sinhf(float x) {
    return __dovetail_ranged_float(__dovetail_sinh(x, 0x1p-21));
}

double cosh(double x) {
    return __dovetail_cosh(x, 0x1p-40);
}

float coshf(float x) {
    return __dovetail_ranged_float(__dovetail_cosh(x, 0x1p-21));
}

double tanh(double x) {
    return __dovetail_tanh(x, 0x1p-40);
}

float tanhf(float x) {
    return __dovetail_ranged_float(__dovetail_tanh(x, 0x1p-21));
}

double asinh(double x) {
    return __dovetail_asinh(x, 0x1p-40);
}

float asinhf(float x) {
    return __dovetail_ranged_float(__dovetail_asinh(x, 0x1p-21));
}

double acosh(double x) {
    return __dovetail_acosh(x, 0x1p-40);
}

float acoshf(float x) {
    return (float)__dovetail_acosh(x, 0x1p-21);
}

double atanh(double x) {
    return __dovetail_atanh(x, 0x1p-40);
}

float atanhf(float x) {
    return __dovetail_ranged_float(__dovetail_atanh(x, 0x1p-21));
}

double atan2(double x, double y) {
    return __dovetail_atan2(x, y, 0x1p-40);
}

float atan2f(float x, float y) {
    return __dovetail_ranged_float(__dovetail_atan2(x, y, 0x1p-21));
}

double pow(double x, double y) {
    return __dovetail_pow(x, y, 0x1p-40);
}

float powf(float x, float y) {
    return __dovetail_ranged_float(__dovetail_pow(x, y, 0x1p-21));
}

double hypot(double x, double y) {
    return __dovetail_hypot(x, y, 0x1p-40);
}

float hypotf(float x, float y) {
    return __dovetail_ranged_float(__dovetail_hypot(x, y, 0x1p-21));
}

void sincos(double x, double *sine, double *cosine) {
    *sine = sin(x);
    *cosine = cos(x);
}

void sincosf(float x, float *sine, float *cosine) {
    *sine = sinf(x);
    *cosine = cosf(x);
}
