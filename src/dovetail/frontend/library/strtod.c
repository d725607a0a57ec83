/* Models of strtod, strtof and atof in the C locale: rounded correctly, whatever is written.
 *
 * Few digits and a small power of ten are one operation on floats, which rounds once. Everything else is done with whole
 * numbers of any length, in parts of 32 bits: digits * 10^e is either a whole number or a fraction of two, and its
 * first 64 bits are found by doubling and subtracting.
 *
 * Left out, and so unsupported where used: strtold, and strtod_l and its kin.
 */

typedef __SIZE_TYPE__ size_t;

int __dovetail_choice(void);
int *__errno_location(void);
void __dovetail_apart(const void *a, size_t n, const void *b, size_t m);
double __dovetail_rounded(unsigned long long m, int e, int bits, int least);

#define PARTS 140 /* 800 digits, or 10^1144, which is more than any of the two needs */
#define MOST_DIGITS 800

struct __dovetail_natural {
    int used;
    unsigned parts[PARTS];
};

static void __dovetail_multiply(struct __dovetail_natural *n, unsigned by, unsigned plus) {
    unsigned long long carry = plus;
    for (int i = 0; i < n->used; i++) {
        carry += (unsigned long long)n->parts[i] * by;
        n->parts[i] = (unsigned)carry;
        carry >>= 32;
    }
    if (carry != 0)
        n->parts[n->used++] = (unsigned)carry;
}

static int __dovetail_at_least(const struct __dovetail_natural *a, const struct __dovetail_natural *b) {
    if (a->used != b->used)
        return a->used > b->used;
    for (int i = a->used - 1; i >= 0; i--)
        if (a->parts[i] != b->parts[i])
            return a->parts[i] > b->parts[i];
    return 1;
}

/* a - b, which is not below zero */
static void __dovetail_subtract(struct __dovetail_natural *a, const struct __dovetail_natural *b) {
    long long borrow = 0;
    for (int i = 0; i < a->used; i++) {
        borrow += (long long)a->parts[i] - (i < b->used ? b->parts[i] : 0);
        a->parts[i] = (unsigned)borrow;
        borrow = borrow < 0 ? -1 : 0;
    }
    while (a->used > 0 && a->parts[a->used - 1] == 0)
        a->used--;
}

static int __dovetail_length(const struct __dovetail_natural *n) {
    unsigned top = n->parts[n->used - 1];
    int bits = n->used * 32;
    while (top >> 31 == 0) {
        top <<= 1;
        bits--;
    }
    return bits;
}

/* n / by to so many bits. */
static double __dovetail_ratio(struct __dovetail_natural *n, struct __dovetail_natural *by, int bits, int least) {
    unsigned long long m = 0;
    int e = __dovetail_length(n) - __dovetail_length(by);
    /* n / by is between 2^(e-1) and 2^(e+1): made one between 1 and 2 */
    for (int i = 0; i < e; i++)
        __dovetail_multiply(by, 2, 0);
    for (int i = 0; i < -e; i++)
        __dovetail_multiply(n, 2, 0);
    if (!__dovetail_at_least(n, by)) {
        __dovetail_multiply(n, 2, 0);
        e--;
    }
    for (int i = 0; i < 64; i++) {
        m <<= 1;
        if (__dovetail_at_least(n, by)) {
            __dovetail_subtract(n, by);
            m |= 1;
        }
        __dovetail_multiply(n, 2, 0);
    }
    return __dovetail_rounded(m | (n->used != 0), e - 63, bits, least);
}

/* The digits from `at` on, without the point, times 10^exponent. `lost` is whether more digits followed. */
static double __dovetail_decimal(const char *at, int digits, int lost, int exponent, int bits, int least) {
    struct __dovetail_natural n = {0, {0}}, by = {1, {1}};
    for (; digits > 0; at++)
        if (*at != '.') {
            __dovetail_multiply(&n, 10, (unsigned)(*at - '0'));
            digits--;
        }
    if (lost) { /* what follows counts for something, but for less than a digit */
        __dovetail_multiply(&n, 10, 1);
        exponent--;
    }
    for (; exponent > 0; exponent--)
        __dovetail_multiply(&n, 10, 0);
    for (; exponent < 0; exponent++)
        __dovetail_multiply(&by, 10, 0);
    return __dovetail_ratio(&n, &by, bits, least);
}

static int __dovetail_matches(const char *s, const char *word) {
    int n = 0;
    while (word[n] != 0) {
        if ((s[n] | 32) != word[n])
            return 0;
        n++;
    }
    return n;
}

static int __dovetail_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : 16;
}

/* What behind e, or p, stands for a power; nothing, if no digit does. */
static const char *__dovetail_power(const char *s, int *power) {
    const char *at = s + 1;
    int below = *at == '-', value = 0;
    if (*at == '+' || *at == '-')
        at++;
    if (!(*at >= '0' && *at <= '9'))
        return s;
    for (; *at >= '0' && *at <= '9'; at++)
        if (value < 100000)
            value = value * 10 + (*at - '0');
    *power = below ? -value : value;
    return at;
}

