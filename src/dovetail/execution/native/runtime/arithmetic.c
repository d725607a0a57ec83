/* The arithmetic that the compiler leaves to a library: integers of two words (64 bits on i386, 128 on x86-64),
 * their conversions to and from floating point, and a few odds and ends. Two-word operations the machine can do
 * itself (+ - * << >> compare) are compiled in line.
 *
 * Not here: _Float16, __float128, decimal floats, division of complex numbers by the letter of C's annex G.
 */
#include "harness.h"

#if defined(__i386__)
typedef u32 word;
typedef i32 signed_word;
typedef u64 two;
typedef i64 signed_two;
#define BITS 32
#define DIVIDE "divl"
#define COUNT_LEADING __builtin_clz
#define NAME(start, end) start##di##end
#else
typedef u64 word;
typedef i64 signed_word;
typedef unsigned __int128 two;
typedef __int128 signed_two;
#define BITS 64
#define DIVIDE "divq"
#define COUNT_LEADING __builtin_clzll
#define NAME(start, end) start##ti##end
#endif

/* ---- division -------------------------------------------------------------------------------------- */

NORETURN static void trap(const char *why) {
    __dovetail_trace(__builtin_frame_address(0));
    __dovetail_say(why);
    __dovetail_end(END_UNDEFINED, CHECK_NONE, 0);
}

/* (high:low) / by, where high < by so that the quotient is one word. */
static word divide_word(word high, word low, word by, word *rest) {
    word quotient;
    __asm__(DIVIDE " %4" : "=a"(quotient), "=d"(*rest) : "a"(low), "d"(high), "rm"(by) : "cc");
    return quotient;
}

static two divide(two n, two d, two *rest) {
    const word n1 = (word)(n >> BITS), n0 = (word)n, d1 = (word)(d >> BITS), d0 = (word)d;
    if (d == 0)
        trap("division by zero");
    if (d1 == 0) { /* schoolbook, two digits by one */
        word r, q1 = n1 / d0, q0 = divide_word(n1 % d0, n0, d0, &r);
        *rest = r;
        return (two)q1 << BITS | q0;
    } else {
        /* The quotient has one digit. Estimate it from the leading digit of the normalised divisor and half
         * the dividend (so that the estimate fits a word): it is at most one too large, never too small
         * after the decrement by more than one. */
        const int shift = COUNT_LEADING(d1);
        const word leading = (word)(d << shift >> BITS);
        const two half = n >> 1;
        word unused, q = divide_word((word)(half >> BITS), (word)half, leading, &unused);
        two r;
        q = (word)((two)q << shift >> (BITS - 1));
        if (q)
            q--;
        r = n - q * d;
        if (r >= d)
            q++, r -= d;
        *rest = r;
        return q;
    }
}

static two magnitude(signed_two x) { return x < 0 ? 0 - (two)x : (two)x; }

static signed_two divide_signed(signed_two n, signed_two d, signed_two *rest) {
    two r, q;
    if (d == -1 && (two)n == (two)1 << (2 * BITS - 1))
        trap("the most negative number divided by -1");
    q = divide(magnitude(n), magnitude(d), &r);
    *rest = (signed_two)(n < 0 ? 0 - r : r);
    return (signed_two)((n < 0) != (d < 0) ? 0 - q : q);
}

two NAME(__udiv, 3)(two n, two d) {
    two r;
    return divide(n, d, &r);
}
two NAME(__umod, 3)(two n, two d) {
    two r;
    divide(n, d, &r);
    return r;
}
two NAME(__udivmod, 4)(two n, two d, two *rest) {
    two r, q = divide(n, d, &r);
    if (rest)
        *rest = r;
    return q;
}
signed_two NAME(__div, 3)(signed_two n, signed_two d) {
    signed_two r;
    return divide_signed(n, d, &r);
}
signed_two NAME(__mod, 3)(signed_two n, signed_two d) {
    signed_two r;
    divide_signed(n, d, &r);
    return r;
}
signed_two NAME(__divmod, 4)(signed_two n, signed_two d, signed_two *rest) { return divide_signed(n, d, rest); }

/* ---- multiplication and shifts --------------------------------------------------------------------- */

signed_two NAME(__mul, 3)(signed_two a, signed_two b) { /* from words: `a * b` might be a call of this function */
    const word a0 = (word)a, b0 = (word)b;
    const word cross = (word)((two)a >> BITS) * b0 + (word)((two)b >> BITS) * a0;
    word low, high;
    __asm__("mul %3" : "=a"(low), "=d"(high) : "a"(a0), "r"(b0) : "cc");
    return (signed_two)((two)(word)(high + cross) << BITS | low);
}

