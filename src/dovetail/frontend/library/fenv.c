/* Models of <fenv.h>.
 *
 * A program starts with rounding to nearest. In one that sets another mode, the front end makes calls of the functions
 * below of those operations of the program that round; each is the operation to nearest, put right by one step
 * where the exact result lies on the wrong side. Whatever else rounds (the functions of the library, constants that the
 * compiler computes) is unsupported in another mode. On the machine it is the machine's mode.
 *
 * Whether an operation has raised an exception is not followed: fetestexcept and what saves or puts back the environment
 * are unsupported where used. What clears or raises one may fail.
 */

int __dovetail_choice(void);

#define DOWNWARD 0x400
#define UPWARD 0x800
#define TOWARDZERO 0xc00

void __dovetail_unsupported(const char *reason);
double fma(double x, double y, double z);

/* On the machine, where none of these functions is called, it stays what it is. */
static int __dovetail_mode;

void __dovetail_rounded_to_nearest_only(void) {
    if (__dovetail_mode)
        __dovetail_unsupported("a computation that Dovetail knows only for rounding to nearest");
}

/* Is a step to be made from what is nearest to the exact result? `side` is -1 where it is below that, 1 where above. */
static int __dovetail_rounded_away(double nearest, int side) {
    if (__dovetail_mode == UPWARD)
        return side < 0;
    if (__dovetail_mode == DOWNWARD)
        return side > 0;
    return nearest > 0 ? side > 0 : nearest < 0 && side < 0;
}

static double __dovetail_rounded_on(double nearest, int side) {
    union {
        double value;
        unsigned long long bits;
    } number = {nearest};
    if (!__dovetail_rounded_away(nearest, side))
        return nearest;
    if (nearest == 0)
        number.bits = side < 0 ? 1 : 1ull << 63 | 1;
    else
        number.bits += (side < 0) == (nearest > 0) ? 1 : -1;
    return number.value;
}

static float __dovetail_rounded_onf(float nearest, int side) {
    union {
        float value;
        unsigned bits;
    } number = {nearest};
    if (!__dovetail_rounded_away(nearest, side))
        return nearest;
    if (nearest == 0)
        number.bits = side < 0 ? 1 : 1u << 31 | 1;
    else
        number.bits += (side < 0) == (nearest > 0) ? 1 : -1;
    return number.value;
}

static int __dovetail_rounded_side(double nearest, double exact) {
    return nearest < exact ? -1 : nearest > exact;
}

static int __dovetail_rounded_finite(double x) {
    return x - x == 0;
}

static int __dovetail_rounded_negative(double x) {
    union {
        double value;
        unsigned long long bits;
    } number = {x};
    return number.bits >> 63 != 0;
}

/* What is missing in the sum of two numbers, none of them huge (D. Knuth's two-sum): exact, as the sum to nearest is
 * nearest. */
static double __dovetail_rounded_rest(double x, double y, double sum) {
    double back = sum - x;
    return (x - (sum - back)) + (y - back);
}

float __dovetail_rounded_float(double x) {
    float nearest = (float)x;
    if (!__dovetail_mode)
        return nearest;
    return __dovetail_rounded_onf(nearest, __dovetail_rounded_side(nearest, x));
}

/* The exact result lies strictly between two doubles around `sum` or is `sum`, and a float is a double; so if the
 * nearest float is not `sum`, it lies to that as it does to the exact result. */
float __dovetail_rounded_addf(float x, float y) {
    double sum, rest;
    float nearest;
    int side;
    if (!__dovetail_mode)
        return x + y;
    sum = (double)x + y;
    nearest = (float)sum;
    if (!__dovetail_rounded_finite(sum))
        return nearest;
    if (sum == 0) {
        if (__dovetail_mode == DOWNWARD && (__dovetail_rounded_negative(x) || __dovetail_rounded_negative(y)))
            return -0.0f;
        return nearest;
    }
    rest = __dovetail_rounded_rest(x, y, sum);
    side = __dovetail_rounded_side(nearest, sum);
    return __dovetail_rounded_onf(nearest, side ? side : __dovetail_rounded_side(0, rest));
}

float __dovetail_rounded_subf(float x, float y) {
    return __dovetail_mode ? __dovetail_rounded_addf(x, -y) : x - y;
}

float __dovetail_rounded_mulf(float x, float y) {
    return __dovetail_mode ? __dovetail_rounded_float((double)x * y) : x * y;
}

