/* What more of <math.h> is exact by IEEE 754, and the rounding that it needs. See math.c.
 *
 * Left out: nexttoward and whatever else takes a long double.
 */

int __dovetail_choice(void);
int __dovetail_errno_matters(void);
int *__errno_location(void);
double fabs(double x);
double fmod(double x, double y);
double frexp(double x, int *exponent);
double __dovetail_scaled(double x, int n);
double copysign(double x, double y);

union __dovetail_double {
    double value;
    unsigned long long bits;
};

union __dovetail_float {
    float value;
    unsigned bits;
};

static int __dovetail_infinite(double x) {
    return x > 0x1.fffffffffffffp1023 || x < -0x1.fffffffffffffp1023;
}

/* An error that errno may tell of, or may not. */
void __dovetail_math_error(int code) {
    int tells = __dovetail_choice();
    if (__dovetail_errno_matters() && tells != 0)
        *__errno_location() = code;
}

/* m * 2^e to the nearest number of so many bits with no exponent below `least`, ties to even. The highest bit of m is
 * set; its lowest bit is also set if something was left out below it. */
double __dovetail_rounded(unsigned long long m, int e, int bits, int least) {
    int exponent = e + 63;
    int drop = 64 - bits + (exponent < least ? least - exponent : 0);
    unsigned long long kept, rest;
    if (drop > 64)
        return 0;
    kept = drop < 64 ? m >> drop : 0;
    rest = drop < 64 ? m << (64 - drop) : m;
    if (rest > 0x8000000000000000ull || (rest == 0x8000000000000000ull && (kept & 1) != 0))
        kept++;
    return __dovetail_scaled((double)(long long)kept, e + drop);
}

/* A finite number as m * 2^e with the highest of 64 bits set; 0 for zero. */
static unsigned long long __dovetail_taken_apart(double x, int *e) {
    int exponent = 0;
    double part = frexp(fabs(x), &exponent);
    *e = exponent - 64;
    return (unsigned long long)(long long)(part * 0x1p62) << 2;
}

/* x * y + z rounded once. The sum is formed in 128 bits; what is shifted out below only has to be known not to be
 * zero, because no bit is lost where the sum could cancel. */
static double __dovetail_fused(double x, double y, double z, int bits, int least) {
    int ex = 0, ey = 0, ez = 0, e, distance, negative, other;
    unsigned long long mx, my, mz, high, low, zhigh, zlow = 0, middle, carry;
    double result;
    if (x != x || y != y || z != z || __dovetail_infinite(x) || __dovetail_infinite(y) || x == 0 || y == 0)
        return x * y + z;
    if (__dovetail_infinite(z))
        return z;
    mx = __dovetail_taken_apart(x, &ex);
    my = __dovetail_taken_apart(y, &ey);
    mz = __dovetail_taken_apart(z, &ez);
    negative = (x < 0) != (y < 0);
    other = z < 0;
    /* the product of 53 and 53 bits, in two words */
    low = (mx & 0xffffffffull) * (my & 0xffffffffull);
    middle = (mx >> 32) * (my & 0xffffffffull) + (low >> 32);
    carry = (mx & 0xffffffffull) * (my >> 32) + (middle & 0xffffffffull);
    high = (mx >> 32) * (my >> 32) + (middle >> 32) + (carry >> 32);
    low = carry << 32 | (low & 0xffffffffull);
    e = ex + ey;
    /* both with the second highest bit set, for the carry; the product's highest or second highest is */
    if (high >> 63) {
        low = low >> 1 | high << 63;
        high >>= 1;
        e++;
    }
    if (z == 0)
        zhigh = 0, ez = e;
    else
        zhigh = mz >> 1, ez = ez - 63;
    distance = e - ez;
    if (distance >= 0) { /* shift z */
        if (distance >= 128) {
            zlow = zhigh != 0;
            zhigh = 0;
        } else if (distance >= 64) {
            zlow = distance == 64 ? zhigh : zhigh >> (distance - 64) | ((zhigh << (128 - distance)) != 0);
            zhigh = 0;
        } else if (distance > 0) {
            zlow = zhigh << (64 - distance);
            zhigh >>= distance;
        }
    } else { /* shift the product */
        distance = -distance;
        e = ez;
        if (distance >= 128) {
            low = 1;
            high = 0;
        } else if (distance >= 64) {
            unsigned long long lost = low | (distance == 64 ? 0 : high << (128 - distance));
            low = (distance == 64 ? high : high >> (distance - 64)) | (lost != 0);
            high = 0;
        } else {
            unsigned long long lost = low << (64 - distance);
            low = low >> distance | high << (64 - distance) | (lost != 0);
            high >>= distance;
        }
    }
    if (negative == other) {
        low += zlow;
        high += zhigh + (low < zlow);
    } else if (high > zhigh || (high == zhigh && low >= zlow)) {
        high -= zhigh + (low < zlow);
        low -= zlow;
    } else {
        unsigned long long less = zlow - low;
        high = zhigh - high - (zlow < low);
        low = less;
        negative = other;
    }
    if (high == 0 && low == 0)
        return 0;
    if (high == 0) {
        high = low;
        low = 0;
        e -= 64;
    }
    while (high >> 63 == 0) { /* the highest bit to its place */
        high = high << 1 | low >> 63;
        low <<= 1;
        e--;
    }
    result = __dovetail_rounded(high | (low != 0), e + 64, bits, least);
    return negative ? -result : result;
}