/* The product, and whether it did not fit. */
signed_two NAME(__mulo, 4)(signed_two a, signed_two b, int *overflow) {
    const two product = (two)NAME(__mul, 3)(a, b);
    const two x = magnitude(a), y = magnitude(b);
    const two most = ((two)1 << (2 * BITS - 1)) - ((a < 0) == (b < 0));
    two r;
    *overflow = x != 0 && y > divide(most, x, &r);
    return (signed_two)product;
}

#define SHIFTED(x, by, op) ((by) == 0 ? (x) : (x) op ((by) & (2 * BITS - 1)))
two NAME(__ashl, 3)(two x, int by) { return SHIFTED(x, by, <<); }
two NAME(__lshr, 3)(two x, int by) { return SHIFTED(x, by, >>); }
signed_two NAME(__ashr, 3)(signed_two x, int by) { return SHIFTED(x, by, >>); }

signed_two NAME(__neg, 2)(signed_two x) { return (signed_two)(0 - (two)x); }
int NAME(__cmp, 2)(signed_two a, signed_two b) { return a < b ? 0 : a == b ? 1 : 2; }
int NAME(__ucmp, 2)(two a, two b) { return a < b ? 0 : a == b ? 1 : 2; }

/* ---- counting bits --------------------------------------------------------------------------------- */

static int ones(u64 x) {
    int count = 0;
    for (; x; x &= x - 1)
        count++;
    return count;
}
int __popcountsi2(i32 x) { return ones((u32)x); }
int __popcountdi2(i64 x) { return ones((u64)x); }
int __paritysi2(i32 x) { return ones((u32)x) & 1; }
int __paritydi2(i64 x) { return ones((u64)x) & 1; }
static int leading_zeros(two x) {
    return x >> BITS ? COUNT_LEADING((word)(x >> BITS)) : BITS + COUNT_LEADING((word)x);
}
int NAME(__clz, 2)(two x) { return leading_zeros(x); }
int NAME(__ctz, 2)(two x) { return 2 * BITS - 1 - leading_zeros(x & (0 - x)); }
int NAME(__ffs, 2)(two x) { return x ? 2 * BITS - leading_zeros(x & (0 - x)) : 0; }
#if BITS == 64
int __popcountti2(two x) { return ones((u64)x) + ones((u64)(x >> 64)); }
int __parityti2(two x) { return __popcountti2(x) & 1; }
#endif

/* ---- from floating point: towards zero -------------------------------------------------------------- */

/* The bits of x as sign, exponent and a whole significand: |x| = significand * 2^exponent. */
struct parts { int negative, exponent; u64 significand; };

static struct parts parts_of_double(double x) {
    union { double number; u64 bits; } view = {x};
    const int exponent = (int)(view.bits >> 52 & 0x7ff);
    struct parts parts = {(int)(view.bits >> 63), exponent - 1075, view.bits & 0xfffffffffffffull};
    if (exponent)
        parts.significand |= 1ull << 52;
    return parts;
}

static struct parts parts_of_long_double(long double x) {
    union { long double number; struct { u64 significand; u16 rest; } bits; } view = {x};
    const struct parts parts = {view.bits.rest >> 15, (int)(view.bits.rest & 0x7fff) - 16446, view.bits.significand};
    return parts;
}

/* What does not fit is undefined in C; the result is then the nearest number that fits. */
static two truncate(struct parts parts) {
    if (parts.exponent >= 0) {
        if (!parts.significand)
            return 0;
        if (parts.exponent >= 2 * BITS || parts.exponent > leading_zeros(parts.significand))
            return ~(two)0;
        return (two)parts.significand << parts.exponent;
    }
    return parts.exponent <= -64 ? 0 : (two)(parts.significand >> -parts.exponent);
}

static signed_two truncate_signed(struct parts parts) {
    const two most = ((two)1 << (2 * BITS - 1)) - !parts.negative;
    two size_ = truncate(parts);
    if (size_ > most)
        size_ = most;
    return (signed_two)(parts.negative ? 0 - size_ : size_);
}

