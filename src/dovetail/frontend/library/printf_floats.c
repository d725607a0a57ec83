/* %f, %e and %g of a double, to the last digit.
 *
 * A double is a whole number times a power of two, and so a whole number times a power of ten: m * 2^-k is m * 5^k
 * digits with the point k places from the right. That number is computed, rounded once, half to even, and written down.
 */

typedef __SIZE_TYPE__ size_t;

int __dovetail_choice(void);
size_t __dovetail_put_fill(char *to, size_t room, size_t at, int c, int n);
size_t __dovetail_put_text(char *to, size_t room, size_t at, const char *text, size_t n);

#define LEFT 1
#define PLUS 2
#define SPACE 4
#define OTHER 8
#define ZEROS 16
#define CAPITALS 32
#define STREAM 64 /* only the count is wanted */

#define PART 1000000000u /* nine digits */
#define PARTS 90         /* 309 digits before the point, 1074 behind it, but never both: 767 of them are not zero */

/* The decimal digits of m * 2^exponent, most significant first, without zeros in front; their number. */
static int __dovetail_expand(char *digits, unsigned long long m, int exponent, int *behind_point) {
    unsigned parts[PARTS] = {0};
    int used = 0, n = 0;
    while (exponent < 0 && (m & 1) == 0) {
        m >>= 1;
        exponent++;
    }
    for (; m != 0; m /= PART)
        parts[used++] = (unsigned)(m % PART);
    *behind_point = exponent < 0 ? -exponent : 0;
    while (exponent != 0) {
        unsigned factor = 1;
        unsigned long long carry = 0;
        for (int i = 0; i < 12 && exponent != 0; i++) { /* 5^12 and 2^12 are less than a part */
            factor *= exponent < 0 ? 5 : 2;
            exponent += exponent < 0 ? 1 : -1;
        }
        for (int i = 0; i < used; i++) {
            carry += (unsigned long long)parts[i] * factor;
            parts[i] = (unsigned)(carry % PART);
            carry /= PART;
        }
        if (carry != 0)
            parts[used++] = (unsigned)carry;
    }
    for (int i = used - 1; i >= 0; i--)
        for (unsigned unit = PART / 10; unit != 0; unit /= 10) {
            unsigned digit = parts[i] / unit % 10;
            if (n > 0 || digit != 0)
                digits[n++] = (char)('0' + digit);
        }
    return n;
}

/* Leaves `keep` digits of n, rounded; one more if nines became a ten. Keeps none where keep is 0, unless there is one to
 * round up to. */
static int __dovetail_shorten(char *digits, int n, int keep) {
    int up, more = 0;
    if (keep >= n)
        return n;
    if (keep < 0)
        return 0;
    for (int i = keep + 1; i < n; i++)
        more |= digits[i] != '0';
    up = digits[keep] > '5' || (digits[keep] == '5' && (more || (keep > 0 && (digits[keep - 1] & 1) != 0)));
    if (!up)
        return keep;
    for (int i = keep - 1; i >= 0; i--) {
        if (digits[i] != '9') {
            digits[i]++;
            return keep;
        }
        digits[i] = '0';
    }
    for (int i = keep; i > 0; i--)
        digits[i] = digits[i - 1];
    digits[0] = '1';
    return keep + 1;
}

static size_t __dovetail_put_padded(char *to, size_t room, size_t at, const char *text, int n, int sign, int flags,
                                    int width) {
    int blanks = width - n - (sign != 0);
    if (!(flags & (LEFT | ZEROS)))
        at = __dovetail_put_fill(to, room, at, ' ', blanks);
    if (sign != 0)
        at = __dovetail_put_fill(to, room, at, sign, 1);
    if ((flags & (LEFT | ZEROS)) == ZEROS)
        at = __dovetail_put_fill(to, room, at, '0', blanks);
    at = __dovetail_put_text(to, room, at, text, n);
    if (flags & LEFT)
        at = __dovetail_put_fill(to, room, at, ' ', blanks);
    return at;
}

