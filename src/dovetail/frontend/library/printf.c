/* Models of the printf family.
 *
 * What is printed into a string is exact. Each function that puts something gets the string, how many characters have
 * room in it beside the terminator, and how many there are so far whether they fit or not; it returns how many
 * there are then. Without room characters are only counted.
 *
 * A call with a literal as its format is made into calls of these functions by the front end (frontend/printing.py); on
 * the machine, and for any other format, the format is read here (`__dovetail_format`). Both do the same things in the
 * same order. What is printed into a stream may fail; then the result is negative. Else it is the exact count, which
 * is any number where it is not known (%m, %a, long double).
 *
 * Left out, and so unsupported where used: %ls, %lc, %S, %C, %a and %Lf into strings, arguments by number (%1$d), hooks of
 * register_printf_function, and flags, lengths and precisions where they have no meaning in C.
 */

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;

int __VERIFIER_nondet_int(void);
void __VERIFIER_nondet_memory(void *at, size_t n);
int __dovetail_choice(void);
int __dovetail_errno_matters(void);
int *__errno_location(void);
void __dovetail_unsupported(const char *reason);
void __dovetail_fails(int code);
struct __dovetail_stream *__dovetail_stream(void *stream);
struct __dovetail_stream *__dovetail_output(void *stream);
int __dovetail_stands(int descriptor);
unsigned __dovetail_known(int descriptor);
int __dovetail_bad_descriptor(void);
void __dovetail_written(struct __dovetail_stream *s, long long count);
void __dovetail_write_fails(struct __dovetail_stream *s, int code);
void *__dovetail_copy(void *to, const void *from, size_t n);
void __dovetail_apart(const void *a, size_t n, const void *b, size_t m);
void *malloc(size_t n);

/* What is written must not overlap with anything else that is read or written. The executor sees to it, in the native copy nobody asks. */
#ifdef __DOVETAIL__
int __dovetail_same_object(const void *a, const void *b);
#else
#define __dovetail_same_object(a, b) 0
#endif

size_t __dovetail_put_double(char *to, size_t room, size_t at, double value, int kind, int flags, int width, int precision);

#define LEFT 1
#define PLUS 2
#define SPACE 4
#define OTHER 8 /* # */
#define ZEROS 16
#define CAPITALS 32
#define STREAM 64 /* only the count is wanted */
#define GROUPS 128

#define MUCH ((size_t)-1 / 2)

/* A string that is printed: to its end, or so many characters of it if there are to be no more. */
void __dovetail_read_string(const char *s, int most) {
    for (int i = 0; (most < 0 || i < most) && s[i] != 0; i++)
        ;
}

/* A piece of the format, or of another object. */
size_t __dovetail_put_text(char *to, size_t room, size_t at, const char *text, size_t n) {
    if (at < room)
        __dovetail_copy(to + at, text, n < room - at ? n : room - at);
    return at + n;
}

size_t __dovetail_put_fill(char *to, size_t room, size_t at, int c, int n) {
    if (n <= 0)
        return at;
    for (int i = 0; i < n && at + i < room; i++)
        to[at + i] = (char)c;
    return at + n;
}

size_t __dovetail_put_char(char *to, size_t room, size_t at, int c, int flags, int width) {
    if (!(flags & LEFT))
        at = __dovetail_put_fill(to, room, at, ' ', width - 1);
    if (at < room)
        to[at] = (char)c;
    at++;
    if (flags & LEFT)
        at = __dovetail_put_fill(to, room, at, ' ', width - 1);
    return at;
}

/* What is read must not overlap with what has been and is written. */
size_t __dovetail_put_string(char *to, size_t room, size_t at, const char *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    if (at < room) {
        __dovetail_apart(to, at + n + 1, s, n + 1);
        __dovetail_copy(to + at, s, n < room - at ? n : room - at);
    }
    return at + n;
}

size_t __dovetail_put_field(char *to, size_t room, size_t at, const char *s, int flags, int width, int precision) {
    int n = 0;
    while ((precision < 0 || n < precision) && s[n] != 0)
        n++;
    if (!(flags & LEFT))
        at = __dovetail_put_fill(to, room, at, ' ', width - n);
    if (at < room) {
        __dovetail_apart(to, at + n, s, n);
        __dovetail_copy(to + at, s, (size_t)n < room - at ? (size_t)n : room - at);
    }
    at += n;
    if (flags & LEFT)
        at = __dovetail_put_fill(to, room, at, ' ', width - n);
    return at;
}