signed_two NAME(__fixdf, )(double x) { return truncate_signed(parts_of_double(x)); }
signed_two NAME(__fixsf, )(float x) { return truncate_signed(parts_of_double(x)); }
signed_two NAME(__fixxf, )(long double x) { return truncate_signed(parts_of_long_double(x)); }
static two truncate_unsigned(struct parts parts) {
    return parts.negative ? (two)truncate_signed(parts) : truncate(parts);
}
two NAME(__fixunsdf, )(double x) { return truncate_unsigned(parts_of_double(x)); }
two NAME(__fixunssf, )(float x) { return truncate_unsigned(parts_of_double(x)); }
two NAME(__fixunsxf, )(long double x) { return truncate_unsigned(parts_of_long_double(x)); }
u32 __fixunsdfsi(double x) { return (u32)truncate_unsigned(parts_of_double(x)); }
u32 __fixunssfsi(float x) { return (u32)truncate_unsigned(parts_of_double(x)); }

/* ---- to floating point: to nearest, ties to even ----------------------------------------------------- */

/* x as a significand of at most `digits` bits, times 2^*exponent. */
static u64 rounded(two x, int digits, int *exponent) {
    const int surplus = 2 * BITS - leading_zeros(x | 1) - digits;
    two kept, lost, half;
    *exponent = 0;
    if (surplus <= 0)
        return (u64)x;
    kept = x >> surplus;
    lost = x & (((two)1 << surplus) - 1);
    half = (two)1 << (surplus - 1);
    if (lost > half || (lost == half && (kept & 1)))
        kept++;
    if (kept >> digits)
        kept >>= 1, *exponent = 1;
    *exponent += surplus;
    return (u64)kept;
}

static double to_double(two x, int negative) {
    union { u64 bits; double number; } view;
    int exponent, length;
    const u64 significand = rounded(x, 53, &exponent);
    if (!significand)
        return 0;
    length = 64 - __builtin_clzll(significand);
    view.bits = (significand << (53 - length) & 0xfffffffffffffull) | (u64)(exponent + length + 1022) << 52;
    view.bits |= (u64)negative << 63;
    return view.number;
}

static float to_single(two x, int negative) {
    union { u32 bits; float number; } view;
    int exponent, length;
    const u32 significand = (u32)rounded(x, 24, &exponent);
    if (!significand)
        return 0;
    length = 32 - __builtin_clz(significand);
    if (exponent + length > 128) /* 2^128 and its neighbours */
        view.bits = 0x7f800000u;
    else
        view.bits = (significand << (24 - length) & 0x7fffffu) | (u32)(exponent + length + 126) << 23;
    view.bits |= (u32)negative << 31;
    return view.number;
}

static long double to_long_double(two x, int negative) {
    union { long double number; struct { u64 significand; u16 rest; } bits; } view = {0};
    int exponent = 0, length;
    u64 significand = BITS == 32 ? (u64)x : rounded(x, 64, &exponent);
    if (!significand)
        return 0;
    length = 64 - __builtin_clzll(significand);
    view.bits.significand = significand << (64 - length);
    view.bits.rest = (u16)(negative << 15 | (exponent + length + 16382));
    return view.number;
}

double NAME(__float, df)(signed_two x) { return to_double(magnitude(x), x < 0); }
float NAME(__float, sf)(signed_two x) { return to_single(magnitude(x), x < 0); }
long double NAME(__float, xf)(signed_two x) { return to_long_double(magnitude(x), x < 0); }
double NAME(__floatun, df)(two x) { return to_double(x, 0); }
float NAME(__floatun, sf)(two x) { return to_single(x, 0); }
long double NAME(__floatun, xf)(two x) { return to_long_double(x, 0); }

/* ---- powers and complex numbers --------------------------------------------------------------------- */

#define POWER(name, type) \
    type name(type base, int exponent) { \
        u32 left = exponent < 0 ? 0u - (u32)exponent : (u32)exponent; \
        type result = 1; \
        for (; left; left >>= 1, base *= base) \
            if (left & 1) \
                result *= base; \
        return exponent < 0 ? 1 / result : result; \
    }
POWER(__powisf2, float)
POWER(__powidf2, double)
POWER(__powixf2, long double)

#define COMPLEX(multiply, divide_, type) \
    type _Complex multiply(type a, type b, type c, type d) { \
        type _Complex result; \
        __real__ result = a * c - b * d; \
        __imag__ result = a * d + b * c; \
        return result; \
    } \
    type _Complex divide_(type a, type b, type c, type d) { \
        const type norm = c * c + d * d; \
        type _Complex result; \
        __real__ result = (a * c + b * d) / norm; \
        __imag__ result = (b * c - a * d) / norm; \
        return result; \
    }
COMPLEX(__mulsc3, __divsc3, float)
COMPLEX(__muldc3, __divdc3, double)
COMPLEX(__mulxc3, __divxc3, long double)