/* Infinity times zero has no value, and a finite sum may be too large, or too small. */
static void __dovetail_fused_error(double x, double y, double z, double result, double least) {
    int infinite = __dovetail_infinite(x) || __dovetail_infinite(y) || __dovetail_infinite(z);
    if (x != x || y != y)
        return;
    if (infinite && result != result)
        __dovetail_math_error(33); /* EDOM */
    else if (!infinite && z == z && (__dovetail_infinite(result) || (fabs(result) < least && x != 0 && y != 0)))
        __dovetail_math_error(34); /* ERANGE */
}

double fma(double x, double y, double z) {
    double result = __dovetail_fused(x, y, z, 53, -1022);
    __dovetail_fused_error(x, y, z, result, 0x1p-1022);
    return result;
}

float fmaf(float x, float y, float z) {
    float result = (float)__dovetail_fused(x, y, z, 24, -126);
    __dovetail_fused_error(x, y, z, result, 0x1p-126);
    return result;
}

/* The rest of a division whose quotient is rounded to nearest; of the quotient, the last bits. */
static double __dovetail_divided(double x, double y, int *quotient) {
    double left = fabs(x), by = fabs(y);
    int q = 0;
    *quotient = 0;
    if (x != x || y != y)
        return x + y;
    if (by == 0 || __dovetail_infinite(x)) {
        __dovetail_math_error(33); /* EDOM */
        return (x - x) / (x - x);
    }
    if (__dovetail_infinite(y))
        return x;
    if (by <= 0x1p1020)
        left = fmod(left, 8 * by);
    if (by <= 0x1p1021 && left >= 4 * by) {
        left -= 4 * by;
        q += 4;
    }
    if (by <= 0x1p1022 && left >= 2 * by) {
        left -= 2 * by;
        q += 2;
    }
    if (by < 0x1p-1020 ? left + left > by : left > 0.5 * by) {
        left -= by;
        q++;
        if (by < 0x1p-1020 ? left + left >= by : left >= 0.5 * by) {
            left -= by;
            q++;
        }
    }
    *quotient = q & 7;
    if (left == 0)
        return copysign(0.0, x);
    return x < 0 ? -left : left;
}

double remainder(double x, double y) {
    int quotient = 0;
    return __dovetail_divided(x, y, &quotient);
}

float remainderf(float x, float y) {
    return (float)remainder(x, y);
}

double drem(double x, double y) {
    return remainder(x, y);
}

float dremf(float x, float y) {
    return remainderf(x, y);
}

/* Of the quotient three bits are promised, and its sign. Where there is none it is anything. */
double remquo(double x, double y, int *quotient) {
    int last = 0;
    double rest = __dovetail_divided(x, y, &last);
    int more = __dovetail_choice();
    if (rest != rest)
        *quotient = more;
    else if (copysign(1.0, x) == copysign(1.0, y))
        *quotient = last + 8 * (more & 0xfffffff);
    else
        *quotient = -last - 8 * (more & 0xfffffff);
    return rest;
}

float remquof(float x, float y, int *quotient) {
    return (float)remquo(x, y, quotient);
}

/* Neighbours. */

double nextafter(double x, double y) {
    union __dovetail_double number = {x};
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0) {
        __dovetail_math_error(34); /* ERANGE */
        number.bits = 1;
        return copysign(number.value, y);
    }
    number.bits += (x < y) == (x > 0) ? 1 : -1;
    if (__dovetail_infinite(number.value) || fabs(number.value) < 0x1p-1022)
        __dovetail_math_error(34); /* ERANGE */
    return number.value;
}

float nextafterf(float x, float y) {
    union __dovetail_float number = {x};
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0) {
        __dovetail_math_error(34); /* ERANGE */
        number.bits = 1;
        return y > 0 ? number.value : -number.value;
    }
    number.bits += (x < y) == (x > 0) ? 1 : -1;
    if (__dovetail_infinite(number.value) || fabs(number.value) < 0x1p-126)
        __dovetail_math_error(34); /* ERANGE */
    return number.value;
}

/* Exponents. */

double logb(double x) {
    int exponent = 0;
    if (x != x)
        return x;
    if (x == 0) {
        __dovetail_math_error(34); /* ERANGE */
        return -1 / 0x0p0;
    }
    if (__dovetail_infinite(x))
        return fabs(x);
    (void)frexp(x, &exponent);
    return exponent - 1;
}

float logbf(float x) {
    return (float)logb(x);
}

int ilogbf(float x) {
    int exponent = 0;
    if (x != x || x == 0 || __dovetail_infinite(x)) {
        __dovetail_math_error(33); /* EDOM */
        return __dovetail_infinite(x) ? __INT_MAX__ : -__INT_MAX__ - 1;
    }
    (void)frexp(x, &exponent);
    return exponent - 1;
}

/* A NaN; what else it holds is nobody's business. */
double nan(const char *tag) {
    while (*tag != 0)
        tag++;
    return 0x0p0 / 0x0p0;
}

float nanf(const char *tag) {
    return (float)nan(tag);
}