static int __dovetail_digits(unsigned v) {
    return v < 10          ? 1
           : v < 100       ? 2
           : v < 1000      ? 3
           : v < 10000     ? 4
           : v < 100000    ? 5
           : v < 1000000   ? 6
           : v < 10000000  ? 7
           : v < 100000000 ? 8
           : v < 1000000000 ? 9
                           : 10;
}

/* The digits of a number that has n of them, the last one first. */
static void __dovetail_put_digits(char *to, size_t room, size_t at, unsigned v, int n) {
    if (at >= room)
        return;
    for (; n > 0; n--) {
        if (at + n - 1 < room)
            to[at + n - 1] = (char)('0' + v % 10);
        v /= 10;
    }
}

/* %u and %d of an int as they are. */
size_t __dovetail_put_unsigned(char *to, size_t room, size_t at, unsigned v) {
    int n = __dovetail_digits(v);
    __dovetail_put_digits(to, room, at, v, n);
    return at + n;
}

size_t __dovetail_put_int(char *to, size_t room, size_t at, int v) {
    if (v < 0) {
        if (at < room)
            to[at] = '-';
        return __dovetail_put_unsigned(to, room, at + 1, 0u - (unsigned)v);
    }
    return __dovetail_put_unsigned(to, room, at, (unsigned)v);
}

/* Any integer, in any base, with whatever there is around it. `sign` is what stands in front of it, or 0. */
size_t __dovetail_put_number(char *to, size_t room, size_t at, unsigned long long v, int sign, int base, int flags,
                             int width, int precision) {
    unsigned long long rest = v;
    int n = 0, zeros, before, blanks;
    while (rest != 0) {
        n++;
        rest = base == 16 ? rest >> 4 : base == 8 ? rest >> 3 : rest / 10;
    }
    if (n == 0 && precision != 0)
        n = 1;
    zeros = precision > n ? precision - n : 0;
    if ((flags & OTHER) && base == 8 && zeros == 0 && (v != 0 || n == 0))
        zeros = 1;
    before = (sign != 0) + ((flags & OTHER) && base == 16 && v != 0 ? 2 : 0);
    blanks = width - before - zeros - n;
    if (blanks > 0 && (flags & (ZEROS | LEFT)) == ZEROS && precision < 0) {
        zeros += blanks;
        blanks = 0;
    }
    if (!(flags & LEFT))
        at = __dovetail_put_fill(to, room, at, ' ', blanks);
    if (sign != 0)
        at = __dovetail_put_fill(to, room, at, sign, 1);
    if ((flags & OTHER) && base == 16 && v != 0) {
        at = __dovetail_put_fill(to, room, at, '0', 1);
        at = __dovetail_put_fill(to, room, at, flags & CAPITALS ? 'X' : 'x', 1);
    }
    at = __dovetail_put_fill(to, room, at, '0', zeros);
    for (int i = n; i > 0 && at < room; i--) {
        unsigned digit = base == 16 ? v & 15 : base == 8 ? v & 7 : v % 10;
        if (at + i - 1 < room)
            to[at + i - 1] = (char)(digit < 10 ? '0' + digit : (flags & CAPITALS ? 'A' : 'a') + (digit - 10));
        v = base == 16 ? v >> 4 : base == 8 ? v >> 3 : v / 10;
    }
    at += n;
    if (flags & LEFT)
        at = __dovetail_put_fill(to, room, at, ' ', blanks);
    return at;
}

size_t __dovetail_put_signed(char *to, size_t room, size_t at, long long v, int flags, int width, int precision) {
    int sign = v < 0 ? '-' : flags & PLUS ? '+' : flags & SPACE ? ' ' : 0;
    unsigned long long size = v < 0 ? 0ull - (unsigned long long)v : (unsigned long long)v;
    return __dovetail_put_number(to, room, at, size, sign, 10, flags, width, precision);
}

/* As glibc and musl write it; they differ in what they say of null. */
size_t __dovetail_put_pointer(char *to, size_t room, size_t at, const void *pointer, int flags, int width) {
    __UINTPTR_TYPE__ address = (__UINTPTR_TYPE__)pointer;
    if (pointer == 0) {
        if (flags & STREAM || __dovetail_choice() == 0)
            return __dovetail_put_field(to, room, at, "(nil)", flags, width, -1);
        return __dovetail_put_field(to, room, at, "0", flags, width, -1);
    }
    return __dovetail_put_number(to, room, at, address, 0, 16, flags | OTHER, width, -1);
}