/* Too large, or so small that bits are lost: errno tells of the first, and may tell of the second. */
static double __dovetail_signed(double value, int negative, int bits, int rounded) {
    double most = bits == 53 ? 0x1.fffffffffffffp1023 : 0x1.fffffep127;
    double least = bits == 53 ? 0x1p-1022 : 0x1p-126;
    if (value > most) {
        value = 1 / 0x0p0;
        *__errno_location() = 34; /* ERANGE */
    } else if (rounded && value < least && __dovetail_choice() != 0) {
        *__errno_location() = 34; /* ERANGE */
    }
    return negative ? -value : value;
}

static double __dovetail_hexadecimal(const char *s, char **end, int negative, int bits, int least) {
    unsigned long long m = 0;
    int e = 0, power = 0, point = 0, lost = 0, any = 0;
    for (;; s++) {
        int digit = __dovetail_digit(*s);
        if (*s == '.' && !point) {
            point = 1;
            continue;
        }
        if (digit > 15)
            break;
        any = 1;
        if (m >> 60 != 0) {
            lost |= digit != 0;
            e += point ? 0 : 4;
        } else {
            m = m << 4 | (unsigned)digit;
            e -= point ? 4 : 0;
        }
    }
    if ((*s | 32) == 'p')
        s = __dovetail_power(s, &power);
    *end = (char *)s;
    (void)any;
    if (m == 0)
        return negative ? -0.0 : 0.0;
    while (m >> 63 == 0) {
        m <<= 1;
        e--;
    }
    e += power;
    if (e > 5000)
        e = 5000;
    if (e < -5000)
        e = -5000;
    return __dovetail_signed(__dovetail_rounded(m | (unsigned)lost, e, bits, least), negative, bits, 1);
}

static double __dovetail_number(const char *s, char **end, int bits, int least) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *at = s, *first = 0;
    unsigned long long value = 0;
    int negative, digits = 0, exponent = 0, power = 0, point = 0, any = 0, lost = 0, length;
    *end = (char *)s;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    negative = *at == '-';
    if (*at == '+' || *at == '-')
        at++;
    if ((length = __dovetail_matches(at, "inf")) != 0) {
        at += length;
        at += __dovetail_matches(at, "inity");
        *end = (char *)at;
        return negative ? -1 / 0x0p0 : 1 / 0x0p0;
    }
    if ((length = __dovetail_matches(at, "nan")) != 0) {
        at += length;
        *end = (char *)at;
        if (*at == '(') {
            at++;
            while ((*at >= '0' && *at <= '9') || ((*at | 32) >= 'a' && (*at | 32) <= 'z') || *at == '_')
                at++;
            if (*at == ')')
                *end = (char *)(at + 1);
        }
        return 0x0p0 / 0x0p0;
    }
    if (at[0] == '0' && (at[1] | 32) == 'x' && (__dovetail_digit(at[2]) < 16 || (at[2] == '.' && __dovetail_digit(at[3]) < 16)))
        return __dovetail_hexadecimal(at + 2, end, negative, bits, least);
    /* digits without zeros in front, from `first` on; the point may stand among them */
    for (;; at++) {
        if (*at == '.' && !point) {
            point = 1;
            continue;
        }
        if (!(*at >= '0' && *at <= '9'))
            break;
        any = 1;
        if (*at == '0' && digits == 0) {
            exponent -= point;
        } else if (digits < MOST_DIGITS) {
            if (digits == 0)
                first = at;
            digits++;
            value = value * 10 + (unsigned)(*at - '0');
            exponent -= point;
        } else {
            lost |= *at != '0';
            exponent += !point;
        }
    }
    if (!any)
        return 0;
    if ((*at | 32) == 'e')
        at = __dovetail_power(at, &power);
    *end = (char *)at;
    if (digits == 0)
        return negative ? -0.0 : 0.0;
    exponent += power;
    if (digits <= 15 && exponent >= -22 && exponent <= 22 && bits == 53) {
        double exact = (double)(long long)value;
        exact = exponent < 0 ? exact / powers[-exponent] : exact * powers[exponent];
        return negative ? -exact : exact;
    }
    if (digits <= 7 && exponent >= -10 && exponent <= 10 && bits == 24) {
        float exact = (float)(long long)value;
        exact = exponent < 0 ? exact / (float)powers[-exponent] : exact * (float)powers[exponent];
        return negative ? -exact : exact;
    }
    if (digits + exponent > 400)
        return __dovetail_signed(1 / 0x0p0, negative, bits, 1);
    if (digits + exponent < -400)
        return __dovetail_signed(0, negative, bits, 1);
    return __dovetail_signed(__dovetail_decimal(first, digits, lost, exponent, bits, least), negative, bits, 1);
}

double strtod(const char *s, char **end) {
    char *behind = 0;
    double value = __dovetail_number(s, &behind, 53, -1022);
    if (end != 0) {
        __dovetail_apart(end, sizeof *end, s, (size_t)(behind - s) + 1);
        *end = behind;
    }
    return value;
}

float strtof(const char *s, char **end) {
    char *behind = 0;
    double value = __dovetail_number(s, &behind, 24, -126);
    if (end != 0) {
        __dovetail_apart(end, sizeof *end, s, (size_t)(behind - s) + 1);
        *end = behind;
    }
    return (float)value;
}

double atof(const char *s) {
    return strtod(s, 0);
}