/* `kind` is e, f or g; capitals are a flag. */
size_t __dovetail_put_double(char *to, size_t room, size_t at, double value, int kind, int flags, int width,
                             int precision) {
    union {
        double value;
        unsigned long long bits;
    } number = {value};
    char digits[PARTS * 9] = {0};
    int biased = (int)(number.bits >> 52 & 0x7ff);
    int negative = (int)(number.bits >> 63);
    unsigned long long m = number.bits & 0xfffffffffffffull;
    int n, behind = 0, before, sign, point, places, shown, tail, blanks, length;
    /* The sign of a NaN is nobody's business. */
    if (biased == 0x7ff && m != 0)
        negative = flags & STREAM ? 0 : __dovetail_choice() < 0;
    sign = negative ? '-' : flags & PLUS ? '+' : flags & SPACE ? ' ' : 0;
    if (biased == 0x7ff)
        return __dovetail_put_padded(to, room, at,
                                     m != 0 ? (flags & CAPITALS ? "NAN" : "nan") : (flags & CAPITALS ? "INF" : "inf"), 3,
                                     sign, flags & ~ZEROS, width);
    if (precision < 0)
        precision = 6;
    if (kind == 'g' && precision == 0)
        precision = 1;
    n = __dovetail_expand(digits, biased != 0 ? m | 0x10000000000000ull : m, (biased != 0 ? biased : 1) - 1075, &behind);
    before = n - behind; /* so many digits stand before the point; fewer than none if zeros come first behind it */
    if (n == 0)
        before = 1; /* zero: one digit before the point, which is not among the digits */
    /* Rounded: `before` moves when nines become a ten. */
    if (kind == 'f') {
        int keep = before + precision;
        int left = keep < 0 ? 0 : __dovetail_shorten(digits, n, keep);
        if (keep >= 0 && keep < n && left > keep)
            before++;
        n = left;
    } else {
        int keep = kind == 'e' ? precision + 1 : precision;
        int left = __dovetail_shorten(digits, n, keep);
        if (keep < n && left > keep) {
            before++;
            left = keep;
        }
        n = left;
    }
    if (kind == 'g') {
        int exponent = before - 1;
        int scientific = exponent < -4 || exponent >= precision;
        if (!(flags & OTHER))
            while (n > 0 && digits[n - 1] == '0')
                n--;
        if (scientific)
            precision = flags & OTHER ? precision - 1 : n > 1 ? n - 1 : 0;
        else
            precision = flags & OTHER ? precision - 1 - exponent : n > before ? n - before : 0;
        kind = scientific ? 'e' : 'f';
    }
    /* What is written: digits, a point, `precision` digits, and for e an exponent. */
    tail = before - 1;
    shown = kind == 'e' ? 1 : before > 0 ? before : 1;
    point = precision > 0 || (flags & OTHER);
    places = tail < 0 ? -tail : tail;
    length = shown + point + precision + (kind == 'e' ? (places > 99 ? 5 : 4) : 0);
    blanks = width - length - (sign != 0);
    if (!(flags & (LEFT | ZEROS)))
        at = __dovetail_put_fill(to, room, at, ' ', blanks);
    if (sign != 0)
        at = __dovetail_put_fill(to, room, at, sign, 1);
    if ((flags & (LEFT | ZEROS)) == ZEROS)
        at = __dovetail_put_fill(to, room, at, '0', blanks);
    for (int i = 0; i < shown + precision; i++) {
        /* the place among the digits: for f there may be zeros in front */
        int from = kind == 'e' || before > 0 ? i : i - 1 + before;
        if (i == shown && point)
            at = __dovetail_put_fill(to, room, at, '.', 1);
        at = __dovetail_put_fill(to, room, at, from >= 0 && from < n && !(kind == 'f' && before <= 0 && i == 0) ? digits[from] : '0', 1);
    }
    if (point && precision == 0)
        at = __dovetail_put_fill(to, room, at, '.', 1);
    if (kind == 'e') {
        at = __dovetail_put_fill(to, room, at, flags & CAPITALS ? 'E' : 'e', 1);
        at = __dovetail_put_fill(to, room, at, tail < 0 ? '-' : '+', 1);
        if (places > 99)
            at = __dovetail_put_fill(to, room, at, '0' + places / 100, 1);
        at = __dovetail_put_fill(to, room, at, '0' + places / 10 % 10, 1);
        at = __dovetail_put_fill(to, room, at, '0' + places % 10, 1);
    }
    if (flags & LEFT)
        at = __dovetail_put_fill(to, room, at, ' ', blanks);
    return at;
}