/* Has all that was put into the string missed something that was read or counted? */
void __dovetail_put_beside(const char *to, size_t size, size_t at, const void *other, size_t n) {
    if (size != 0)
        __dovetail_apart(to, at < size ? at + 1 : size, other, n);
}

/* Behind all of it. */
int __dovetail_put_end(char *to, size_t size, size_t at) {
    if (size != 0)
        to[at < size ? at : size - 1] = 0;
    if (at <= __INT_MAX__)
        return (int)at;
    *__errno_location() = 75; /* EOVERFLOW */
    return -1;
}

/* How many characters have room beside the terminator. POSIX lets those fail that are given more than INT_MAX. */
size_t __dovetail_room(size_t size) {
    if (size > __INT_MAX__)
        __dovetail_unsupported("snprintf with more room than INT_MAX");
    return size != 0 ? size - 1 : 0;
}

/* The same where a format is read: of what lies ahead of the string the first will do, in the end. */
static void __dovetail_missed(const char *to, const void *other, size_t n, const char **ahead) {
    const char *found = other;
    if (to == 0 || n == 0 || !__dovetail_same_object(to, found))
        return;
    if (found <= to)
        __dovetail_apart(to, 1, found, n);
    else if (*ahead == 0 || found < *ahead)
        *ahead = found;
}

/* %n */
static size_t __dovetail_count_size(int longs) {
    return longs >= 2 ? sizeof(long long) : longs == 1 ? sizeof(long) : longs == 0 ? sizeof(int) : longs == -1 ? 2 : 1;
}

static void __dovetail_put_count(void *to, size_t at, int longs) {
    if (longs >= 2)
        *(long long *)to = (long long)at;
    else if (longs == 1)
        *(long *)to = (long)at;
    else if (longs == 0)
        *(int *)to = (int)at;
    else if (longs == -1)
        *(short *)to = (short)at;
    else
        *(signed char *)to = (signed char)at;
}

/* Is it an integer that is printed, or a float? */
static int __dovetail_is_integer(int kind) {
    return kind == 'd' || kind == 'i' || kind == 'o' || kind == 'u' || (kind | 32) == 'x';
}

static int __dovetail_is_float(int kind) {
    return (kind | 32) == 'a' || (kind | 32) == 'e' || (kind | 32) == 'f' || (kind | 32) == 'g';
}

/* Do flags, a precision and a length go with the conversion? As in frontend/formats.py. */
static int __dovetail_has_meaning(int kind, int flags, int width, int precise, int length) {
    int integer = __dovetail_is_integer(kind), real = __dovetail_is_float(kind);
    if (kind == 'm')
        return 1;
    if ((flags & (PLUS | SPACE)) && !(kind == 'd' || kind == 'i' || real))
        return 0;
    if ((flags & OTHER) && !(kind == 'o' || (kind | 32) == 'x' || real))
        return 0;
    if ((flags & ZEROS) && !integer && !real)
        return 0;
    if ((flags & GROUPS) && !(kind == 'd' || kind == 'i' || kind == 'u' || (kind | 32) == 'f' || (kind | 32) == 'g'))
        return 0;
    if (precise && !integer && !real && kind != 's')
        return 0;
    if (kind == 'n' && ((flags & LEFT) || width))
        return 0;
    if (length == 'L')
        return real;
    if (length == 'l')
        return integer || real || kind == 'n' || kind == 'c' || kind == 's';
    return length == 0 || integer || kind == 'n';
}

/* Reads a format. With `exact`, the count is not known once that is 0, and what cannot be printed is passed over: a
 * stream. Without, it is unsupported: a string. */