float __dovetail_rounded_divf(float x, float y) {
    double quotient, back;
    float nearest;
    int side;
    if (!__dovetail_mode)
        return x / y;
    quotient = (double)x / y;
    nearest = (float)quotient;
    if (!__dovetail_rounded_finite(x) || !__dovetail_rounded_finite(y) || x == 0 || y == 0)
        return nearest;
    side = __dovetail_rounded_side(nearest, quotient);
    if (!side) {
        back = (double)nearest * y;
        side = y > 0 ? __dovetail_rounded_side(back, x) : __dovetail_rounded_side(x, back);
    }
    return __dovetail_rounded_onf(nearest, side);
}

static int __dovetail_rounded_below(double x, double limit) {
    return x > -limit && x < limit;
}

double __dovetail_rounded_add(double x, double y) {
    double sum = x + y;
    if (!__dovetail_mode || !__dovetail_rounded_finite(x) || !__dovetail_rounded_finite(y))
        return sum;
    if (sum == 0) {
        if (__dovetail_mode == DOWNWARD && (__dovetail_rounded_negative(x) || __dovetail_rounded_negative(y)))
            return -0.0;
        return sum;
    }
    if (!__dovetail_rounded_finite(sum))
        return __dovetail_rounded_on(sum, sum > 0 ? 1 : -1);
    if (!__dovetail_rounded_below(x, 0x1p1021) || !__dovetail_rounded_below(y, 0x1p1021))
        __dovetail_unsupported("the sum of huge numbers in a rounding mode other than to nearest");
    return __dovetail_rounded_on(sum, __dovetail_rounded_side(0, __dovetail_rounded_rest(x, y, sum)));
}

double __dovetail_rounded_sub(double x, double y) {
    return __dovetail_mode ? __dovetail_rounded_add(x, -y) : x - y;
}

/* x * y + z, of which the sign counts; it is not so small that it could be lost. */
static double __dovetail_rounded_residue(double x, double y, double z) {
    int mode = __dovetail_mode;
    double residue;
    __dovetail_mode = 0;
    residue = fma(x, y, z);
    __dovetail_mode = mode;
    return residue;
}

double __dovetail_rounded_mul(double x, double y) {
    double product = x * y;
    if (!__dovetail_mode || !__dovetail_rounded_finite(x) || !__dovetail_rounded_finite(y) || x == 0 || y == 0)
        return product;
    if (!__dovetail_rounded_finite(product))
        return __dovetail_rounded_on(product, product > 0 ? 1 : -1);
    if (__dovetail_rounded_below(product, 0x1p-960))
        __dovetail_unsupported("a tiny product in a rounding mode other than to nearest");
    return __dovetail_rounded_on(
        product, __dovetail_rounded_side(0, __dovetail_rounded_residue(x, y, -product)));
}

double __dovetail_rounded_div(double x, double y) {
    double quotient = x / y, residue;
    if (!__dovetail_mode || !__dovetail_rounded_finite(x) || !__dovetail_rounded_finite(y) || x == 0 || y == 0)
        return quotient;
    if (!__dovetail_rounded_finite(quotient))
        return __dovetail_rounded_on(quotient, quotient > 0 ? 1 : -1);
    if (__dovetail_rounded_below(quotient, 0x1p-960) || __dovetail_rounded_below(x, 0x1p-960))
        __dovetail_unsupported("a tiny quotient in a rounding mode other than to nearest");
    residue = __dovetail_rounded_residue(quotient, y, -x);
    return __dovetail_rounded_on(
        quotient, y > 0 ? __dovetail_rounded_side(residue, 0) : __dovetail_rounded_side(0, residue));
}

#ifdef __DOVETAIL__

int fegetround(void) {
    return __dovetail_mode;
}

static void __dovetail_set_mode(int mode) {
    __dovetail_mode = mode;
}

#else

int fegetround(void) {
    unsigned word;
    __asm__ __volatile__("stmxcsr %0" : "=m"(word));
    return word >> 3 & TOWARDZERO;
}

static void __dovetail_set_mode(int mode) {
    unsigned word;
    __asm__ __volatile__("stmxcsr %0" : "=m"(word));
    word = (word & ~(TOWARDZERO << 3)) | (unsigned)mode << 3;
    __asm__ __volatile__("ldmxcsr %0" : : "m"(word));
}

#endif

/* What is no mode is refused, by a number other than 0. */
int fesetround(int mode) {
    if (mode != 0 && mode != DOWNWARD && mode != UPWARD && mode != TOWARDZERO) {
        int failed = __dovetail_choice();
        return failed ? failed : 1;
    }
    __dovetail_set_mode(mode);
    return 0;
}

int feclearexcept(int exceptions) {
    (void)exceptions;
    return __dovetail_choice();
}

int feraiseexcept(int exceptions) {
    (void)exceptions;
    return __dovetail_choice();
}
