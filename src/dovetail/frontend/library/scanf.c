/* Models of the scanf family.
 *
 * What is read from a string is exact; a number that does not fit its type is anything. What is read from a stream is any
 * input: any value of each type, within its width if there is one, and an end wherever there could be one.
 *
 * Left out, and so unsupported where used: %p, %ls, %lc, %l[, %a, %Lf, arguments by number, %ms, grouping; from streams %n,
 * floats with a width, and reading on where ungetc has put something back.
 */

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

int __VERIFIER_nondet_int(void);
long long __VERIFIER_nondet_longlong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_nondet_memory(void *at, size_t n);
int __dovetail_choice(void);
void __dovetail_unsupported(const char *reason);
void __dovetail_copy(void *to, const void *from, size_t n);
void __dovetail_apart(const void *a, size_t n, const void *b, size_t m);
void __dovetail_fails(int code);
struct __dovetail_stream *__dovetail_stream(void *stream);
int __dovetail_input_begins(struct __dovetail_stream *s);
void __dovetail_input_ends(struct __dovetail_stream *s, int code);
double strtod(const char *s, char **end);
float strtof(const char *s, char **end);

extern struct __dovetail_stream *stdin;

/* What is written must not overlap with what is read. The executor sees to it, in the native copy nobody asks. */
#ifdef __DOVETAIL__
int __dovetail_same_object(const void *a, const void *b);
#else
#define __dovetail_same_object(a, b) 0
#endif

static void __dovetail_not_within(const void *to, size_t n, const char *text) {
    size_t length = 0;
    if (text == 0 || !__dovetail_same_object(to, text))
        return;
    while (text[length] != 0)
        length++;
    __dovetail_apart(to, n, text, length + 1);
}