static size_t __dovetail_format(char *to, size_t room, const char *f, va_list list, int *exact) {
    size_t at = 0;
    const char *ahead = 0;
    if (to != 0 && __dovetail_same_object(to, f)) {
        size_t length = 0;
        while (f[length] != 0)
            length++;
        __dovetail_missed(to, f, length + 1, &ahead);
    }
    while (*f != 0) {
        int flags = exact != 0 ? STREAM : 0, width = 0, precision = -1, longs = 0, kind;
        int fine = 1, wide, precise, length;
        if (*f != '%') {
            size_t n = 1;
            while (f[n] != 0 && f[n] != '%')
                n++;
            at = __dovetail_put_text(to, room, at, f, n);
            f += n;
            continue;
        }
        f++;
        if (*f == '%') {
            at = __dovetail_put_fill(to, room, at, '%', 1);
            f++;
            continue;
        }
        for (;; f++) {
            if (*f == '-')
                flags |= LEFT;
            else if (*f == '+')
                flags |= PLUS;
            else if (*f == ' ')
                flags |= SPACE;
            else if (*f == '#')
                flags |= OTHER;
            else if (*f == '0')
                flags |= ZEROS;
            else if (*f == '\'')
                flags |= GROUPS; /* in the C locale nothing is */
            else if (*f == 'I')
                fine = 0;
            else
                break;
        }
        wide = *f == '*' || (*f >= '0' && *f <= '9');
        if (*f == '*') {
            width = __builtin_va_arg(list, int);
            f++;
            if (width < 0) {
                flags |= LEFT;
                width = -width;
            }
        }
        for (; *f >= '0' && *f <= '9'; f++)
            width = width * 10 + (*f - '0');
        precise = *f == '.';
        if (*f == '.') {
            int below = *++f == '-';
            f += below;
            fine &= !below;
            if (*f == '*') {
                precision = __builtin_va_arg(list, int);
                f++;
            } else {
                for (precision = 0; *f >= '0' && *f <= '9'; f++)
                    precision = precision * 10 + (*f - '0');
                if (below)
                    precision = -1;
            }
        }
        length = *f == 'h' || *f == 'l' || *f == 'L' || *f == 'j' || *f == 'z' || *f == 't' ? *f : 0;
        if ((*f == 'h' || *f == 'l') && f[1] == *f) {
            longs = *f == 'h' ? -2 : 2;
            length = 'j'; /* for integers only */
            f += 2;
        } else if (length != 0) {
            longs = *f == 'h' ? -1 : *f == 'L' || *f == 'j' ? 2 : 1;
            f++;
        } else if (*f == 'q' || *f == 'Z') {
            longs = *f == 'q' ? 2 : 1;
            fine = 0;
            f++;
        }
        kind = *f++;
        if (!fine || !__dovetail_has_meaning(kind, flags, wide, precise, length)) {
#ifndef __DOVETAIL__
            /* where nobody asks how much it is, something is printed (frontend/printing.py) */
            if (exact != 0 && kind != 'n')
                *exact = 0;
            else
#endif
                __dovetail_unsupported("a directive of a format that has no meaning in C");
        }
        if (kind == 'X' || kind == 'E' || kind == 'F' || kind == 'G' || kind == 'A')
            flags |= CAPITALS;
        switch (kind) {
        case 'd':
        case 'i': {
            long long v = longs >= 2 ? __builtin_va_arg(list, long long) : longs == 1 ? __builtin_va_arg(list, long) : __builtin_va_arg(list, int);
            v = longs == -1 ? (short)v : longs < -1 ? (signed char)v : v;
            at = __dovetail_put_signed(to, room, at, v, flags, width, precision);
            break;
        }
        case 'u':
        case 'x':
        case 'X':
        case 'o': {
            unsigned long long v = longs >= 2   ? __builtin_va_arg(list, unsigned long long)
                                   : longs == 1 ? __builtin_va_arg(list, unsigned long)
                                                : __builtin_va_arg(list, unsigned);
            v = longs == -1 ? (unsigned short)v : longs < -1 ? (unsigned char)v : v;
            at = __dovetail_put_number(to, room, at, v, 0, kind == 'u' ? 10 : kind == 'o' ? 8 : 16, flags, width, precision);
            break;
        }
        case 'c':
            if (longs > 0)
                __dovetail_unsupported("the directive %lc of a format");
            at = __dovetail_put_char(to, room, at, __builtin_va_arg(list, int), flags, width);
            break;
        case 's': {
            const char *s = __builtin_va_arg(list, const char *);
            if (longs > 0)
                __dovetail_unsupported("the directive %ls of a format");
            at = __dovetail_put_field(to, room, at, s, flags, width, precision);
            __dovetail_missed(to, s, precision != 0, &ahead);
            break;
        }
        case 'p': {
            const void *pointer = __builtin_va_arg(list, const void *);
#ifdef __DOVETAIL__ /* in a literal format it is listed that it is printed as glibc and musl do */
            if (exact == 0 || to != 0)
                __dovetail_unsupported("the text of a pointer, which is up to the library");
#endif
            if (exact != 0 && pointer == 0)
                *exact = 0; /* C libraries differ in what they say of null */
            at = __dovetail_put_pointer(to, room, at, pointer, flags, width);
            break;
        }
        case 'n': {
            void *count = __builtin_va_arg(list, void *);
            __dovetail_missed(to, count, __dovetail_count_size(longs), &ahead);
            __dovetail_put_count(count, exact == 0 || *exact ? at : (size_t)__dovetail_choice(), longs);
            break;
        }
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
            if (longs < 2) {
                double v = __builtin_va_arg(list, double);
                if (exact != 0 && v != v)
                    *exact = 0; /* nobody knows the sign of a NaN */
                at = __dovetail_put_double(to, room, at, v, kind | 32, flags, width, precision);
                break;
            }
            /* fall through */
        default:
            /* %a, %m, long double */
            if (exact == 0 || (kind != 'm' && longs < 2 && (kind | 32) != 'a'))
                __dovetail_unsupported("a directive of a format");
            *exact = 0;
            if (kind == 'm')
                break;
            if (longs < 2) {
                (void)__builtin_va_arg(list, double);
                break;
            }
#ifdef __DOVETAIL__
            __dovetail_unsupported("a long double that is printed");
#else
            (void)__builtin_va_arg(list, long double);
#endif
        }
    }
    if (ahead != 0)
        __dovetail_apart(to, (at < room ? at : room) + 1, ahead, 1);
    return at;
}

/* Into strings. */

int vsnprintf(char *to, size_t size, const char *format, va_list list) {
    size_t room = __dovetail_room(size);
    return __dovetail_put_end(to, size, __dovetail_format(size != 0 ? to : 0, room, format, list, 0));
}

int vsprintf(char *to, const char *format, va_list list) {
    return __dovetail_put_end(to, MUCH, __dovetail_format(to, MUCH, format, list, 0));
}

int snprintf(char *to, size_t size, const char *format, ...) {
    va_list list;
    int result;
    __builtin_va_start(list, format);
    result = vsnprintf(to, size, format, list);
    __builtin_va_end(list);
    return result;
}

int sprintf(char *to, const char *format, ...) {
    va_list list;
    int result;
    __builtin_va_start(list, format);
    result = vsprintf(to, format, list);
    __builtin_va_end(list);
    return result;
}

/* Where it fails, what is at `to` is left open: null, as it was, or anything. */
int vasprintf(char **to, const char *format, va_list list) {
    va_list again;
    int exact = 1;
    size_t count;
    char *made;
    __builtin_va_copy(again, list);
    count = __dovetail_format(0, 0, format, again, &exact);
    __builtin_va_end(again);
    if (!exact)
        __dovetail_unsupported("asprintf of what has no certain length");
    made = count < __INT_MAX__ ? malloc(count + 1) : 0;
    if (made == 0) {
        int any = __dovetail_choice();
        if (any == 0)
            *to = 0;
        else if (any == 1)
            __VERIFIER_nondet_memory(to, sizeof *to);
        return -1;
    }
    *to = made;
    return __dovetail_put_end(made, count + 1, __dovetail_format(made, count, format, list, &exact));
}

int asprintf(char **to, const char *format, ...) {
    va_list list;
    int result;
    __builtin_va_start(list, format);
    result = vasprintf(to, format, list);
    __builtin_va_end(list);
    return result;
}

/* The forms that a compiler is told to use where it knows the size of the string: the machine stops where it is too
 * small, but too small it is. */
int __vsnprintf_chk(char *to, size_t size, int flag, size_t known, const char *format, va_list list) {
    (void)flag;
    (void)known;
    return vsnprintf(to, size, format, list);
}

int __vsprintf_chk(char *to, int flag, size_t known, const char *format, va_list list) {
    (void)flag;
    (void)known;
    return vsprintf(to, format, list);
}

int __snprintf_chk(char *to, size_t size, int flag, size_t known, const char *format, ...) {
    va_list list;
    int result;
    (void)flag;
    (void)known;
    __builtin_va_start(list, format);
    result = vsnprintf(to, size, format, list);
    __builtin_va_end(list);
    return result;
}