static int __dovetail_blank(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void __dovetail_store(void *to, int longs, long long value) {
    if (longs >= 2)
        *(long long *)to = value;
    else if (longs == 1)
        *(long *)to = (long)value;
    else if (longs == 0)
        *(int *)to = (int)value;
    else if (longs == -1)
        *(short *)to = (short)value;
    else
        *(signed char *)to = (signed char)value;
}

static size_t __dovetail_size(int longs) {
    return longs >= 2 ? sizeof(long long) : longs == 1 ? sizeof(long) : longs == 0 ? sizeof(int) : longs == -1 ? 2 : 1;
}

static int __dovetail_value(char c) {
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : 16;
}

/* Is a character in the set that stands behind [? A minus between two characters is a range. */
static int __dovetail_in_set(const char *set, unsigned char c) {
    int within = 0, other = *set == '^';
    set += other;
    do {
        unsigned char low = (unsigned char)*set++;
        unsigned char high = low;
        if (*set == '-' && set[1] != ']' && set[1] != 0) {
            high = (unsigned char)set[1];
            set += 2;
        }
        within |= c >= low && c <= high;
    } while (*set != ']' && *set != 0);
    return within != other;
}

static const char *__dovetail_behind_set(const char *set) {
    set += *set == '^';
    if (*set != 0)
        set++;
    while (*set != 0 && *set != ']')
        set++;
    if (*set == 0)
        __dovetail_unsupported("a set in a format that has no end");
    return set + 1;
}

/* An integer from a string: how many characters it has, none if there is none. `most` is the width. */
static int __dovetail_scan_integer(const char *s, int most, int base, int is_signed, int bits, long long *value) {
    unsigned long long v = 0, limit;
    int n = 0, negative = 0, digits = 0, overflow = 0;
    if (n < most && (s[n] == '+' || s[n] == '-')) {
        negative = s[n] == '-';
        n++;
    }
    if (base == 0 && n + 1 < most && s[n] == '0' && (s[n + 1] | 32) == 'b')
        __dovetail_unsupported("a number that begins with 0b, which C23 reads and C11 does not");
    if ((base == 0 || base == 16) && n < most && s[n] == '0' && n + 1 < most && (s[n + 1] | 32) == 'x') {
        if (n + 2 >= most || __dovetail_value(s[n + 2]) > 15)
            __dovetail_unsupported("a number that ends behind 0x");
        n += 2;
        base = 16;
    }
    if (base == 0)
        base = n < most && s[n] == '0' ? 8 : 10;
    while (n < most && __dovetail_value(s[n]) < base) {
        unsigned digit = (unsigned)__dovetail_value(s[n]);
        if (v > (0xffffffffffffffffull - digit) / (unsigned)base)
            overflow = 1;
        v = v * (unsigned)base + digit;
        digits = 1;
        n++;
    }
    if (!digits)
        return 0;
    limit = bits == 64 ? (is_signed ? 0x7fffffffffffffffull : 0xffffffffffffffffull)
                       : (1ull << (bits - is_signed)) - 1;
    if (overflow || v > limit + (unsigned)(is_signed && negative))
        *value = (long long)((unsigned long long)(unsigned)__dovetail_choice() << 32 | (unsigned)__dovetail_choice());
    else
        *value = (long long)(negative ? 0 - v : v);
    return n;
}

/* Any integer that so many characters can say. */
static long long __dovetail_any_integer(int width, int base, int longs) {
    long long value, most = 1;
    int digits = 0;
    if (width == 0 && longs <= 0)
        return __VERIFIER_nondet_int();
    value = __VERIFIER_nondet_longlong();
    if (width == 0)
        return value;
    while (digits < width && most < 0x0400000000000000ll) {
        most *= base == 16 ? 16 : 10;
        digits++;
    }
    if (digits < width)
        return value; /* any at all */
    if (value >= most || value <= -(most / (base == 16 ? 16 : 10)))
        return 0;
    return value;
}

/* The input has ended. Behind a conversion whose value was dropped C says 0, and libraries say EOF. */
static int __dovetail_nothing(int assigned, int converted) {
    if (assigned > 0)
        return assigned;
    return !converted || __dovetail_choice() != 0 ? -1 : 0;
}

/* Does a length go with the conversion? */
static int __dovetail_has_meaning(int kind, int length) {
    int real = (kind | 32) == 'a' || (kind | 32) == 'e' || (kind | 32) == 'f' || (kind | 32) == 'g';
    int integer = kind == 'd' || kind == 'i' || kind == 'o' || kind == 'u' || (kind | 32) == 'x' || kind == 'n';
    if (length == 'l')
        return real || integer || kind == 'c' || kind == 's' || kind == '[';
    return length == 0 || (length == 'L' ? real : integer);
}

/* From the string s, or, if there is a stream, from that. */
static int __dovetail_scan(struct __dovetail_stream *stream, const char *s, const char *format, va_list list) {
    int assigned = 0, converted = 0, at = 0;
    const char *f = format;
    while (*f != 0) {
        int width = 0, longs = 0, kept = 1, kind, n = 0, input = 0, most, wide, length;
        const char *set = 0;
        void *to = 0;
        if (__dovetail_blank(*f)) {
            if (stream == 0)
                while (__dovetail_blank(s[at]))
                    at++;
            f++;
            continue;
        }
        if (*f != '%' || f[1] == '%') {
            int wanted = *f;
            if (*f == '%') { /* blanks come before it */
                f++;
                if (stream == 0)
                    while (__dovetail_blank(s[at]))
                        at++;
            }
            f++;
            if (stream == 0) {
                if (s[at] == 0)
                    return __dovetail_nothing(assigned, converted);
                if (s[at] != wanted)
                    return assigned;
                at++;
                continue;
            }
            input = __dovetail_input_begins(stream);
            if (input < 0)
                {
                __dovetail_input_ends(stream, input);
                return __dovetail_nothing(assigned, converted);
            }
            if (input == 0)
                return assigned;
            continue;
        }
        f++;
        if (*f == '*') {
            kept = 0;
            f++;
        }
        wide = *f >= '0' && *f <= '9';
        for (; *f >= '0' && *f <= '9'; f++)
            width = width * 10 + (*f - '0');
        length = *f == 'h' || *f == 'l' || *f == 'L' || *f == 'j' || *f == 'z' || *f == 't' ? *f : 0;
        if ((*f == 'h' || *f == 'l') && f[1] == *f) {
            longs = *f == 'h' ? -2 : 2;
            length = 'j'; /* for integers only */
            f += 2;
        } else if (length != 0) {
            longs = *f == 'h' ? -1 : *f == 'L' || *f == 'j' ? 2 : 1;
            f++;
        }
        kind = *f++;
        if ((wide && width == 0) || (kind == 'n' && (wide || !kept)) || !__dovetail_has_meaning(kind, length))
            __dovetail_unsupported("a directive of a format of scanf that has no meaning in C");
        if (kind == '[') {
            set = f;
            f = __dovetail_behind_set(f);
        }
        if ((longs > 0 && (kind == 'c' || kind == 's' || kind == '[')) || (kind == 'n' && stream != 0) ||
            !(kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o' || kind == 'c' ||
              kind == 's' || kind == '[' || kind == 'n' || kind == 'f' || kind == 'e' || kind == 'g' || kind == 'E' ||
              kind == 'G' || kind == 'F'))
            __dovetail_unsupported("a directive of a format of scanf");
        if (kept)
            to = __builtin_va_arg(list, void *);
        if (kind == 'n') {
            if (kept) {
                __dovetail_not_within(to, __dovetail_size(longs), s);
                __dovetail_not_within(to, __dovetail_size(longs), format);
                __dovetail_store(to, longs, at);
            }
            continue;
        }
        /* Is there anything? */
        if (stream == 0) {
            if (kind != 'c' && kind != '[')
                while (__dovetail_blank(s[at]))
                    at++;
            if (s[at] == 0)
                return __dovetail_nothing(assigned, converted);
        } else {
            input = __dovetail_input_begins(stream);
            if (input < 0)
                {
                __dovetail_input_ends(stream, input);
                return __dovetail_nothing(assigned, converted);
            }
            if (input == 0 && kind != 'c' && kind != 's')
                return assigned;
        }
        most = width > 0 ? width : __INT_MAX__;
        switch (kind) {
        case 'd':
        case 'i':
        case 'u':
        case 'x':
        case 'X':
        case 'o': {
            int base = kind == 'o' ? 8 : kind == 'd' || kind == 'u' ? 10 : kind == 'i' ? 0 : 16;
            long long value = 0;
            if (stream == 0) {
                int bits = longs >= 2 ? 64 : longs == 1 ? (int)sizeof(long) * 8 : longs == 0 ? 32 : longs == -1 ? 16 : 8;
                n = __dovetail_scan_integer(s + at, most, base, kind == 'd' || kind == 'i', bits, &value);
                if (n == 0)
                    return assigned;
            } else {
                value = __dovetail_any_integer(width, base, longs);
            }
            if (kept) {
                __dovetail_not_within(to, __dovetail_size(longs), s);
                __dovetail_not_within(to, __dovetail_size(longs), format);
                __dovetail_store(to, longs, value);
            }
            break;
        }
        case 'c':
            most = width > 0 ? width : 1;
            if (stream != 0) {
                if (kept) {
                    __dovetail_not_within(to, (size_t)most, format);
                    __VERIFIER_nondet_memory(to, (size_t)most);
                }
                break;
            }
            while (n < most && s[at + n] != 0)
                n++;
            if (kept) {
                __dovetail_not_within(to, (size_t)n, s);
                __dovetail_not_within(to, (size_t)n, format);
                __dovetail_copy(to, s + at, (size_t)n);
            }
            if (n < most && __dovetail_choice() == 0) /* some libraries take what there is */
                return __dovetail_nothing(assigned, converted);
            break;
        case 's':
        case '[':
            for (; n < most; n++) {
                int c = stream == 0 ? s[at + n] : __VERIFIER_nondet_int() & 255;
                if (stream == 0 && c == 0)
                    break;
                if (kind == 's' ? __dovetail_blank(c) : !__dovetail_in_set(set, (unsigned char)c)) {
                    if (n > 0 || kind == '[' || stream == 0)
                        break;
                    c = '0'; /* there is something: it is no blank */
                }
                if (kept && stream != 0)
                    ((char *)to)[n] = (char)c;
            }
            if (n == 0)
                return assigned;
            if (kept) {
                __dovetail_not_within(to, (size_t)n + 1, s);
                __dovetail_not_within(to, (size_t)n + 1, format);
                if (stream == 0)
                    __dovetail_copy(to, s + at, (size_t)n);
                ((char *)to)[n] = 0;
            }
            break;
        default: {
            char *end = 0;
            double value = 0;
            if (width != 0 || longs >= 2)
                __dovetail_unsupported("a float with a width in a format of scanf");
            if (kept) {
                __dovetail_not_within(to, longs == 1 ? sizeof(double) : sizeof(float), s);
                __dovetail_not_within(to, longs == 1 ? sizeof(double) : sizeof(float), format);
            }
            if (stream == 0) {
                value = longs == 1 ? strtod(s + at, &end) : strtof(s + at, &end);
                n = (int)(end - (s + at));
                if (n == 0)
                    return assigned;
                if ((*end | 32) == 'e' || (*end | 32) == 'p' || (*end | 32) == 'x' || (*end | 32) == 'i' || *end == '(')
                    __dovetail_unsupported("a float that ends before its exponent");
                if (kept && longs == 1)
                    *(double *)to = value;
                else if (kept)
                    *(float *)to = (float)value;
            } else if (kept && longs == 1) {
                *(double *)to = __VERIFIER_nondet_double();
            } else if (kept) {
                *(float *)to = __VERIFIER_nondet_float();
            }
            break;
        }
        }
        at += n;
        converted = 1;
        assigned += kept;
        if (stream != 0 && kind != 'c' && (input & 1) != 0)
            __dovetail_input_ends(stream, -1); /* behind it there is nothing more */
    }
    return assigned;
}

int vsscanf(const char *s, const char *format, va_list list) {
    return __dovetail_scan(0, s, format, list);
}

int sscanf(const char *s, const char *format, ...) {
    va_list list;
    int result;
    __builtin_va_start(list, format);
    result = __dovetail_scan(0, s, format, list);
    __builtin_va_end(list);
    return result;
}

int vfscanf(void *stream, const char *format, va_list list) {
    return __dovetail_scan(__dovetail_stream(stream), 0, format, list);
}

int vscanf(const char *format, va_list list) {
    return __dovetail_scan(__dovetail_stream(stdin), 0, format, list);
}

int fscanf(void *stream, const char *format, ...) {
    va_list list;
    int result;
    __builtin_va_start(list, format);
    result = __dovetail_scan(__dovetail_stream(stream), 0, format, list);
    __builtin_va_end(list);
    return result;
}

int scanf(const char *format, ...) {
    va_list list;
    int result;
    __builtin_va_start(list, format);
    result = __dovetail_scan(__dovetail_stream(stdin), 0, format, list);
    __builtin_va_end(list);
    return result;
}

/* The names that headers of glibc give them. */

int __isoc99_sscanf(const char *s, const char *format, ...) {
    va_list list;
    int result;
    __builtin_va_start(list, format);
    result = __dovetail_scan(0, s, format, list);
    __builtin_va_end(list);
    return result;
}

int __isoc99_fscanf(void *stream, const char *format, ...) {
    va_list list;
    int result;
    __builtin_va_start(list, format);
    result = __dovetail_scan(__dovetail_stream(stream), 0, format, list);
    __builtin_va_end(list);
    return result;
}

int __isoc99_scanf(const char *format, ...) {
    va_list list;
    int result;
    __builtin_va_start(list, format);
    result = __dovetail_scan(__dovetail_stream(stdin), 0, format, list);
    __builtin_va_end(list);
    return result;
}

int __isoc23_sscanf(const char *s, const char *format, ...) {
    va_list list;
    int result;
    __builtin_va_start(list, format);
    result = __dovetail_scan(0, s, format, list);
    __builtin_va_end(list);
    return result;
}

int __isoc23_fscanf(void *stream, const char *format, ...) {
    va_list list;
    int result;
    __builtin_va_start(list, format);
    result = __dovetail_scan(__dovetail_stream(stream), 0, format, list);
    __builtin_va_end(list);
    return result;
}

int __isoc23_scanf(const char *format, ...) {
    va_list list;
    int result;
    __builtin_va_start(list, format);
    result = __dovetail_scan(__dovetail_stream(stdin), 0, format, list);
    __builtin_va_end(list);
    return result;
}

int __isoc99_vsscanf(const char *s, const char *format, va_list list) {
    return vsscanf(s, format, list);
}

int __isoc99_vfscanf(void *stream, const char *format, va_list list) {
    return vfscanf(stream, format, list);
}

int __isoc99_vscanf(const char *format, va_list list) {
    return vscanf(format, list);
}