int __sprintf_chk(char *to, int flag, size_t known, const char *format, ...) {
    va_list list;
    int result;
    (void)flag;
    (void)known;
    __builtin_va_start(list, format);
    result = vsprintf(to, format, list);
    __builtin_va_end(list);
    return result;
}

int __vasprintf_chk(char **to, int flag, const char *format, va_list list) {
    (void)flag;
    return vasprintf(to, format, list);
}

int __asprintf_chk(char **to, int flag, const char *format, ...) {
    va_list list;
    int result;
    (void)flag;
    __builtin_va_start(list, format);
    result = vasprintf(to, format, list);
    __builtin_va_end(list);
    return result;
}

/* Into streams. What fails on the standard output changes no more than errno. */

int __dovetail_printed(size_t count, int exact) {
    int result = __VERIFIER_nondet_int();
    if (__dovetail_errno_matters() && result < 0)
        __dovetail_fails(result);
    return exact && result >= 0 ? (int)count : result;
}

/* A descriptor that is closed, or only for reading, does not do. */
int __dovetail_dprinted(int descriptor, size_t count, int exact) {
    if (__dovetail_stands(descriptor) < 0 || (__dovetail_known(descriptor) & 2))
        return __dovetail_bad_descriptor();
    return __dovetail_printed(count, exact);
}

int __dovetail_fprinted(void *stream, size_t count, int exact) {
    struct __dovetail_stream *s = __dovetail_output(stream);
    int result = __VERIFIER_nondet_int();
    if (result < 0) {
        __dovetail_write_fails(s, result);
        return result;
    }
    __dovetail_written(s, -1);
    return exact ? (int)count : result;
}

int printf(const char *format, ...) {
    va_list list;
    int exact = 1;
    size_t count;
    __builtin_va_start(list, format);
    count = __dovetail_format(0, 0, format, list, &exact);
    __builtin_va_end(list);
    return __dovetail_printed(count, exact);
}

int fprintf(void *stream, const char *format, ...) {
    va_list list;
    int exact = 1;
    size_t count;
    (void)__dovetail_stream(stream);
    __builtin_va_start(list, format);
    count = __dovetail_format(0, 0, format, list, &exact);
    __builtin_va_end(list);
    return __dovetail_fprinted(stream, count, exact);
}

int dprintf(int descriptor, const char *format, ...) {
    va_list list;
    int exact = 1;
    size_t count;
    __builtin_va_start(list, format);
    count = __dovetail_format(0, 0, format, list, &exact);
    __builtin_va_end(list);
    return __dovetail_dprinted(descriptor, count, exact);
}

int __printf_chk(int flag, const char *format, ...) {
    va_list list;
    int exact = 1;
    size_t count;
    (void)flag;
    __builtin_va_start(list, format);
    count = __dovetail_format(0, 0, format, list, &exact);
    __builtin_va_end(list);
    return __dovetail_printed(count, exact);
}

int __fprintf_chk(void *stream, int flag, const char *format, ...) {
    va_list list;
    int exact = 1;
    size_t count;
    (void)flag;
    (void)__dovetail_stream(stream);
    __builtin_va_start(list, format);
    count = __dovetail_format(0, 0, format, list, &exact);
    __builtin_va_end(list);
    return __dovetail_fprinted(stream, count, exact);
}

int __dprintf_chk(int descriptor, int flag, const char *format, ...) {
    va_list list;
    int exact = 1;
    size_t count;
    (void)flag;
    __builtin_va_start(list, format);
    count = __dovetail_format(0, 0, format, list, &exact);
    __builtin_va_end(list);
    return __dovetail_dprinted(descriptor, count, exact);
}

/* What these are handed is taken to fit the format, and to be valid: that is listed. */

int vprintf(const char *format, va_list list) {
    (void)format;
    (void)list;
    return __dovetail_printed(0, 0);
}

int vfprintf(void *stream, const char *format, va_list list) {
    (void)__dovetail_stream(stream);
    (void)format;
    (void)list;
    return __dovetail_fprinted(stream, 0, 0);
}

int vdprintf(int descriptor, const char *format, va_list list) {
    (void)format;
    (void)list;
    return __dovetail_dprinted(descriptor, 0, 0);
}

int __vprintf_chk(int flag, const char *format, va_list list) {
    (void)flag;
    return vprintf(format, list);
}

int __vfprintf_chk(void *stream, int flag, const char *format, va_list list) {
    (void)flag;
    return vfprintf(stream, format, list);
}
